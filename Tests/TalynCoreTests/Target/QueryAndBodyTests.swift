import Foundation
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

/// The query and the body of a target have nothing to do with each other.
struct QueryAndBodyTests {
    private struct Sent: Sendable {
        let request: OutgoingRequest
        let body: Data
        var contentType: String? { request.headerFields[.contentType] }
    }

    private let query: RequestParameters = ["page": 2, "text": "a b", "no": Int?.none]
    private let text = Data("text".utf8)

    private func probe(_ body: RequestBody, query: RequestParameters = [:]) throws -> Probe {
        Probe(try #require(URL(string: "https://example.com/a?key=1")), "", .post, query: query, body: body)
    }

    private func provider(_ sent: Recorder<Sent>, plugins: [any Plugin] = []) -> Provider<Probe> {
        let transport = ClosureTransport { request in
            var body = Data()
            if let requestBody = request.body { for try await chunk in requestBody { body.append(chunk) } }
            sent.record(Sent(request: request, body: body))
            return TransportResponse(statusCode: 200, body: HTTPBody(Data("answer".utf8)))
        }
        return Provider(transport: transport, plugins: plugins)
    }

    private func sent(_ body: RequestBody, query: RequestParameters = [:]) async throws -> Sent {
        let sent = Recorder<Sent>()
        _ = try await provider(sent).request(try probe(body, query: query))
        return try #require(sent.events.first)
    }

    /// What is sent with a query, which differs from what is sent without one only by the query.
    private func sentWithQuery(_ body: RequestBody) async throws -> Sent {
        let plain = try await sent(body)
        let more = try await sent(body, query: query)
        #expect(plain.request.url?.absoluteString == "https://example.com/a?key=1")
        #expect(more.request.url?.absoluteString == "https://example.com/a?key=1&page=2&text=a%20b")
        #expect(more.request.method == .post)
        #expect(more.request.headerFields.combined.keys.sorted() == plain.request.headerFields.combined.keys.sorted())
        return more
    }

    // MARK: Each body

    @Test func queryMayBeAlone() async throws {
        #expect(try await sentWithQuery(.none).body.isEmpty)
    }

    @Test func bodyInMemoryIsSent() async throws {
        let form = "application/x-www-form-urlencoded; charset=utf-8"
        let encoder = CodingOptions { $0.keys = .snakeCase }.jsonEncoder
        for (body, text, contentType) in [
            (RequestBody.data(text), "text", nil),
            (.json(["aB": 1]), #"{"aB":1}"#, "application/json"),
            (.json(User(name: "x"), encoder: encoder), #"{"name":"x"}"#, "application/json"),
            (.json(["a": 1, "b": "x"]), #"{"a":1,"b":"x"}"#, "application/json"),
            (.form(User(name: "x")), "name=x", form),
            (.form(["a": 1, "b": "x"]), "a=1&b=x", form),
        ] as [(RequestBody, String, String?)] {
            let sent = try await sentWithQuery(body)
            #expect(String(decoding: sent.body, as: UTF8.self) == text)
            #expect(sent.contentType == contentType)
        }
    }

    @Test func fileIsSent() async throws {
        let directory = try TemporaryDirectory()
        let file = try directory.file("a.json", "content")
        let sent = try await sentWithQuery(.file(file))
        #expect(sent.body == Data("content".utf8))
        #expect(sent.contentType == nil)
    }

    @Test func partsAreSent() async throws {
        let parts = [MultipartPart("1", name: "a"), MultipartPart(text, name: "b", fileName: "b.txt")]
        let sent = try await sentWithQuery(.multipart(parts))
        let boundary = try #require(try MultipartBoundary(contentType: sent.contentType ?? ""))
        let parsed = try ParsedPart.parse(sent.body, boundary: boundary.text)
        #expect(parsed.map(\.content) == [Data("1".utf8), text])
    }

    @Test func bodyIsReadWhileItIsSent() async throws {
        let sent = try await sent(.stream(HTTPBody(Chunks("a", "bc"))), query: query)
        #expect(sent.request.url?.query == "key=1&page=2&text=a%20b")
        #expect(sent.body == Data("abc".utf8))
    }

    @Test func responseIsDownloaded() async throws {
        let directory = try TemporaryDirectory()
        let file = directory.url.appendingPathComponent("answer")
        let sent = Recorder<Sent>()
        _ = try await provider(sent).download(try probe(.data(text), query: query), to: file).response()
        #expect(try Data(contentsOf: file) == Data("answer".utf8))
        #expect(sent.events.map { $0.request.url?.query } == ["key=1&page=2&text=a%20b"])
        #expect(sent.events.map(\.body) == [text])
    }

    @Test func stubReadsTheBody() async throws {
        let stub = Provider<Probe>(transport: SampleTransport())
        let chunks = Chunks("a", "bc")
        let response = try await stub.request(try probe(.stream(HTTPBody(chunks)), query: query))
        #expect(response.request?.url?.query == "key=1&page=2&text=a%20b")
        #expect(chunks.pulled.events == [0, 1])
    }

    // MARK: Formats

    private struct Search: Encodable {
        var text = "a b"
        var page: Int? = 2
        var limit: Int?
        var exact = true
        var tags = ["x", "y"]
        var perPage = 1.5
    }

    @Test func propertiesBecomeParameters() throws {
        let url = try Endpoint(probe(.none, query: RequestParameters(Search()))).url
        #expect(url.hasSuffix("?key=1&exact=true&page=2&perPage=1.5&tags=x&tags=y&text=a%20b"))
    }

    @Test func codingOfTheTargetDecidesOnFormats() throws {
        struct API: TargetType {
            var baseURL: URL { URL(string: "https://example.com/search?key=1")! }
            var path: RequestPath { "" }
            var query: RequestParameters { RequestParameters(Search()) }
            var body: RequestBody { .form(Search()) }
            var coding: CodingOptions {
                CodingOptions {
                    $0.keys = .snakeCase
                    $0.arrays = .noBrackets
                    $0.booleans = .literal
                }
            }
        }
        let request = try Endpoint(API()).request()
        let text = "exact=true&page=2&per_page=1.5&tags=x&tags=y&text=a%20b"
        #expect(request.url?.query(percentEncoded: true) == "key=1&\(text)")
        #expect(request.body?.data == Data(text.utf8))
    }

    // MARK: Errors

    @Test func queryThatCantBeWrittenFailsTheCall() async throws {
        for body in [RequestBody.none, .data(text), .stream(HTTPBody(Chunks("a")))] {
            let sent = Recorder<Sent>()
            let target = try probe(body, query: ["a": Double.nan])
            let error = await #expect(throws: TalynError.self) { try await provider(sent).request(target) }
            #expect((error?.underlyingError as? RequestError)?.part == .parameter)
            #expect(error?.description.contains("'a'") == true)
            #expect(sent.events.isEmpty)
        }
    }

    @Test func fileThatIsMissingFailsAsItDoesWithoutAQuery() async throws {
        let directory = try TemporaryDirectory()
        let body = RequestBody.file(directory.url.appendingPathComponent("missing"))
        var errors: [BodyError] = []
        for target in [try probe(body), try probe(body, query: query)] {
            let error = await #expect(throws: TalynError.self) { try await provider(Recorder()).request(target) }
            errors.append(try #require(error?.underlyingError as? BodyError))
        }
        #expect(errors.first == errors.last)
    }

    // MARK: Repetition

    @Test func streamIsSentOnceOnly() throws {
        #expect(try !Endpoint(probe(.stream(HTTPBody(Chunks("a"))), query: query)).isReplayable)
        #expect(try Endpoint(probe(.stream(HTTPBody(text)), query: query)).isReplayable)
    }
}
