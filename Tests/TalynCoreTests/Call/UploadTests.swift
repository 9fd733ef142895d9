import Foundation
import TalynTransfers
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

struct UploadTests {
    private let directory: TemporaryDirectory
    private let url = URL(string: "https://example.com/up")!

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What arrived at a transport.
    private struct Sent: Sendable {
        let request: OutgoingRequest
        let body: Data
    }

    private let sent = Recorder<Sent>()

    private func provider(plugins: [any Plugin] = [], statusCode: Int = 200) -> Provider<Probe> {
        let transport = ClosureTransport { [sent] request in
            var body = Data()
            if let requestBody = request.body {
                for try await chunk in requestBody {
                    body.append(chunk)
                    request.onSend?(Int64(body.count))
                }
            }
            sent.record(Sent(request: request, body: body))
            return TransportResponse(statusCode: statusCode, body: HTTPBody(Data("ok".utf8)))
        }
        return Provider(transport: transport, plugins: plugins)
    }

    private func probe(
        _ body: RequestBody,
        headers: [String: String] = [:],
        _ method: HTTPRequest.Method = .post
    ) -> Probe {
        Probe(url, "", method, headers: headers, body: body)
    }

    private func field(_ text: String = "1") -> MultipartPart {
        MultipartPart(content: .data(Data(text.utf8)), name: "a")
    }

    private func stream(_ text: String) -> MultipartPart {
        MultipartPart(
            content: .stream(
                StreamedUpload(HTTPBody(InputStream(data: Data(text.utf8)), length: Int64(text.utf8.count)))
            ),
            name: "a"
        )
    }

    private func failure(
        _ body: RequestBody,
        headers: [String: String] = [:],
        plugins: [any Plugin] = []
    ) async -> BodyError? {
        let result = await Result { () async throws(TalynError) in
            try await provider(plugins: plugins).request(probe(body, headers: headers))
        }
        guard case .failure(let error) = result else { return nil }
        #expect(error.reason == .body)
        #expect(error.response == nil)
        return error.underlyingError as? BodyError
    }

    // MARK: What is sent

    @Test func fileIsTheBodyAndHasNoTypeUnlessAsked() async throws {
        let file = try directory.file("a.json", "{}")
        _ = try await provider().request(probe(.file(file)))
        _ = try await provider().request(probe(.file(file), headers: ["Content-Type": "application/json"]))
        #expect(sent.events.map(\.body) == [Data("{}".utf8), Data("{}".utf8)])
        #expect(sent.events.map { $0.request.headerFields[.contentType] } == [nil, "application/json"])
    }

    @Test func multipartHasItsBoundaryInTheField() async throws {
        _ = try await provider().request(
            probe(.multipart([field()]), headers: ["content-type": "application/json"])
        )
        let received = try #require(sent.events.first)
        let contentType = try #require(received.request.headerFields[.contentType])
        let boundary = try #require(try MultipartBoundary(contentType: contentType))
        #expect(try ParsedPart.parse(received.body, boundary: boundary.text).map(\.content) == [Data("1".utf8)])
    }

    @Test func customBoundaryIsUsed() async throws {
        let headers = ["Content-Type": "multipart/mixed; boundary=\"my own\""]
        _ = try await provider().request(probe(.multipart([field()]), headers: headers))
        let received = try #require(sent.events.first)
        #expect(received.request.headerFields.combined == headers)
        #expect(try ParsedPart.parse(received.body, boundary: "my own").count == 1)
    }

    @Test func uploadHasAQuery() async throws {
        _ = try await provider().request(Probe(url, "", .post, query: ["page": 2], body: .multipart([field()])))
        #expect(sent.events.first?.request.url?.query == "page=2")
        #expect(sent.events.first?.body.isEmpty == false)
    }

    @Test func anyMethodMayUpload() async throws {
        let file = try directory.file("a", "1")
        for method in [.get, .head, .delete, .put, .patch] as [HTTPRequest.Method] {
            _ = try await provider().request(probe(.file(file), method))
        }
        #expect(sent.events.map { $0.request.method } == [.get, .head, .delete, .put, .patch])
        #expect(sent.events.allSatisfy { $0.body == Data("1".utf8) })
    }

    // MARK: Plugins

    @Test func pluginsSeeTheContentTypeAndMayReplaceIt() async throws {
        struct Typist: RequestAdapter {
            let seen: Recorder<String>
            let replacement: String?

            func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                seen.record(request.headerFields[.contentType] ?? "")
                guard let replacement else { return }
                request.headerFields[.contentType] = replacement
            }
        }
        let seen = Recorder<String>()
        for replacement in [nil, "application/json", "multipart/form-data; boundary=mine"] {
            _ = try await provider(plugins: [Typist(seen: seen, replacement: replacement)])
                .request(probe(.multipart([field()])))
        }
        #expect(seen.events.allSatisfy { $0.hasPrefix("multipart/form-data; boundary=talyn-") })
        for received in sent.events {
            let contentType = try #require(received.request.headerFields[.contentType])
            let boundary = try #require(try MultipartBoundary(contentType: contentType))
            #expect(try ParsedPart.parse(received.body, boundary: boundary.text).count == 1)
        }
        #expect(sent.events.last?.body.starts(with: Data("--mine\r\n".utf8)) == true)
    }

    @Test func bodyOfAPluginTakesTheUploadsPlace() async throws {
        struct Packer: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                request.body = HTTPBody(Data("packed".utf8))
            }
        }
        _ = try await provider(plugins: [Packer()]).request(probe(.file(directory.file("a", "1"))))
        #expect(sent.events.map(\.body) == [Data("packed".utf8)])
    }

    /// Tries everything twice.
    private struct Twice: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            _ = try await next(endpoint)
            return try await next(endpoint)
        }
    }

    @Test func bodyIsMadeAnewForEachAttempt() async throws {
        let file = try directory.file("a", "1")
        for body in [.file(file), .multipart([field(), .init(content: .file(file), name: "f")])]
            as [RequestBody]
        {
            _ = try await provider(plugins: [Twice()]).request(
                probe(body, headers: ["Content-Type": "multipart/x; boundary=b"])
            )
        }
        #expect(sent.events.count == 4)
        #expect(sent.events[0].body == sent.events[1].body)
        #expect(sent.events[2].body == sent.events[3].body)
    }

    @Test func streamCannotBeSentAgain() async throws {
        #expect(await failure(.multipart([stream("1")]), plugins: [Twice()]) == .streamAlreadyUsed)
        #expect(sent.events.count == 1)
    }

    // MARK: Progress

    @Test(arguments: [false, true])
    func progressCountsSentBytes(isStubbed: Bool) async throws {
        let file = try directory.file("a", Data(count: 1_000_000))
        let provider = isStubbed ? Provider<Probe>(transport: SampleTransport()) : provider()
        let counts = Recorder<TransferCount>()
        _ = try await provider.transfer(probe(.file(file))).response(counting: counts)
        let sending = counts.events.filter { $0.direction == .sent }
        #expect(sending.allSatisfy { $0.total == 1_000_000 })
        #expect(sending.map(\.completed) == sending.map(\.completed).sorted())
        #expect(sending.last?.completed == 1_000_000)
    }

    @Test func progressOnlyGrows() throws {
        let counts = Recorder<Int64>()
        var request = OutgoingRequest(url: url, body: HTTPBody(Data(count: 10)))
        request.reportProgress { counts.record($0.completed) }
        let onSend = try #require(request.onSend)
        for count in [0, 3, 3, 2, 7, 11] as [Int64] { onSend(count) }
        #expect(counts.events == [3, 7, 10])
    }

    // MARK: Bad input

    @Test func invalidBodyFailsBeforeSending() async throws {
        let missing = directory.url.appendingPathComponent("missing")
        let recorder = Recorder<String>()
        let plugin = RecordingPlugin(name: "p", recorder: recorder)
        #expect(await failure(.multipart([]), plugins: [plugin]) == .emptyMultipart)
        #expect(await failure(.file(missing), plugins: [plugin]) == .cannotRead(missing, .ENOENT))
        #expect(await failure(.file(directory.url)) == .notAFile(directory.url))
        #expect(
            await failure(.multipart([.init(content: .file(missing), name: "f")]))
                == .cannotRead(missing, .ENOENT)
        )
        let headers = ["Content-Type": "multipart/form-data; boundary=\"a\\\"b\""]
        #expect(await failure(.multipart([field()]), headers: headers) == .invalidBoundary("a\"b"))
        #expect(sent.events.isEmpty)
        #expect(!recorder.events.contains { $0.contains("willSend") })
    }

    @Test func streamOfAnotherLengthIsABodyError() async {
        let short = MultipartPart(HTTPBody(InputStream(data: Data("1".utf8)), length: 5), name: "a")
        #expect(await failure(.multipart([short])) == .shorterThanDeclared(expected: 5, actual: 1))
        let long = MultipartPart(HTTPBody(InputStream(data: Data("12".utf8)), length: 1), name: "a")
        #expect(await failure(.multipart([long])) == .longerThanDeclared(expected: 1))
        #expect(sent.events.isEmpty)
    }

    @Test func everyErrorSaysWhatToDo() {
        let url = URL(fileURLWithPath: "/a b")
        let errors: [BodyError] = [
            .emptyMultipart, .invalidBoundary("ü\r\n"), .forbiddenCharacter(in: "file name", part: 2), .notAFile(url),
            .cannotRead(url, .EACCES), .shorterThanDeclared(expected: 2, actual: 1), .longerThanDeclared(expected: 2),
            .streamAlreadyUsed, .streamFailed, .destinationExists(url), .cannotWrite(url, .ENOSPC),
            .cannotWrite(url, .ENOENT), .cannotWrite(url, .EACCES),
        ]
        for error in errors {
            let text = TalynError(error).description
            #expect(error.recoverySuggestion.map { text.contains($0) } == true)
            #expect(!text.contains("\r"))
        }
        #expect(TalynError(errors[4]).description.contains(#""/a b" can't be read: Permission denied"#))
    }

    // MARK: Identity

    @Test func endpointHasNoBoundaryYet() throws {
        #expect(try Endpoint(probe(.multipart([field()]))).request().headerFields["Content-Type"] == nil)
    }
}
