import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Identical calls in progress at the same time share one request.
struct CoalescingTests {
    private let recorder = Recorder<String>()
    private let coalescing = CoalescingPlugin()

    /// A provider whose stubs answer when the clock says so, and tell the recorder that they were asked.
    private func provider(_ clock: ManualClock, plugins: [any Plugin] = []) -> Provider<Zen> {
        Provider(
            answering: { [recorder] in
                recorder.record("sample")
                return .networkResponse(200, Zen.zen.sampleData)
            },
            after: .seconds(1),
            plugins: [coalescing] + plugins,
            clock: clock
        )
    }

    /// Suspends until that number of calls waits for a response.
    private func waiters(_ count: Int) async {
        while coalescing.waiterCount < count { await Task.yield() }
    }

    /// The other provider may have another transport.
    @Test func callsOfTwoProvidersDoNotShare() async throws {
        let clock = ManualClock()
        let providers = (0..<2).map { _ in provider(clock) }
        let calls = providers.map { provider in Task { try await provider.request(.zen) } }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.value.metrics?.isShared == false) }
        #expect(recorder.events.count == 2)
    }

    @Test func callsOfTwoUsersDoNotShare() async throws {
        let clock = ManualClock()
        let coalescing = CoalescingPlugin(ignoring: [.from]) { $0.endpoint.options.headerFields[.from] ?? "" }
        let transport = SampleTransport(delay: .seconds(1))
        let provider = Provider<Zen>(transport: transport, plugins: [coalescing], clock: clock)
        let calls = ["ada", "ada", "grace"].map { user in
            Task { try await provider.request(.zen, options: RequestOptions { $0.headerFields[.from] = user }) }
        }
        while coalescing.waiterCount < 3 { await Task.yield() }
        await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
        var shared: [Bool?] = []
        for call in calls { shared.append(try await call.value.metrics?.isShared) }
        #expect(shared.count { $0 == true } == 1)
        #expect(shared[2] == false)
    }

    // MARK: Shared results

    @Test func everyCallGoesThroughThePlugins() async throws {
        let clock = ManualClock()
        let provider = provider(clock, plugins: [RecordingPlugin(name: "1", recorder: recorder)])
        let calls = (1...3).map { _ in StartedCall(Zen.zen, provider) }
        await waiters(3)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        for call in calls { #expect(try await call.result().text == "200") }
        let counts = Dictionary(grouping: recorder.events) { $0 }.mapValues(\.count)
        #expect(
            counts == [
                "1 enter": 3, "1 prepare": 3, "1 willSend": 3, "sample": 1, "1 didReceive 200": 3, "1 leave": 3,
                "1 didEnd 200": 3,
            ]
        )
    }

    @Test(arguments: [0, 1, 2])
    func cancellationOfOneJoinerAffectsNobodyElse(leaver: Int) async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        let calls = (0..<3).map { _ in StartedCall(Zen.zen, provider) }
        await waiters(3)
        await clock.sleepers(atLeast: 1)
        try await calls[leaver].cancelAndExpectCompletion()
        clock.advance(by: .seconds(1))
        for (index, call) in calls.enumerated() {
            #expect(try await call.result().text == (index == leaver ? "cancelled" : "200"))
        }
        #expect(recorder.events == ["sample"])
        #expect(coalescing.isIdle)
    }

    @Test func callBeforeAndAfterALeaverShare() async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        let first = StartedCall(Zen.zen, provider)
        let second = StartedCall(Zen.zen, provider)
        await waiters(2)
        await clock.sleepers(atLeast: 1)
        try await first.cancelAndExpectCompletion()
        let third = StartedCall(Zen.zen, provider)
        await waiters(2)
        clock.advance(by: .seconds(1))
        #expect(try await second.result().text == "200")
        #expect(try await third.result().text == "200")
        #expect(recorder.events == ["sample"])
    }

    @Test func failureReachesEveryJoiner() async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                try await clock.sleep(for: .seconds(1))
                throw TransportError(.connectionLost)
            },
            plugins: [coalescing]
        )
        let calls = (1...3).map { _ in StartedCall(Zen.zen, provider) }
        await waiters(3)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        for call in calls {
            let result = try await call.result()
            #expect(throws: TalynError.self) { try result.get() }
            #expect(call.completions == ["failed"])
        }
        #expect(coalescing.isIdle)
    }

    // MARK: When the table is left

    @Test func callAfterTheEndStartsAnew() async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        for _ in 1...3 {
            let call = StartedCall(Zen.zen, provider)
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(1))
            #expect(try await call.result().text == "200")
        }
        #expect(recorder.events == ["sample", "sample", "sample"])
    }

    @Test func callAfterACancellationStartsAnew() async throws {
        let clock = ManualClock()
        let provider = provider(clock)
        let cancelled = StartedCall(Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        try await cancelled.cancelAndExpectCompletion()
        let call = StartedCall(Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(try await call.result().text == "200")
        #expect(recorder.events == ["sample"])
        #expect(coalescing.isIdle)
    }

    @Test func callAfterAFailureStartsAnew() async throws {
        let statuses = Locked([404, 200])
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in
                TransportResponse(statusCode: statuses.withLock { $0.removeFirst() }, body: HTTPBody(Data()))
            },
            plugins: [coalescing]
        )
        await #expect(throws: TalynError.self) { try await provider.request(.strict) }
        #expect(coalescing.isIdle)
        #expect(try await provider.request(.strict).statusCode == 200)
    }

    @Test func failedPreparationLeavesNoCalls() async {
        struct Refusing: RequestAdapter {
            func adapt(_ request: inout OutgoingRequest, context: CallContext) throws { throw CancellationError() }
        }
        let provider = Provider<Zen>(
            transport: ClosureTransport { _ in TransportResponse(statusCode: 200, body: HTTPBody(Data())) },
            plugins: [coalescing, Refusing()]
        )
        await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(coalescing.isIdle)
    }

    @Test func callsOneAfterTheOtherDoNotShare() async throws {
        let provider = Provider<Zen>(
            answering: { [recorder] in
                recorder.record("sample")
                return .networkResponse(200, Data())
            },
            plugins: [coalescing]
        )
        for _ in 1...3 { #expect(try await provider.request(.zen).statusCode == 200) }
        #expect(recorder.events.count == 3)
        #expect(coalescing.isIdle)
    }
}
