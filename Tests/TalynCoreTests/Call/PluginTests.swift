import Foundation
import TalynTransfers
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynStreams

struct PluginTests {
    private let recorder = Recorder<String>()

    private var plugins: [any Plugin] {
        [RecordingPlugin(name: "1", recorder: recorder), RecordingPlugin(name: "2", recorder: recorder)]
    }

    // MARK: Order and number of calls

    @Test func hooksAreCalledInOrderOnSuccess() async throws {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        let response = try await provider.request(.zen)
        #expect(response.request?.headerFields["X-Plugin"] == "1, 2")
        #expect(recorder.events == Self.whole("200"))
    }

    @Test func hooksAreCalledInOrderOverATransport() async throws {
        let transport = ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Data())) }
        _ = try await Provider<Zen>(transport: transport, plugins: plugins).request(.zen)
        #expect(recorder.events == Self.whole("200"))
    }

    @Test func hooksAreCalledInOrderByEveryKindOfCall() async throws {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        _ = try await provider.transfer(.zen).response()
        _ = try await provider.stream(.zen).open()
        for try await _ in provider.pages(of: .zen) {}
        let whole = Self.whole("200")
        #expect(recorder.events == whole + whole + whole)
    }

    @Test func hooksAreCalledInOrderOnFailure() async {
        let provider = Provider<Zen>(answering: { .networkError(NSError(domain: "test", code: 1)) }, plugins: plugins)
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(recorder.events == Self.whole("failed"))
    }

    @Test func didReceiveSeesTheOutcomeOfValidation() async {
        let provider = Provider<Zen>(answering: { .networkResponse(404, Data()) }, plugins: plugins)
        await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(recorder.events == Self.whole("refused 404"))
    }

    @Test func requestThatCannotBeMadeReachesDidEndOnly() async {
        struct Breaking: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                var endpoint = endpoint
                endpoint.url = "not a URL"
                return try await next(endpoint)
            }
        }
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins + [Breaking()])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.reason == .invalidRequest)
        #expect(recorder.events == Self.unsent("failed"))
    }

    @Test func callCancelledBeforeItStartsReachesProcessOnly() async {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Result { () async throws(TalynError) in try await provider.request(.zen) }
        }
        #expect(await task.value.text == "cancelled")
        #expect(recorder.events == Self.unsent("cancelled"))
    }

    @Test func callCancelledDuringAStubsDelayEndsAsAnyOther() async {
        let clock = ManualClock()
        let provider = Provider<Zen>(transport: SampleTransport(delay: .seconds(60)), plugins: plugins, clock: clock)
        let task = Task { await Result { () async throws(TalynError) in try await provider.request(.zen) } }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        #expect(await task.value.text == "cancelled")
        #expect(recorder.events == Self.whole("cancelled"))
    }

    private static func whole(_ outcome: String) -> [String] {
        [
            "1 enter", "2 enter", "1 prepare", "2 prepare", "1 willSend", "2 willSend",
            "1 didReceive \(outcome)", "2 didReceive \(outcome)", "2 leave", "1 leave",
            "1 didEnd \(outcome)", "2 didEnd \(outcome)",
        ]
    }

    private static func unsent(_ outcome: String) -> [String] {
        ["1 enter", "2 enter", "2 leave", "1 leave", "1 didEnd \(outcome)", "2 didEnd \(outcome)"]
    }

    // MARK: What a plugin can do

    private struct Waiting: RequestAdapter {
        let clock: ManualClock

        func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
            try await clock.sleep(for: .seconds(1))
            request.headerFields["X-Waited"] = "waited"
        }
    }

    @Test func prepareMayWait() async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [Waiting(clock: clock)])
        async let response = provider.request(.zen)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(try await response.request?.headerFields["X-Waited"] == "waited")
    }

    @Test func callCancelledWhileAPluginWaitsIsNotSent() async {
        let clock = ManualClock()
        let plugins: [any Plugin] = [RecordingPlugin(name: "1", recorder: recorder), Waiting(clock: clock)]
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        let task = Task { await Result { () async throws(TalynError) in try await provider.request(.zen) } }
        await clock.sleepers(atLeast: 1)
        task.cancel()
        #expect(await task.value.text == "cancelled")
        #expect(recorder.events == ["1 enter", "1 prepare", "1 leave", "1 didEnd cancelled"])
    }

    private struct Refusing: RequestAdapter {
        struct Refused: Error {}

        func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
            throw Refused()
        }
    }

    @Test func errorThatPrepareThrowsIsTheUnderlyingOne() async {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [Refusing()])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.underlyingError is Refusing.Refused)
    }

    /// Header fields of HTTPTypes replace invalid characters. A token with one is a mistake.
    @Test func credentialThatHTTPDoesNotAllowIsNotSent() async {
        struct Breaking: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
                try request.setCredential("a\r\nX-Evil: 1", for: .authorization)
            }
        }
        let plugins: [any Plugin] = [Breaking(), RecordingPlugin(name: "1", recorder: recorder)]
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: plugins)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect((error?.underlyingError as? RequestError)?.part == .headerField)
        #expect(!recorder.events.contains("1 willSend"))
    }

    private struct Retrying: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            var response = try await next(endpoint)
            for attempt in 2...3 where response.statusCode == 503 {
                var endpoint = endpoint
                endpoint.headerFields[HTTPField.Name("X-Attempt")!] = "\(attempt)"
                response = try await next(endpoint)
            }
            return response
        }
    }

    @Test func interceptCanCallNextAgain() async throws {
        let statuses = Locked([503, 503, 200])
        let provider = Provider<Zen>(
            answering: { .networkResponse(statuses.withLock { $0.removeFirst() }, Data()) },
            plugins: [Retrying(), RecordingPlugin(name: "1", recorder: recorder)]
        )
        let response = try await provider.request(.zen)
        #expect(response.statusCode == 200)
        #expect(response.request?.headerFields["X-Attempt"] == "3")
        #expect(recorder.events.count { $0 == "1 prepare" } == 3)
        #expect(recorder.events.count { $0 == "1 willSend" } == 3)
        #expect(
            recorder.events.filter { $0.contains("didReceive") } == [
                "1 didReceive 503", "1 didReceive 503", "1 didReceive 200",
            ]
        )
        #expect(recorder.events.filter { $0.contains("didEnd") } == ["1 didEnd 200"])
    }

    private struct Answering: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            Response(statusCode: 200, data: Data("cached".utf8), headerFields: [:])
        }
    }

    @Test func interceptMayAnswerItself() async throws {
        let provider = Provider<Zen>(
            transport: SampleTransport(),
            plugins: [Answering(), RecordingPlugin(name: "1", recorder: recorder)]
        )
        #expect(try await provider.request(.zen, as: String.self) == "cached")
        #expect(recorder.events == ["1 didEnd 200"])
    }

    private struct Rescuing: CallInterceptor {
        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            (try? await next(endpoint)) ?? Response(statusCode: 200, data: Data("rescued".utf8), headerFields: [:])
        }
    }

    @Test func interceptorMayChangeTheResult() async throws {
        let provider = Provider<Zen>(answering: { .networkResponse(500, Data()) }, plugins: [Rescuing()])
        #expect(try await provider.request(.strict, as: String.self) == "rescued")
    }

    @Test func willSendSeesTheSessionsHeaderFields() async throws {
        struct Labelled: Transport {
            var defaultHeaderFields: HTTPFields { [.userAgent: "Test"] }
            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        struct Seen: CallObserver {
            let recorder: Recorder<String>
            func willSend(_ request: OutgoingRequest, context: CallContext) {
                recorder.record(request.transportHeaderFields["User-Agent"] ?? "none")
                recorder.record(request.url?.path ?? "none")
            }
        }
        _ = try await Provider<Zen>(transport: Labelled(), plugins: [Seen(recorder: recorder)]).request(.zen)
        #expect(recorder.events == ["Test", "/zen"])
    }

    @Test func willSendSeesTheHeaderFieldsThatAnotherOriginGets() async throws {
        struct Seen: CallObserver {
            let recorder: Recorder<[String]>
            func willSend(_ request: OutgoingRequest, context: CallContext) {
                recorder.record(request.transportHeaderFields.combined.keys.sorted())
            }
        }
        struct Labelled: Transport {
            let recorder: Recorder<[String]>
            var defaultHeaderFields: HTTPFields {
                [
                    .userAgent: "Test", .authorization: "secret", HTTPField.Name("X-Version")!: "1",
                    HTTPField.Name("X-Named")!: "secret",
                ]
            }
            func send(_ request: OutgoingRequest) async throws -> TransportResponse {
                recorder.record(request.headerFields.combined.keys.sorted())
                return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
            }
        }
        let recorder = Recorder<[String]>()
        let provider = Provider<Zen>(
            transport: Labelled(recorder: recorder),
            plugins: [Seen(recorder: recorder)],
            requestOptions: RequestOptions { $0.secretHeaderFields = ["X-Named"] }
        )
        _ = try await provider.request(.zen, options: RequestOptions { $0.url = URL(string: "https://other.example/") })
        // The transport adds the User-Agent itself.
        #expect(recorder.events == [["User-Agent", "X-Version"], ["X-Version"]])
    }
}
