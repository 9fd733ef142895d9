import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// The context of a call, as plugins, transports, responses and errors have it.
struct CallContextTests {
    private let clock = ManualClock()

    /// Remembers the contexts that its hooks get.
    private struct Seeing: CallInterceptor, RequestAdapter, CallObserver {
        let contexts = Recorder<CallContext>()

        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            contexts.record(context)
        }

        func willSend(_ request: OutgoingRequest, context: CallContext) { contexts.record(context) }

        func didReceive(_ result: Result<Response, TalynError>, context: CallContext) { contexts.record(context) }

        func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
            contexts.record(context)
        }

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            contexts.record(context)
            return try await next(endpoint)
        }
    }

    @Test func everybodyHasTheSameContext() async throws {
        let plugin = Seeing()
        let transport = ClosureTransport { request in
            plugin.contexts.record(try #require(request.context))
            #expect(request.target is Zen)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let response = try await Provider<Zen>(transport: transport, plugins: [plugin]).request(.user("ada"))
        let context = try #require(response.context)
        #expect(plugin.contexts.events.count == 6)
        #expect(plugin.contexts.events.allSatisfy { $0 === context })
        guard case .user("ada")? = context.target as? Zen else {
            Issue.record("\(context.target) is another target")
            return
        }
        #expect(context.endpoint.url == "https://api.example.com/users/ada")
        #expect(context.endpoint.pathTemplate == "/users/{}")
        #expect(response.metrics?.attempts.count == 1)
    }

    @Test func errorHasTheContextOfItsCall() async throws {
        let plugin = Seeing()
        let provider = Provider<Zen>(answering: { .networkResponse(500, Data()) }, plugins: [plugin])
        let error = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(error?.context === plugin.contexts.events.first)
        #expect(error?.response?.context === error?.context)
        #expect(error?.request?.url?.path == "/zen")
        let next = await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(next?.context !== error?.context)
    }

    @Test func requestOfAFailureWithoutAResponseIsThatOfTheLastAttempt() async {
        let transport = ClosureTransport { _ in throw TransportError(.connectionLost) }
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Zen>(transport: transport).request(.user("ada"))
        }
        #expect(error?.response == nil)
        #expect(error?.request?.url?.path == "/users/ada")
    }

    @Test func endpointHasTheOptionsOfProviderTargetAndCall() async throws {
        struct Quick: TargetType {
            var baseURL: URL { URL(string: "https://a.b")! }
            var path: RequestPath { "" }
            var requestOptions: RequestOptions { RequestOptions { $0.timeout = .seconds(2) } }
        }
        let provider = Provider<Quick>(
            transport: SampleTransport(),
            requestOptions: RequestOptions {
                $0.timeout = .seconds(1)
                $0.priority = .low
            }
        )
        let options = RequestOptions { $0.deadline = .seconds(3) }
        let context = try #require(try await provider.request(Quick(), options: options).context)
        #expect(context.endpoint.options.timeout == .seconds(2))
        #expect(context.endpoint.options.priority == .low)
        #expect(context.endpoint.options.deadline == .seconds(3))
    }

    // MARK: Time

    private struct Timing: CallInterceptor {
        let clock: ManualClock
        let seen = Recorder<[Duration?]>()

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            seen.record([context.elapsed, context.timeLeft])
            clock.advance(by: .seconds(2))
            seen.record([context.elapsed, context.timeLeft])
            return try await next(endpoint)
        }
    }

    @Test func timeIsThatOfTheProvidersClock() async throws {
        let plugin = Timing(clock: clock)
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin], clock: clock)
        _ = try await provider.request(.zen, options: RequestOptions { $0.deadline = .seconds(5) })
        #expect(plugin.seen.events == [[.zero, .seconds(5)], [.seconds(2), .seconds(3)]])
    }

    @Test func withoutADeadlineNoTimeIsLeft() async throws {
        let plugin = Timing(clock: clock)
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [plugin], clock: clock)
        _ = try await provider.request(.zen)
        _ = try await provider.request(.zen, options: RequestOptions { $0.priority = .low })
        #expect(plugin.seen.events.map { $0[1] } == [nil, nil, nil, nil])
    }

    // MARK: Notes

    private struct Noting: CallInterceptor {
        let clock: ManualClock

        func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
            context.note("begins", by: self)
            clock.advance(by: .seconds(1))
            _ = try await next(endpoint)
            context.noteRetry("once more", by: self)
            return try await next(endpoint)
        }
    }

    @Test func notesAndReasonsStandInTheMetrics() async throws {
        let provider = Provider<Zen>(transport: SampleTransport(), plugins: [Noting(clock: clock)], clock: clock)
        let response = try await provider.request(.zen)
        let metrics = try #require(response.metrics)
        #expect(metrics.notes.map(\.text) == ["begins", "once more"])
        #expect(metrics.notes.map(\.plugin) == ["Noting", "Noting"])
        #expect(metrics.notes.map(\.time) == [.zero, .seconds(1)])
        #expect(metrics.attempts.map(\.reason) == [nil, "once more"])
        #expect(response.context?.metrics.attempts.count == 2)
    }

    @Test func metricsGrowWithTheCall() async throws {
        struct Counting: CallInterceptor {
            let counts = Recorder<Int>()

            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                counts.record(context.metrics.attempts.count)
                _ = try await next(endpoint)
                counts.record(context.metrics.attempts.count)
                defer { counts.record(context.metrics.attempts.count) }
                return try await next(endpoint)
            }
        }
        let plugin = Counting()
        _ = try await Provider<Zen>(transport: SampleTransport(), plugins: [plugin]).request(.zen)
        #expect(plugin.counts.events == [0, 1, 2])
    }

    // MARK: Memory

    /// The context holds the attempts, and these must not hold the context.
    @Test(arguments: [200, 500])
    func contextIsGoneWithItsCall(status: Int) async throws {
        weak var context: CallContext?
        let plugin = Weak()
        do {
            let provider = Provider<Zen>(
                answering: { .networkResponse(status, Data()) },
                plugins: [RetryPlugin.jumping(), AccessTokenPlugin { _ in "t" }, plugin]
            )
            _ = await Result { () async throws(TalynError) in try await provider.request(.strict) }
            context = plugin.context.withLock { $0.value }
        }
        #expect(context == nil)
    }

    private struct Weak: CallObserver {
        struct Reference: Sendable {
            weak var value: CallContext?
        }

        let context = Locked(Reference())

        func willSend(_ request: OutgoingRequest, context: CallContext) {
            self.context.withLock { $0.value = context }
        }
    }
}
