import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

struct ContentDispositionTests {
    private func suggested(_ values: String...) -> String? {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .contentDisposition, lenientValue: Array(value.utf8))) }
        return Response(statusCode: 200, data: Data(), headerFields: fields).suggestedFilename
    }

    @Test(arguments: [
        (#"attachment; filename="report.pdf""#, "report.pdf"),
        (#"Attachment;FILENAME=report.pdf;size=3"#, "report.pdf"),
        (#"inline; filename="a \"b\"; c.txt" ; x=y"#, #"a "b"; c.txt"#),
        (#"attachment; filename="EURO.txt"; filename*=utf-8''%e2%82%ac%20rates.txt"#, "€ rates.txt"),
        (#"attachment; filename*=UTF-8'en'a%2Bb.txt; filename=c"#, "a+b.txt"),
        (#"attachment; filename*=iso-8859-1'en'%A3%20rates"#, "£ rates"),
        (#"attachment; filename*="UTF-8''quoted.txt""#, "quoted.txt"),
        (#"attachment; filename="f\oo.html""#, "foo.html"),
        (#"attachment; filename*=utf8''x.txt"#, "x.txt"),
        // Broken, and sent all the same.
        (#"attachment; filename=my report 2.pdf; x=y"#, "my report 2.pdf"),
        (#"attachment; filename="größe.txt""#, "größe.txt"),
        (#"attachment; filename=naïve plan.txt"#, "naïve plan.txt"),
        (#"attachment; filename="a%20b.txt""#, "a%20b.txt"),
        (#"attachment; filename="open.txt"#, "open.txt"),
        (#"attachment; filename="a.txt"junk; x=y"#, "a.txt"),
        (#"filename="bare.txt""#, "bare.txt"),
        (#"attachment; filename=one; filename=two"#, "one"),
        (#"attachment; filename*=UTF-8''%ff; filename=plain"#, "plain"),
        (#"attachment; filename*=UTF-8''%zz; filename=plain"#, "plain"),
        (#"attachment; filename*=koi8-r''%c1; filename=plain"#, "plain"),
        (#"attachment; filename*=nothing; filename=plain"#, "plain"),
    ])
    func nameIsRead(value: String, name: String) {
        #expect(suggested(value) == name)
    }

    @Test(arguments: [
        (#"attachment; filename="../../etc/passwd""#, "passwd"),
        (#"attachment; filename="C:\Users\ada\a.txt""#, "a.txt"),
        (#"attachment; filename="\\server\ada\a.txt""#, "a.txt"),
        (#"attachment; filename*=UTF-8''..%2F..%5Ca.txt"#, "a.txt"),
        (#"attachment; filename="dir/""#, "dir"),
        (#"attachment; filename=".bashrc""#, "bashrc"),
        (#"attachment; filename=". . .x""#, "x"),
        (#"attachment; filename*=UTF-8''.%CC%81x"#, "\u{301}x"),
        (#"attachment; filename*=UTF-8''a%00b%0Ac%7Fd%C2%85e.txt"#, "abcde.txt"),
        (#"attachment; filename*=UTF-8''a%E2%80%AEtxt.exe"#, "atxt.exe"),
        (#"attachment; filename="  a.txt  ""#, "a.txt"),
        (#"attachment; filename="a.txt. . .""#, "a.txt"),
        (#"attachment; filename*=UTF-8''%E2%80%8B.%E2%80%8B.bashrc"#, "bashrc"),
        (#"attachment; filename*=UTF-8''a.%E2%80%8Btxt%E2%80%8B"#, "a.txt"),
        (#"attachment; filename*=UTF-8''%C2%AD.%EF%BB%BF%F3%A0%81%81x"#, "x"),
    ])
    func nameIsMadeSafe(value: String, name: String) {
        #expect(suggested(value) == name)
    }

    @Test(arguments: [
        "", "attachment", "attachment; filename", "attachment; filename=", #"attachment; filename="""#,
        #"attachment; filename=".""#, #"attachment; filename="..""#, #"attachment; filename="../..""#,
        #"attachment; filename="/""#, #"attachment; filename="\\""#, #"attachment; filename*=UTF-8''%00"#,
        "attachment; filename= ; x", #"attachment; filename*=UTF-8''..%E2%80%8B"#,
        #"attachment; filename*=UTF-8''%E2%80%8B.."#, #"attachment; filename*=UTF-8''.%E2%80%8B.%E2%80%8B"#,
        #"attachment; filename*=UTF-8''%E3%85%A4%E2%A0%80%CD%8F"#,
    ])
    func nothingIsLeft(value: String) {
        #expect(suggested(value) == nil)
    }

    /// No character before, between or after the dots lets them through.
    @Test(.hammer) func noCharacterHidesDots() {
        var hidden: [UInt32] = []
        for value in Array(UInt32(0)...0xFFFF) + Array(UInt32(0xE_0000)...0xE_0FFF) {
            guard let scalar = Unicode.Scalar(value), scalar != "/", scalar != "\\" else { continue }
            for text in ["\(scalar)..", ".\(scalar).", "..\(scalar)"] {
                guard let name = FileName.safe(text)?.unicodeScalars else { continue }
                if name.first == "." || name.last == "." || !name.contains(scalar) { hidden.append(value) }
            }
        }
        #expect(hidden == [])
    }

    @Test func firstFieldWithANameCounts() {
        #expect(suggested("inline", "attachment; filename=a", "attachment; filename=b") == "a")
        #expect(suggested() == nil)
    }

    @Test func longNameKeepsItsExtension() {
        let stem = String(repeating: "é", count: 200)
        let name = suggested("attachment; filename=\"\(stem).tar.gz\"")
        #expect(name?.hasSuffix("é.gz") == true)
        #expect((250...255).contains(name?.utf8.count ?? 0))
        let noExtension = suggested("attachment; filename=\"a.\(stem)\"")
        #expect(noExtension?.hasPrefix("a.éé") == true)
        #expect((250...255).contains(noExtension?.utf8.count ?? 0))
        // One character with a thousand accents.
        let accents = "a" + String(repeating: "\u{301}", count: 1_000) + ".txt"
        #expect(suggested("attachment; filename=\"\(accents)\"")?.hasSuffix(".txt") == true)
    }

    @Test(.hammer) func hostileValuesGiveSafeNamesOrNone() {
        let values = [
            #"attachment; filename="a \"b\".txt"; filename*=UTF-8''%e2%82%ac%2F..%20rates.txt"#,
            #"attachment; filename=C:\dir\file name.txt; x=/../"#,
        ]
        for value in HostileValues.made(of: values) + HostileValues.long
            + HostileValues.long.map({ "attachment; filename*=UTF-8''\($0.prefix(1 << 13))" })
        {
            guard let name = suggested(value) else { continue }
            #expect(!name.isEmpty && name.utf8.count <= 255)
            #expect(!name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 32 })
            #expect(name.utf8.first != UInt8(ascii: "."))
        }
    }
}
