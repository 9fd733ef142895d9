import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct ResponseTests {
    private func response(_ body: String = "", status: Int = 200, headerFields: HTTPFields = [:]) -> Response {
        Response(statusCode: status, data: Data(body.utf8), headerFields: headerFields)
    }

    @Test func redirectLeadsToAnotherOrigin() throws {
        let url = try #require(URL(string: "https://b.example/c"))
        let response = Response(statusCode: 200, data: Data(), headerFields: [:], url: url)
        #expect(response.isFrom(Origin("https://b.example:443/a")))
        #expect(!response.isFrom(Origin("https://a.example")) && !response.isFrom(nil))
        #expect(self.response().isFrom(Origin("https://a.example")))
    }

    @Test func dataStartsAtZero() {
        let data = Data("abc".utf8).dropFirst()
        let response = Response(statusCode: 200, data: data, headerFields: [:])
        #expect(response.data.startIndex == 0 && response.data == Data("bc".utf8))
    }

    /// Neither keeps the body of the request, which can be large.
    @Test(
        arguments: [200, 404],
        [
            RequestBody.data(Data(count: 100)), .multipart([MultipartPart(Data(count: 100), name: "a")]),
            .stream(HTTPBody(Data(count: 100))),
        ]
    )
    func resultWithoutItsCallKeepsNoRequestBody(status: Int, body: RequestBody) async throws {
        let transport = ClosureTransport { _ in
            TransportResponse(statusCode: status, body: HTTPBody(Data("answer".utf8)))
        }
        let probe = Probe(try #require(URL(string: "https://example.com")), "/a", .post, body: body)
        let result = await Provider<Probe>(transport: transport).result(probe)
        let response: Response
        if case .failure(let error) = result {
            #expect(error.metrics != nil)
            let kept = error.withoutCall
            #expect(kept.context == nil && kept.reason == error.reason)
            #expect(kept.description == error.description)
            response = try #require(kept.response)
        } else {
            response = try result.get().withoutCall
        }
        #expect(response.context == nil)
        #expect(response.request?.upload == nil && response.request?.onSend == nil)
        #expect(response.request?.body == nil && response.request?.url?.path == "/a")
        #expect(response.data == Data("answer".utf8) && response.statusCode == status)
    }

    @Test func equalityIsOfStatusFieldsAndBody() {
        #expect(response("a") == response("a"))
        #expect(response("a") != response("b"))
        #expect(response("a") != response("a", status: 201))
        #expect(response("a") != response("a", headerFields: [.eTag: "1"]))
    }

    @Test func descriptionTellsStatusAndSize() {
        #expect(response("12345").description == "Status Code: 200, Data Length: 5")
    }

    // MARK: Filters

    @Test func filtersPassOrThrow() throws {
        #expect(try response(status: 204).filter(statusCodes: 200...299).statusCode == 204)
        #expect(try response(status: 418).filter(statusCodes: 400..<500).statusCode == 418)
        let error = #expect(throws: TalynError.self) { try response(status: 302).filter(statusCodes: 200...299) }
        #expect(error?.reason == .unacceptableStatus)
        #expect(error?.statusCode == 302)
        #expect(throws: TalynError.self) { try response(status: 417).filter(statusCodes: 418...418) }
    }

    // MARK: JSON and text

    @Test func bodyThatIsEmptyIsNoJSON() throws {
        let error = #expect(throws: TalynError.self) { try response().decode(String.self, atKeyPath: "a") }
        guard case .emptyBody? = error?.underlyingError as? MappingError else {
            Issue.record("\(String(describing: error)) doesn't say that the body is empty")
            return
        }
    }

    @Test func bodyThatIsNoJSONIsRefused() {
        let error = #expect(throws: TalynError.self) { try response("<html>").decode(Int.self, atKeyPath: "a") }
        #expect(error?.reason == .decoding)
        #expect(error?.response?.data == Data("<html>".utf8))
        #expect(error?.description.contains("isn't JSON") == true)
    }

    @Test func stringIsTheTextOfTheBody() throws {
        #expect(try response("Grüße").decode(String.self) == "Grüße")
        #expect(try response(#""quoted""#).decode(String.self) == #""quoted""#)
        #expect(try response().decode(String.self) == "")
        #expect(try response(#"{"a": {"b": ["x", "y"]}}"#).decode(String.self, atKeyPath: "a.b.1") == "y")
    }

    @Test func dataIsTheBytesOfTheBody() throws {
        #expect(try response("{}").decode(Data.self) == Data("{}".utf8))
        #expect(try response(#"{"a": "aGk="}"#).decode(Data.self, atKeyPath: "a") == Data("hi".utf8))
    }

    @Test(arguments: [
        ("text/plain", Data("ü".utf8)), ("text/plain; charset=utf-8", Data("ü".utf8)),
        ("text/plain; charset=ISO-8859-1", Data([0xFC])), ("text/plain; charset=\"latin1\"", Data([0xFC])),
        ("text/plain; charset=utf-16le", Data([0xFC, 0])), ("text/plain; charset=utf-16be", Data([0, 0xFC])),
    ])
    func textHasTheCharsetOfTheContentType(contentType: String, data: Data) throws {
        let response = Response(statusCode: 200, data: data, headerFields: [.contentType: contentType])
        #expect(try response.decode(String.self) == "ü")
    }

    @Test func unknownCharsetIsNamed() {
        let response = Response(
            statusCode: 200,
            data: Data([0x41]),
            headerFields: [.contentType: "text/plain; charset=x-own"]
        )
        let error = #expect(throws: TalynError.self) { try response.decode(String.self) }
        #expect(error?.description.contains("The charset 'x-own' of the body is unknown.") == true)
    }

    @Test func invalidUTF8IsFoundAtItsOffset() {
        let response = Response(statusCode: 200, data: Data("Grü".utf8) + Data([0xFF, 0x41]), headerFields: [:])
        let error = #expect(throws: TalynError.self) { try response.decode(String.self) }
        #expect(error?.reason == .decoding)
        #expect(error?.description.contains("The body isn't text in UTF-8: byte 4 is invalid.") == true)
    }

    @Test(arguments: [("a.c", "a.c"), ("x.y", "x"), ("a.b.5", "a.b.5"), ("a.b.x", "a.b.x"), ("a.n.z", "a.n.z")])
    func missingKeyPathIsNamed(keyPath: String, missing: String) {
        let response = response(#"{"a": {"b": ["x"], "n": 1}}"#)
        let error = #expect(throws: TalynError.self) { try response.decode(String.self, atKeyPath: keyPath) }
        guard case .missingKeyPath(keyPath, missing)? = error?.underlyingError as? MappingError else {
            Issue.record("\(String(describing: error)) doesn't name \(missing)")
            return
        }
        #expect(error?.description.contains("'\(missing)'") == true)
    }

    @Test func valueThatIsNoStringIsRefused() {
        let error = #expect(throws: TalynError.self) { try response(#"{"a": 1}"#).decode(String.self, atKeyPath: "a") }
        #expect(error?.reason == .decoding)
        #expect(error?.underlyingError is DecodingError)
    }
}
