#if Tools
import ArgumentParser
import Foundation
import Talyn
import Testing
import _TalynSupport

@testable import TalynCLI
@testable import TalynTransfers

struct ArgumentTests {
    @Test func headerIsNameAndValue() {
        #expect(HeaderArgument(argument: "Accept: text/csv")?.name == .accept)
        #expect(HeaderArgument(argument: "Accept:  text/csv; q=1")?.value == "text/csv; q=1")
        #expect(HeaderArgument(argument: "X-Time: 12:30")?.value == "12:30")
        #expect(HeaderArgument(argument: "X-Empty:")?.value == "")
    }

    @Test(arguments: ["", "Accept", ": value", "A B: value", "A: b\r\nC: d", "A\n: b"])
    func invalidHeaderIsRefused(_ text: String) {
        #expect(HeaderArgument(argument: text) == nil)
    }

    @Test func repeatedFieldHasAllValues() throws {
        let fields = try ["X-A: 1", "x-a: 2", "B: 3"].map { try #require(HeaderArgument(argument: $0)) }
        var options = TransferOptions()
        options.headerFields = fields
        let request = FileRequest(url: try #require(URL(string: "https://example.com")), headerFields: options.fields)
        #expect(try Endpoint(request).request().headerFields.combined == ["X-A": "1, 2", "B": "3"])
    }

    @Test func digestIsOf64HexDigits() throws {
        let digits = String(repeating: "00fF", count: 16)
        #expect(
            DigestArgument(argument: digits)?.digest.bytes == Data(Array(repeating: [0, 255], count: 16).joined())
        )
        for text in ["", "00", digits + "0", String(digits.dropLast()) + "g", "+0" + digits.dropFirst(2)] {
            #expect(DigestArgument(argument: text) == nil)
        }
    }

    @Test(arguments: [
        ["download", "example.com/file"], ["download", "ftp://example.com/file"], ["download", "https://example.com/"],
        ["download", "https://example.com"], ["download", "https://example.com/a%2Fb"],
        ["download", "https://example.com/a%1Bb"], ["download", "https://example.com/.."],
        ["download", "https://example.com/a", "--sha256", "12"],
        ["download", "https://example.com/a", "--header", "none"], ["upload", "file"], ["upload", "file", "nowhere"],
        ["upload", "file", "https://example.com/a", "--method", "GET"],
    ])
    func wrongArgumentsAreRefused(_ arguments: [String]) throws {
        let error = #expect(throws: (any Error).self) { try TalynCommand.parseAsRoot(arguments) }
        #expect(try TalynCommand.exitCode(for: #require(error)) == .validationFailure)
    }

    @Test func argumentsAreUnderstood() throws {
        let download = try #require(
            try TalynCommand.parseAsRoot(["download", "https://example.com/a.zip", "-o", "b", "--force"])
                as? DownloadCommand
        )
        #expect(download.force)
        #expect(download.output == "b")
        let upload = try #require(
            try TalynCommand.parseAsRoot(["upload", "a", "https://example.com/", "--method", "post", "-H", "A: b"])
                as? UploadCommand
        )
        #expect(upload.method == .post)
        #expect(upload.options.headerFields == [try #require(HeaderArgument(argument: "A: b"))])
    }
}
#endif
