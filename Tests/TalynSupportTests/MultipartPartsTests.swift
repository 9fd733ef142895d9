import Foundation
import Testing
import _TalynSupport

struct MultipartPartsTests {
    private static let contentType = "multipart/form-data; boundary=b"

    /// Swift regards all of these as line ends, but HTTP only CR and LF.
    @Test(arguments: ["\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}"])
    func otherLineEndsAreAPartOfAName(end: String) throws {
        let named = "--b\r\nContent-Disposition: form-data; name=\"a\(end)b\"\r\n\r\nx\r\n--b--\r\n"
        let parts = try #require(MultipartParts(Data(named.utf8), contentType: Self.contentType))
        #expect(parts.parts.map(\.name) == ["a\(end)b"])
    }

    /// A mark after a quotation mark or an equals sign is a part of its `Character`.
    @Test(arguments: ["\"\u{301}token\"", "\u{301}token"]) func namesThatStartWithAMarkAreRead(written: String) throws {
        let body = "--b\r\nContent-Disposition: form-data; name=\(written)\r\n\r\nx\r\n--b--\r\n"
        let parts = try #require(MultipartParts(Data(body.utf8), contentType: Self.contentType))
        #expect(parts.parts.map(\.name) == ["\u{301}token"])
    }

    @Test func aSliceOfABodyIsRead() throws {
        let body = Data("xxxx--b\n\none\n--b\r\n\r\ntwo\r\n--b--".utf8).dropFirst(4)
        let parts = try #require(MultipartParts(body, contentType: Self.contentType))
        #expect(parts.parts.map { $0.text(in: body) } == ["one", "two"])
    }

    /// RFC 2046, section 5.1.1.
    @Test(arguments: ["\r\n\r\n", "\r\n\r\nThe end.\r\n", "\r\n--b\r\n\r\nthree\r\n--b--\r\n", ""])
    func textAfterTheClosingDelimiterIsNoPart(epilogue: String) throws {
        let body = Data("--b\r\n\r\none\r\n--b\r\n\r\n--two\r\n--b--\(epilogue)".utf8)
        let parts = try #require(MultipartParts(body, contentType: Self.contentType))
        #expect(parts.parts.map { $0.text(in: body) } == ["one", "--two"])
        #expect(String(decoding: body[parts.epilogue], as: UTF8.self) == epilogue)
    }

    @Test func manyPartsAreReadInLinearTime() throws {
        let body = Data(String(repeating: "--b\r\n\r\n", count: 200_000).utf8)
        let parts = try #require(MultipartParts(body, contentType: Self.contentType))
        #expect(parts.parts.count == 200_000)
        let fields = Data(String(repeating: "--b\n\nx\n", count: 50_000).utf8)
        #expect(MultipartParts(fields, contentType: Self.contentType)?.parts.count == 50_000)
    }

    @Test func longBoundaryIsIgnored() {
        let boundary = String(repeating: "a", count: 100_000)
        #expect(MultipartParts.boundary("multipart/form-data; boundary=\(boundary)") == nil)
        let body = Data(("--" + boundary + "\n" + boundary).utf8)
        _ = MultipartParts(body, contentType: "multipart/form-data; boundary=x")
    }
}
