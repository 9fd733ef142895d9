#if Tools && (os(macOS) || os(Linux))
import Foundation
import HTTPBin
import Talyn
import TalynStubServer
import TalynTesting
import Testing
import TestSupport
import _TalynSupport

/// One scenario: live, stubbed, recorded, replayed and served. What plugins see and what callers get is the same.
@Suite(.sockets)
struct ScenarioTests {
    enum Bin: TargetType, Hashable {
        case get(page: Int)
        case post(title: String)
        case status(Int)
        case redirect
        case letters
        case lines
        case json

        var baseURL: URL { URL(string: "http://httpbin.example.com")! }

        var path: RequestPath {
            switch self {
            case .get: "/get"
            case .post: "/post"
            case .status(let code): "/status/\(code)"
            case .redirect: "/redirect/2"
            case .letters: "/range/26"
            case .lines: "/stream/3"
            case .json: "/json"
            }
        }

        var method: HTTPRequest.Method { if case .post = self { .post } else { .get } }

        var query: RequestParameters { if case .get(let page) = self { ["page": page] } else { [:] } }

        var body: RequestBody { if case .post(let title) = self { .json(["title": title]) } else { .none } }
    }

    /// What a run of the scenario brought.
    struct Outcome: Equatable {
        var events: [String] = []
        var results: [String] = []
    }

    /// Records the events that plugins see.
    final class Journal: RequestAdapter, CallObserver {
        private let lines = Locked<[String]>([])

        var events: [String] { lines.withLock(\.self) }

        func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
            lines.withLock { $0.append("prepare \(request.method.rawValue) \(request.url?.path ?? "")") }
            request.headerFields[.authorization] = "Bearer s3cret"
        }

        func willSend(_ request: OutgoingRequest, context: CallContext) {
            lines.withLock { $0.append("send \(request.headerFields[.authorization] ?? "")") }
        }

        func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
            lines.withLock { $0.append("receive \(Self.text(result))") }
        }

        func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
            lines.withLock { $0.append("didEnd \(Self.text(result))") }
        }

        private static func text(_ result: Result<Response, TalynError>) -> String {
            switch result {
            case .success(let response): "\(response.statusCode) \(response.url?.path ?? "")"
            case .failure(let error): "\(error.reason) \(error.statusCode ?? 0)"
            }
        }
    }

    private func outcome(over transport: any Transport, at baseURL: URL? = nil) async throws -> Outcome {
        let journal = Journal()
        let provider = Provider<Bin>(
            baseURL: baseURL,
            transport: transport,
            plugins: [RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none }), journal],
            requestOptions: .patient
        )
        var results: [String] = []
        results.append(try await provider.request(.get(page: 1), as: String.self, atKeyPath: "args.page"))
        results.append(try await provider.request(.post(title: "Slow"), as: String.self, atKeyPath: "json.title"))
        results.append(try await provider.request(.json, as: String.self, atKeyPath: "slideshow.title"))
        for code in [404, 503] {
            do {
                _ = try await provider.request(.status(code))
            } catch {
                results.append("\(error.reason) \(error.statusCode ?? 0) \(error.metrics?.attempts.count ?? 0)")
            }
        }
        let redirected = try await provider.request(.redirect)
        results.append("\(redirected.statusCode) \(redirected.url?.path ?? "")")
        let letters = try await provider.request(.letters)
        results.append("\(try letters.decode(String.self)) \(letters.headerFields[.contentType] ?? "")")
        let stream = try await provider.stream(.lines).open()
        var count = 0
        for try await line in stream.body.lines where line.contains("id") { count += 1 }
        results.append("\(stream.response.statusCode) \(count)")
        let transferred = try await provider.transfer(.letters).response()
        results.append("\(transferred.data.count)")
        return Outcome(events: journal.events, results: results)
    }

    /// The responses of httpbin, written by hand.
    private var stubs: StubSet {
        let stubs = StubSet()
        stubs.on(.target(Bin.get(page: 1)), .json(["args": ["page": "1"]]))
        stubs.on(.post("/post")) { request in .json(["json": try request.decode([String: String].self)]) }
        stubs.on(.get("/json"), .json(["slideshow": ["title": "Sample Slide Show"]]))
        stubs.on(.get("/status/404"), .status(404))
        stubs.on(.target(Bin.status(503)), .status(503), times: .exactly(3))
        stubs.on(.get("/redirect/{times}"), .status(302, headerFields: [.location: "/get"]))
        stubs.fallback(.get("/get"), .json(["args": [String: String]()]))
        let letters = "abcdefghijklmnopqrstuvwxyz"
        stubs.on(.get("/range/26"), .text(letters, contentType: "application/octet-stream"), times: .exactly(2))
        stubs.on(.get("/stream/3"), .json(text: (0..<3).map { #"{"id": \#($0)}"# + "\n" }.joined()))
        return stubs
    }

    @Test func everyWayOfAnsweringIsTheSame() async throws {
        try await HTTPBinServer.withServer { server in
            let transport = Provider<Bin>().transport
            let live = try await outcome(over: transport, at: server)
            #expect(live.results.count == 9)
            #expect(
                live.results.prefix(5) == [
                    "1", "Slow", "Sample Slide Show", "unacceptableStatus 404 1", "unacceptableStatus 503 3",
                ]
            )
            let stubs = stubs
            let stubbed = try await outcome(over: stubs)
            #expect(stubbed == live)
            #expect(stubs.failures.isEmpty)
            let recorder = RecordingTransport(wrapping: transport)
            let recorded = try await outcome(over: recorder, at: server)
            #expect(recorded == live)
            let recording = try Recording(recorder.recording.data)
            let replay = ReplayTransport(recording, ignoresOrigin: true)
            // On another host than the recorded one.
            let replayed = try await outcome(over: replay)
            #expect(replayed == live)
            #expect(replay.unused.isEmpty)
            let served = try await StubServer.withServer(serving: ReplayTransport(recording)) { server in
                try await outcome(over: transport, at: server)
            }
            #expect(served == live)
            let stubsServed = try await StubServer.withServer(serving: self.stubs) { server in
                try await outcome(over: transport, at: server)
            }
            #expect(stubsServed == live)
        }
    }
}
#endif
