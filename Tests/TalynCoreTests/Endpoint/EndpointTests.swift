import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

struct EndpointTests {
    private func endpoint(
        url: String = "https://example.com/a",
        method: HTTPRequest.Method = .post,
        headers: [String: String] = [:],
        body: RequestBody = .none
    ) throws -> Endpoint {
        try Endpoint.of(url, method, headerFields: HTTPFields(headers), body: body)
    }

    private struct Issue: Codable {
        var title: String
        var number: Double = 1
    }

    // MARK: Requests

    @Test func requestHasMethodURLAndHeaderFields() throws {
        let request = try endpoint(method: .delete, headers: ["X-One": "1"]).request()
        #expect(request.method == .delete)
        #expect(request.url?.absoluteString == "https://example.com/a")
        #expect(request.headerFields["X-One"] == "1")
        #expect(request.body == nil)
    }

    @Test func dataIsTheBody() throws {
        let request = try endpoint(body: .data(Data("bytes".utf8))).request()
        #expect(request.body?.data == Data("bytes".utf8))
        #expect(request.headerFields[.contentType] == nil)
    }

    @Test func encodableIsAJSONBody() throws {
        let request = try endpoint(body: .json(Issue(title: "T"))).request()
        #expect(request.body?.data == Data(#"{"number":1,"title":"T"}"#.utf8))
        #expect(request.headerFields[.contentType] == "application/json")
    }

    @Test func parametersAreABody() throws {
        let json = try endpoint(body: .json(["b": "x", "a": 1, "c": nil])).request()
        #expect(json.body?.data == Data(#"{"a":1,"b":"x"}"#.utf8))
        let form = try endpoint(body: .form(["b": "x y", "a": true])).request()
        #expect(form.body?.data == Data("a=true&b=x%20y".utf8))
        #expect(
            form.headerFields[.contentType] == "application/x-www-form-urlencoded; charset=utf-8"
        )
    }

    @Test func customEncoderWritesTheBody() throws {
        struct Event: Encodable { var happenedAt = Date(timeIntervalSince1970: 0) }
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.dateEncodingStrategy = .secondsSince1970
        let request = try endpoint(body: .json(Event(), encoder: encoder)).request()
        #expect(request.body?.data == Data(#"{"happened_at":0}"#.utf8))
    }

    @Test func contentTypeThatIsSetStays() throws {
        let headers = ["content-type": "application/vnd.api+json"]
        for body: RequestBody in [.json(Issue(title: "T")), .json(["a": 1]), .form(["a": 1])] {
            let request = try endpoint(headers: headers, body: body).request()
            #expect(request.headerFields[.contentType] == "application/vnd.api+json")
        }
    }

    @Test func userInformationBecomesAuthorization() throws {
        let request = try endpoint(url: "https://ada:p%40ss@example.com/a").request()
        #expect(request.url?.absoluteString == "https://example.com/a")
        #expect(request.headerFields[.authorization] == "Basic YWRhOnBAc3M=")
    }

    @Test func authorizationOfTheTargetWinsOverUserInformation() throws {
        let headers = ["Authorization": "Bearer t"]
        let request = try endpoint(url: "https://ada:x@example.com/a", headers: headers).request()
        #expect(request.headerFields[.authorization] == "Bearer t")
    }

    // MARK: Bad input

    private struct Adding: RequestAdapter {
        let value: String

        func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
            try request.setCredential(value, for: HTTPField.Name("X-One")!)
        }
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b"])
    func invalidHeaderValueIsNamedButNotShown(_ value: String) async {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [Adding(value: value)])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.underlyingError as? RequestError == .invalidHeaderValue(name: "X-One"))
        #expect(error?.reason == .invalidRequest)
        #expect(error?.description.contains("X-One") == true)
        #expect(error?.description.contains(value) == false)
    }

    @Test func bodyThatCannotBeEncodedFailsWithTheEncodersError() {
        let error = #expect(throws: TalynError.self) {
            try endpoint(body: .json(Issue(title: "T", number: .infinity))).request()
        }
        #expect(error?.reason == .invalidRequest)
        #expect(error?.underlyingError is EncodingError)
        #expect(error?.description.contains("'number'") == true, "\(String(describing: error))")
    }

    @Test func formOfAValueWithoutMembersIsRefused() {
        let error = #expect(throws: TalynError.self) { try endpoint(body: .form([1, 2])).request() }
        #expect((error?.underlyingError as? RequestError)?.part == .parameter)
        #expect(error?.reason == .invalidRequest)
    }

    // MARK: Targets

    @Test func endpointHasEverythingOfTheTarget() throws {
        let options = RequestOptions { $0.timeout = .seconds(3) }
        let url = try #require(URL(string: "https://example.com/v1?key=1"))
        let probe = Probe(url, "/a/\(7)", .put, query: ["b": 2], headers: ["X-One": "1"], body: .json(["c": 3]))
        let endpoint = try Endpoint(probe, options: options)
        #expect(endpoint.url == "https://example.com/v1/a/7?key=1&b=2")
        #expect(endpoint.method == .put)
        #expect(endpoint.headerFields["X-One"] == "1")
        #expect(endpoint.options.timeout == .seconds(3))
        #expect(endpoint.pathTemplate == "/a/{}")
        #expect(try endpoint.request().body?.data == Data(#"{"c":3}"#.utf8))
        #expect("\(endpoint)" == "PUT https://example.com/v1/a/7?key=…&b=…")
    }

    // MARK: Values

    @Test func changesOfACopyLeaveTheOriginal() throws {
        let original = try endpoint(headers: ["X-One": "1"], body: .data(Data("old".utf8)))
        var copy = original
        copy.url = "https://example.com/b"
        copy.method = .put
        copy.headerFields[.accept] = "text/plain"
        copy.body = .data(Data("new".utf8))
        copy.options.timeout = .seconds(1)
        let same = try endpoint(headers: ["X-One": "1"], body: .data(Data("old".utf8)))
        #expect(try original.request().head == same.request().head)
        #expect(try original.request().body?.data == same.request().body?.data)
        #expect(original.options.timeout == nil)
        #expect(copy.headerFields["X-One"] == "1")
        #expect(try copy.request().body?.data == Data("new".utf8))
        #expect(copy.pathTemplate == original.pathTemplate)
    }
}
