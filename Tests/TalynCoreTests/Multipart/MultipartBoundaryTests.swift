import Foundation
import Testing

@testable import TalynCore

struct MultipartBoundaryTests {
    private let upload = RequestBody.Upload.multipart([MultipartPart(content: .data(Data("1".utf8)), name: "a")])

    private func contentType(_ given: String?) throws -> String {
        var request = OutgoingRequest(url: try #require(URL(string: "https://example.com")))
        request.headerFields[.contentType] = given
        try upload.setContentType(of: &request)
        return try #require(request.headerFields[.contentType])
    }

    @Test func boundaryIsRandom() throws {
        let first = try contentType(nil)
        #expect(first.hasPrefix("multipart/form-data; boundary=talyn-"))
        #expect(try contentType(nil) != first)
    }

    @Test(arguments: [
        ("multipart/form-data; boundary=abc", "abc"), ("Multipart/Mixed;charset=utf-8; Boundary=\"a b:c\"", "a b:c"),
        ("multipart/related ; x=\"a;boundary=no\"; boundary=yes ; y=1", "yes"),
        (#"multipart/form-data; boundary="\a\b""#, "ab"),
    ])
    func boundaryThatIsGivenIsUsed(given: String, boundary: String) throws {
        #expect(try contentType(given) == given)
        #expect(try MultipartBoundary(contentType: given)?.text == boundary)
    }

    @Test(arguments: [
        ("multipart/form-data", "multipart/form-data"), ("multipart/mixed; ", "multipart/mixed"),
        (#"multipart/related; type="a/b"; start="<c>""#, #"multipart/related; type="a/b"; start="<c>""#),
        ("application/json", "multipart/form-data"), ("", "multipart/form-data"),
        ("nonsense;;=", "multipart/form-data"),
        ("application/json; boundary=abc", "multipart/form-data"),
    ])
    func typeWithoutBoundaryGetsOne(given: String, type: String) throws {
        #expect(try contentType(given).hasPrefix("\(type); boundary=talyn-"))
    }

    @Test(arguments: [
        "\"\"", "\"a \"", "\"a\\\"b\"", "a*b", "\"a;b\"", String(repeating: "a", count: 71), "ü",
    ])
    func invalidBoundaryIsRefused(_ boundary: String) throws {
        let error = #expect(throws: BodyError.self) { try contentType("multipart/form-data; boundary=\(boundary)") }
        guard case .invalidBoundary? = error else {
            Issue.record("\(String(describing: error)) is no invalidBoundary")
            return
        }
    }

    @Test func longestBoundaryIsAccepted() throws {
        #expect(try MultipartBoundary(String(repeating: "a", count: 70)).text.count == 70)
    }
}
