import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct RateLimitPluginTests {
    private static func provider(_ plugins: any Plugin..., clock: ManualClock) -> Provider<Zen> {
        Provider(transport: SampleTransport(), plugins: plugins, clock: clock)
    }

    private static func options(_ priority: RequestPriority) -> RequestOptions {
        RequestOptions { $0.priority = priority }
    }

    @Test func callsBeyondTheLimitWaitForTheirTurn() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(2, per: .seconds(1), clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        let calls = (0..<3).map { _ in StartedCall(Zen.zen, provider) }
        #expect(try await calls[0].result().get().metrics?.notes.isEmpty == true)
        await clock.sleepers(atLeast: 1)
        #expect(calls.map(\.completions) == [["200"], [], []])
        clock.advance(by: .milliseconds(500))
        let notes = try await calls[1].result().get().metrics?.notes
        #expect(notes?.map(\.plugin) == ["RateLimitPlugin"])
        #expect(notes?.map(\.time) == [.milliseconds(500)])
        await clock.sleepers(atLeast: 1)
        #expect(calls[2].completions == [])
        clock.advance(by: .milliseconds(500))
        #expect(try await calls[2].result().text == "200")
        #expect(calls.allSatisfy { $0.completions == ["200"] })
        #expect(plugin.counts.timers == 0)
    }

    @Test func moreUrgentCallsPassFirst() async throws {
        let clock = ManualClock()
        let provider = Self.provider(RateLimitPlugin(1, per: .seconds(1), clock: clock), clock: clock)
        let names = [("first", RequestPriority.normal), ("low", .low), ("normal", .normal), ("high", .high)]
        let calls = names.map { StartedCall(Zen.zen, provider, options: Self.options($0.1)) }
        let order = Recorder<String>()
        let ends = Task {
            await withThrowingTaskGroup(of: Void.self) { group in
                for (call, name) in zip(calls, names.map(\.0)) {
                    group.addTask {
                        _ = try await call.result()
                        order.record(name)
                    }
                }
            }
        }
        for _ in 0..<3 {
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(1))
        }
        await ends.value
        #expect(order.events == ["first", "high", "normal", "low"])
    }

    @Test func callThatMayNotWaitFailsAtOnce() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(4), maximumWait: .zero, clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        _ = try await provider.request(.zen)
        clock.advance(by: .seconds(1))
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.rejectionError?.reason == .rateLimited)
        #expect(error?.rejectionError?.key == "https://api.example.com")
        #expect(error?.rejectionError?.retryAfter == .seconds(3))
        #expect(error?.metrics?.attempts.isEmpty == true)
        #expect(error?.description.hasSuffix("Try again in 3.0 s.") == true)
        clock.advance(by: .seconds(3))
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func callThatCannotPassBeforeItsDeadlineFailsAtOnce() async throws {
        let clock = ManualClock()
        let provider = Self.provider(RateLimitPlugin(1, per: .seconds(4), clock: clock), clock: clock)
        _ = try await provider.request(.zen)
        let short = RequestOptions { $0.deadline = .seconds(3) }
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen, options: short) }
        #expect(error?.rejectionError?.reason == .rateLimited)
    }

    @Test func callIsSentAwayWhenMoreUrgentOnesTakeItsTime() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(1), maximumWait: .seconds(1), clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        let first = StartedCall(Zen.zen, provider)
        let second = StartedCall(Zen.zen, provider)
        let urgent = StartedCall(Zen.zen, provider, options: Self.options(.high))
        #expect(try await first.result().text == "200")
        let result = try await second.result()
        #expect(throws: TalynError.self) { try result.get() }
        if case .failure(let error) = result { #expect(error.rejectionError?.retryAfter == .seconds(2)) }
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        #expect(try await urgent.result().text == "200")
    }

    @Test(arguments: CallStyle.allCases)
    func cancelledCallLeavesItsTurnToTheNext(style: CallStyle) async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(1), clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        _ = try await provider.request(.zen)
        let cancelled = StartedCall(style, Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        let next = StartedCall(style, Zen.zen, provider)
        try await cancelled.cancelAndExpectCompletion()
        clock.advance(by: .seconds(1))
        #expect(try await next.result().text == "200")
        #expect(plugin.counts.timers == 0)
    }

    @Test func nothingRunsAfterTheLastWaitingCallIsCancelled() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(1), clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        _ = try await provider.request(.zen)
        try await StartedCall(Zen.zen, provider).cancelAndExpectCompletion()
        #expect(plugin.counts.timers == 0)
    }

    @Test func cancelledTaskTakesNoToken() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(1), maximumWait: .zero, clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Result { () async throws(TalynError) in try await provider.request(.zen) }.text
        }
        task.cancel()
        #expect(await task.value == "cancelled")
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func keysAreCountedApartAndNilIsNotCounted() async throws {
        let clock = ManualClock()
        let key = CallKey.by { _, target in
            guard case .user(let name)? = target as? Zen else { return nil }
            return name
        }
        let plugin = RateLimitPlugin(1, per: .seconds(1), maximumWait: .zero, key: key, clock: clock)
        let provider = Self.provider(plugin, clock: clock)
        for _ in 0..<3 { _ = try await provider.request(.zen) }
        for name in ["ada", "bob"] { _ = try await provider.request(.user(name)) }
        let error = await #expect(throws: TalynError.self) { try await provider.request(.user("ada")) }
        #expect(error?.rejectionError?.key == "ada")
        #expect(plugin.counts.keys == 2)
    }

    @Test func keyWithoutATextLeavesNoGapInTheError() {
        let text = "The calls exceed the rate limit."
        #expect(RejectionError(.rateLimited, key: "").errorDescription == text)
        #expect(RejectionError(.rateLimited).errorDescription == text)
    }

    @Test func eachAttemptCountsAfterARetryPlugin() async throws {
        struct Twice: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                _ = try await next(endpoint)
                return try await next(endpoint)
            }
        }
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(1), burst: 3, maximumWait: .zero, clock: clock)
        let provider = Self.provider(Twice(), plugin, clock: clock)
        #expect(try await provider.request(.zen).metrics?.attempts.count == 2)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.rejectionError?.reason == .rateLimited)
    }

    @Test func providersThatShareAPluginAreCountedTogether() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(1, per: .seconds(1), maximumWait: .zero, clock: clock)
        _ = try await Self.provider(plugin, clock: clock).request(.zen)
        await #expect(throws: TalynError.self) { try await Self.provider(plugin, clock: clock).request(.zen) }
    }

    @Test(.hammer) func thousandCallsWithRandomCancellationsKeepTheLimit() async throws {
        let clock = ManualClock()
        let plugin = RateLimitPlugin(100, per: .seconds(1), burst: 5, clock: clock)
        let times = Recorder<Duration>()
        let transport = ClosureTransport { _ in
            times.record(clock.now.offset)
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin], clock: clock)
        let ended = Recorder<String>()
        let driver = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(3))
                await Task.yield()
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<10 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    var calls: [StartedCall] = []
                    for _ in 0..<100 {
                        let priority = RequestPriority.random(using: &generator)
                        let options = Self.options(priority)
                        let call = StartedCall(Zen.zen, provider, options: options)
                        for _ in 0..<generator.next() % 20 { await Task.yield() }
                        if generator.next() % 2 == 0 { call.cancel() }
                        calls.append(call)
                    }
                    for call in calls { ended.record(try await call.result().text) }
                }
            }
            try await group.waitForAll()
        }
        driver.cancel()
        await driver.value
        #expect(ended.events.count == 1_000)
        #expect(Set(ended.events) == ["200", "cancelled"])
        #expect(plugin.counts.timers == 0)
        // A call is sent a moment after its turn, in which the clock goes on: so only the whole can be told here.
        let seconds = clock.now.offset.seconds
        #expect(Double(times.events.count) <= 5 + 100 * seconds)
    }
}
