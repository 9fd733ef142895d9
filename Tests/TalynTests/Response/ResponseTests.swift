import Foundation
import TalynURLSession
import TestSupport
import Testing

@testable import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct ResponseTests {
    private func response(_ body: String = "", status: Int = 200, headerFields: HTTPFields = [:]) -> Response {
        Response(statusCode: status, data: Data(body.utf8), headerFields: headerFields)
    }

    // MARK: Foundation's view

    @Test func foundationsResponseJoinsRepeatedFields() throws {
        var fields = HTTPFields()
        fields.append(HTTPField(name: .vary, value: "Accept"))
        fields.append(HTTPField(name: .contentType, value: "text/plain"))
        fields.append(HTTPField(name: .vary, value: "Origin"))
        let url = try #require(URL(string: "https://example.com/a"))
        let response = Response(statusCode: 203, data: Data(), headerFields: fields, url: url)
        let foundation = try #require(response.httpURLResponse)
        #expect(foundation.statusCode == 203)
        #expect(foundation.url == url)
        #expect(foundation.value(forHTTPHeaderField: "Vary") == "Accept, Origin")
        #expect(response.headerFields[values: .vary] == ["Accept", "Origin"])
    }

    @Test func withoutURLThereIsNoFoundationResponse() {
        #expect(response().httpURLResponse == nil)
    }

    @Test func dataStartsAtZero() {
        let data = Data("abc".utf8).dropFirst()
        let response = Response(statusCode: 200, data: data, headerFields: [:])
        #expect(response.data.startIndex == 0 && response.data == Data("bc".utf8))
    }

    /// Neither keeps the body of the request, which can be large.
    @Test(arguments: [200, 404]) func resultWithoutItsCallKeepsNoRequestBody(status: Int) async throws {
        let transport = ClosureTransport { _ in
            TransportResponse(statusCode: status, body: HTTPBody(Data("answer".utf8)))
        }
        let probe = Probe(try #require(URL(string: "https://example.com")), "/a", .post, body: Data(count: 100))
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

    @Test func mapJSONGivesTheTree() throws {
        let json = try #require(try response(#"{"a": [1, null, "x"]}"#).mapJSON() as? [String: [Any?]])
        #expect(json["a"]?.first as? Int == 1)
        #expect(json["a"]?[1] == nil)
        #expect(json["a"]?.last as? String == "x")
        #expect(try response("7").mapJSON() as? Int == 7)
    }

    @Test func mapJSONOfNothing() throws {
        #expect(try response().mapJSON(failsOnEmptyData: false) == nil)
        let error = #expect(throws: TalynError.self) { try response().mapJSON() }
        guard case .emptyBody? = error?.underlyingError as? MappingError else {
            Issue.record("\(String(describing: error)) doesn't say that the body is empty")
            return
        }
    }

    @Test func mapJSONOfSomethingElse() {
        let error = #expect(throws: TalynError.self) { try response("<html>").mapJSON() }
        #expect(error?.reason == .decoding)
        #expect(error?.response?.data == Data("<html>".utf8))
        #expect(error?.description.contains("isn't JSON") == true)
    }

    @Test func mapStringGivesTheText() throws {
        #expect(try response("Grüße").mapString() == "Grüße")
        #expect(try response().mapString() == "")
        #expect(try response(#"{"a": {"b": ["x", "y"]}}"#).mapString(atKeyPath: "a.b.1") == "y")
    }

    @Test func invalidUTF8IsFoundAtItsOffset() {
        let response = Response(statusCode: 200, data: Data("Grü".utf8) + Data([0xFF, 0x41]), headerFields: [:])
        let error = #expect(throws: TalynError.self) { try response.mapString() }
        #expect(error?.reason == .decoding)
        guard case .invalidUTF8(offset: 4)? = error?.underlyingError as? MappingError
        else {
            Issue.record("\(String(describing: error)) doesn't name the offset")
            return
        }
        #expect(error?.description.contains("byte 4") == true)
    }

    @Test(arguments: [("a.c", "a.c"), ("x.y", "x"), ("a.b.5", "a.b.5"), ("a.b.x", "a.b.x"), ("a.n.z", "a.n.z")])
    func missingKeyPathIsNamed(keyPath: String, missing: String) {
        let response = response(#"{"a": {"b": ["x"], "n": 1}}"#)
        for error in [
            #expect(throws: TalynError.self) { try response.mapString(atKeyPath: keyPath) },
            #expect(throws: TalynError.self) { try response.map(String.self, atKeyPath: keyPath) },
        ] {
            guard case .missingKeyPath(keyPath, missing)? = error?.underlyingError as? MappingError else {
                Issue.record("\(String(describing: error)) doesn't name \(missing)")
                continue
            }
            #expect(error?.description.contains("'\(missing)'") == true)
        }
    }

    @Test func valueThatIsNoStringIsRefused() {
        let error = #expect(throws: TalynError.self) { try response(#"{"a": 1}"#).mapString(atKeyPath: "a") }
        #expect(error?.reason == .decoding)
        guard case .notAString("a")? = error?.underlyingError as? MappingError else {
            Issue.record("\(String(describing: error)) doesn't say so")
            return
        }
    }
}
