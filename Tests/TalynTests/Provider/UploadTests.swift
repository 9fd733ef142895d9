import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct UploadTests {
    private let directory: TemporaryDirectory
    private let url = URL(string: "https://example.com/up")!

    init() throws {
        directory = try TemporaryDirectory()
    }

    /// What arrived at a transport.
    private struct Sent: Sendable {
        let request: URLRequest
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
            sent.record(Sent(request: request.urlRequest, body: body))
            return TransportResponse(statusCode: statusCode, body: HTTPBody(Data("ok".utf8)))
        }
        return Provider(transport: transport, plugins: plugins)
    }

    private func probe(_ task: HTTPTask, headers: [String: String]? = nil, _ method: HTTPRequest.Method = .post)
        -> Probe
    {
        var probe = Probe(url, "", method, headers: headers)
        probe.task = task
        return probe
    }

    private func field(_ text: String = "1") -> MultipartFormData {
        MultipartFormData(provider: .data(Data(text.utf8)), name: "a")
    }

    private func stream(_ text: String) -> MultipartFormData {
        MultipartFormData(
            provider: .stream(InputStream(data: Data(text.utf8)), UInt64(text.utf8.count)),
            name: "a"
        )
    }

    private func failure(_ task: HTTPTask, headers: [String: String]? = nil, plugins: [any Plugin] = []) async
        -> BodyError?
    {
        let result = await Result { () async throws(TalynError) in
            try await provider(plugins: plugins).request(probe(task, headers: headers))
        }
        guard case .failure(.underlying(let error, nil)) = result else { return nil }
        return error as? BodyError
    }

    // MARK: What is sent

    @Test func fileIsTheBodyAndHasNoTypeUnlessAsked() async throws {
        let file = try directory.file("a.json", "{}")
        _ = try await provider().request(probe(.uploadFile(file)))
        _ = try await provider().request(probe(.uploadFile(file), headers: ["Content-Type": "application/json"]))
        #expect(sent.events.map(\.body) == [Data("{}".utf8), Data("{}".utf8)])
        #expect(sent.events.map { $0.request.value(forHTTPHeaderField: "Content-Type") } == [nil, "application/json"])
    }

    @Test func multipartHasItsBoundaryInTheField() async throws {
        _ = try await provider().request(
            probe(.uploadMultipart([field()]), headers: ["content-type": "application/json"])
        )
        let received = try #require(sent.events.first)
        let contentType = try #require(received.request.value(forHTTPHeaderField: "Content-Type"))
        let boundary = try #require(try MultipartBoundary(contentType: contentType))
        #expect(try ParsedPart.parse(received.body, boundary: boundary.text).map(\.content) == [Data("1".utf8)])
    }

    @Test func customBoundaryIsUsed() async throws {
        let headers = ["Content-Type": "multipart/mixed; boundary=\"my own\""]
        _ = try await provider().request(probe(.uploadMultipart([field()]), headers: headers))
        let received = try #require(sent.events.first)
        #expect(received.request.allHTTPHeaderFields == headers)
        #expect(try ParsedPart.parse(received.body, boundary: "my own").count == 1)
    }

    @Test func compositeMultipartHasAQuery() async throws {
        let task = HTTPTask.uploadCompositeMultipart([field()], urlParameters: ["page": 2])
        _ = try await provider().request(probe(task))
        #expect(sent.events.first?.request.url?.query == "page=2")
        #expect(sent.events.first?.body.isEmpty == false)
    }

    @Test func anyMethodMayUpload() async throws {
        let file = try directory.file("a", "1")
        for method in [.get, .head, .delete, .put, .patch] as [HTTPRequest.Method] {
            _ = try await provider().request(probe(.uploadFile(file), method))
        }
        #expect(sent.events.map { $0.request.httpMethod } == ["GET", "HEAD", "DELETE", "PUT", "PATCH"])
        #expect(sent.events.allSatisfy { $0.body == Data("1".utf8) })
    }

    // MARK: Plugins

    @Test func pluginsSeeTheContentTypeAndMayReplaceIt() async throws {
        struct Typist: Plugin {
            let seen: Recorder<String>
            let replacement: String?

            func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
                seen.record(request.value(forHTTPHeaderField: "Content-Type") ?? "")
                guard let replacement else { return request }
                var request = request
                request.setValue(replacement, forHTTPHeaderField: "Content-Type")
                return request
            }
        }
        let seen = Recorder<String>()
        for replacement in [nil, "application/json", "multipart/form-data; boundary=mine"] {
            _ = try await provider(plugins: [Typist(seen: seen, replacement: replacement)])
                .request(probe(.uploadMultipart([field()])))
        }
        #expect(seen.events.allSatisfy { $0.hasPrefix("multipart/form-data; boundary=talyn-") })
        for received in sent.events {
            let contentType = try #require(received.request.value(forHTTPHeaderField: "Content-Type"))
            let boundary = try #require(try MultipartBoundary(contentType: contentType))
            #expect(try ParsedPart.parse(received.body, boundary: boundary.text).count == 1)
        }
        #expect(sent.events.last?.body.starts(with: Data("--mine\r\n".utf8)) == true)
    }

    @Test func bodyOfAPluginTakesTheUploadsPlace() async throws {
        struct Packer: Plugin {
            func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
                var request = request
                request.httpBody = Data("packed".utf8)
                return request
            }
        }
        _ = try await provider(plugins: [Packer()]).request(probe(.uploadFile(directory.file("a", "1"))))
        #expect(sent.events.map(\.body) == [Data("packed".utf8)])
    }

    /// Tries everything twice.
    private struct Twice: Plugin {
        func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
            _ = try await next(endpoint)
            return try await next(endpoint)
        }
    }

    @Test func bodyIsMadeAnewForEachAttempt() async throws {
        let file = try directory.file("a", "1")
        for task in [.uploadFile(file), .uploadMultipart([field(), .init(provider: .file(file), name: "f")])]
            as [HTTPTask]
        {
            _ = try await provider(plugins: [Twice()]).request(
                probe(task, headers: ["Content-Type": "multipart/x; boundary=b"])
            )
        }
        #expect(sent.events.count == 4)
        #expect(sent.events[0].body == sent.events[1].body)
        #expect(sent.events[2].body == sent.events[3].body)
    }

    @Test func streamCannotBeSentAgain() async throws {
        #expect(await failure(.uploadMultipart([stream("1")]), plugins: [Twice()]) == .streamAlreadyUsed)
        #expect(sent.events.count == 1)
    }

    // MARK: Progress

    @Test(arguments: [false, true])
    func progressTellsWhatHasBeenSent(isStubbed: Bool) async throws {
        let file = try directory.file("a", Data(count: 1_000_000))
        let events = Recorder<ProgressResponse>()
        let provider = isStubbed ? Provider<Probe>(stubClosure: Provider.immediatelyStub) : provider()
        _ = try await provider.request(probe(.uploadFile(file)), reporting: { events.record($0) })
        let sending = events.events.dropLast().compactMap(\.progressObject)
        #expect(sending.allSatisfy { $0.totalUnitCount == 1_000_000 })
        #expect(sending.map(\.completedUnitCount) == sending.map(\.completedUnitCount).sorted())
        #expect(sending.last?.completedUnitCount == 1_000_000)
        #expect(events.events.last?.completed == true)
        #expect(events.events.last?.progress == 1)
        #expect(events.events.count { $0.completed } == 1)
    }

    @Test func stubbedUploadIsImmediate() throws {
        let file = try directory.file("a", Data(count: 1_000_000))
        let provider = Provider<Probe>(stubClosure: Provider.immediatelyStub)
        for task in [.uploadFile(file), .uploadMultipart([.init(provider: .file(file), name: "f"), stream("1")])]
            as [HTTPTask]
        {
            let results = Recorder<String>()
            provider.request(probe(task)) { results.record($0.text) }
            #expect(results.events == ["200"])
        }
    }

    @Test func progressEndsWithTheCall() {
        let counts = Recorder<Int64>()
        let progress = SendProgress(total: 10) { counts.record($0.completed) }
        for count in [0, 3, 3, 2, 7] as [Int64] { progress.report(count) }
        progress.end()
        progress.report(10)
        #expect(counts.events == [3, 7])
    }

    // MARK: Bad input

    @Test func whatCannotBeSentFailsUnsent() async throws {
        let missing = directory.url.appendingPathComponent("missing")
        let recorder = Recorder<String>()
        let plugin = RecordingPlugin(name: "p", recorder: recorder)
        #expect(await failure(.uploadMultipart([]), plugins: [plugin]) == .emptyMultipart)
        #expect(await failure(.uploadCompositeMultipart([], urlParameters: [:])) == .emptyMultipart)
        #expect(await failure(.uploadFile(missing), plugins: [plugin]) == .cannotRead(missing, .ENOENT))
        #expect(await failure(.uploadFile(directory.url)) == .notAFile(directory.url))
        #expect(
            await failure(.uploadMultipart([.init(provider: .file(missing), name: "f")]))
                == .cannotRead(missing, .ENOENT)
        )
        let headers = ["Content-Type": "multipart/form-data; boundary=\"a\\\"b\""]
        #expect(await failure(.uploadMultipart([field()]), headers: headers) == .invalidBoundary("a\"b"))
        #expect(sent.events.isEmpty)
        #expect(!recorder.events.contains { $0.contains("willSend") })
    }

    @Test func streamOfAnotherLengthIsABodyError() async {
        let short = MultipartFormData(provider: .stream(InputStream(data: Data("1".utf8)), 5), name: "a")
        #expect(await failure(.uploadMultipart([short])) == .shorterThanDeclared(expected: 5, actual: 1))
        let long = MultipartFormData(provider: .stream(InputStream(data: Data("12".utf8)), 1), name: "a")
        #expect(await failure(.uploadMultipart([long])) == .longerThanDeclared(expected: 1))
        #expect(sent.events.isEmpty)
    }

    @Test func everyErrorSaysWhatToDo() {
        let url = URL(fileURLWithPath: "/a b")
        let errors: [BodyError] = [
            .emptyMultipart, .invalidBoundary("ü\r\n"), .forbiddenCharacter(in: .fileName, part: 2), .notAFile(url),
            .cannotRead(url, .EACCES), .shorterThanDeclared(expected: 2, actual: 1), .longerThanDeclared(expected: 2),
            .streamAlreadyUsed, .streamFailed, .destinationExists(url), .cannotWrite(url, .ENOSPC),
            .cannotWrite(url, .ENOENT), .cannotWrite(url, .EACCES),
        ]
        for error in errors {
            let text = TalynError.underlying(error, nil).description
            #expect(error.recoverySuggestion.map { text.contains($0) } == true)
            #expect(!text.contains("\r"))
        }
        #expect(TalynError.underlying(errors[4], nil).description.contains(#""/a b" can't be read: Permission denied"#))
    }

    // MARK: Identity

    @Test func endpointsAreEqualByWhatTheyUpload() throws {
        let file = try directory.file("a", "1")
        func endpoint(_ task: HTTPTask) -> Endpoint { Endpoint(probe(task)) }
        let stream = stream("1")
        let tasks: [HTTPTask] = [
            .uploadFile(file), .uploadFile(directory.url.appendingPathComponent("b")), .uploadMultipart([field()]),
            .uploadMultipart([field("2")]), .uploadMultipart([field(), field()]),
            .uploadMultipart([.init(provider: .file(file), name: "a")]), .uploadMultipart([stream]),
            .uploadMultipart([self.stream("1")]), .uploadMultipart([]), .requestPlain,
        ]
        for (left, leftTask) in tasks.enumerated() {
            for (right, rightTask) in tasks.enumerated() {
                #expect((endpoint(leftTask) == endpoint(rightTask)) == (left == right), "\(left) \(right)")
            }
            #expect(endpoint(leftTask).hashValue == endpoint(leftTask).hashValue)
        }
        #expect(try endpoint(.uploadMultipart([field()])).urlRequest().allHTTPHeaderFields?["Content-Type"] == nil)
    }
}
