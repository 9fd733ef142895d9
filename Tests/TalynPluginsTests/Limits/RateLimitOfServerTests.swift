import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// The plugin with a server that tells its limit.
struct RateLimitOfServerTests {
    private typealias Answer = (status: Int, fields: [String: String])

    /// The plugin, a provider with it, and the requests that the server got.
    private struct World {
        let clock = ManualClock()
        let plugin: RateLimitPlugin
        let provider: Provider<Zen>
        let times = Recorder<Duration>()

        init(
            _ answers: Answer...,
            maximumWait: Duration? = nil,
            maximumServerDelay: Duration = .seconds(3_600)
        ) {
            let (clock, times) = (clock, times)
            plugin = RateLimitPlugin(
                interval: .zero,
                burst: 1,
                maximumWait: maximumWait,
                key: .origin,
                maximumServerDelay: maximumServerDelay,
                clock: clock,
                date: { Date(timeIntervalSince1970: 1_700_000_000) }
            )
            let transport = ClosureTransport { _ in
                times.record(clock.now.offset)
                let answer = answers[min(times.events.count, answers.count) - 1]
                return TransportResponse(
                    statusCode: answer.status,
                    headerFields: HTTPFields(answer.fields),
                    body: HTTPBody(Data())
                )
            }
            provider = Provider(transport: transport, plugins: [plugin], clock: clock)
        }
    }

    private static func limit(_ remaining: Int, _ reset: String, of limit: Int? = nil) -> Answer {
        var fields = ["X-RateLimit-Remaining": "\(remaining)", "X-RateLimit-Reset": reset]
        fields["X-RateLimit-Limit"] = limit.map { "\($0)" }
        return (200, fields)
    }

    private static let plain: Answer = (200, [:])

    @Test func callsWaitForTheResetThatTheServerTells() async throws {
        let world = World(Self.limit(0, "1700000030", of: 60), Self.limit(59, "1700003600", of: 60))
        #expect(try await world.provider.request(.zen).metrics?.notes.isEmpty == true)
        let calls = (0..<3).map { _ in StartedCall(Zen.zen, world.provider) }
        await world.clock.sleepers(atLeast: 1)
        world.clock.advance(by: .seconds(29))
        #expect(world.times.events.count == 1)
        world.clock.advance(by: .seconds(1))
        for call in calls {
            let notes = try await call.result().get().metrics?.notes
            #expect(notes?.map(\.text) == ["waited 30.0 s for the rate limit"])
        }
        #expect(world.times.events == [.zero, .seconds(30), .seconds(30), .seconds(30)])
        #expect(world.plugin.counts.timers == 0)
    }

    @Test func callThatWouldWaitTooLongFailsWithTheTimeOfTheReset() async throws {
        let world = World(Self.limit(0, "90"), maximumWait: .seconds(60))
        _ = try await world.provider.request(.zen)
        let error = await #expect(throws: TalynError.self) { try await world.provider.request(.zen) }
        #expect(error?.rejectionError?.reason == .rateLimited)
        #expect(error?.rejectionError?.retryAfter == .seconds(90))
        let soon = RequestOptions { $0.deadline = .seconds(5) }
        world.clock.advance(by: .seconds(50))
        let other = await #expect(throws: TalynError.self) { try await world.provider.request(.zen, options: soon) }
        #expect(other?.rejectionError?.retryAfter == .seconds(40))
    }

    @Test func pluginWithoutALimitOfItsOwnWaitsForAMinuteAtMost() {
        #expect(RateLimitPlugin().maximumWait == .seconds(60))
        #expect(RateLimitPlugin(1, per: .seconds(1)).maximumWait == nil)
    }

    @Test(arguments: [429, 503])
    func refusalStopsTheCallsForAsLongAsItAsks(status: Int) async throws {
        let world = World((status, ["Retry-After": "20"]), Self.plain)
        await #expect(throws: TalynError.self) { try await world.provider.request(.zen).filter(statusCodes: 200...299) }
        let calls = (0..<5).map { _ in StartedCall(Zen.zen, world.provider) }
        await world.clock.sleepers(atLeast: 1)
        world.clock.advance(by: .seconds(19))
        #expect(world.times.events.count == 1)
        world.clock.advance(by: .seconds(1))
        // The response to the first of them tells no limit, so the others follow at once.
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(world.times.events == [.zero] + Array(repeating: .seconds(20), count: 5))
        #expect(world.plugin.counts.timers == 0)
    }

    @Test func callThatTheServerRefusedWaitsOnceBeforeItsRetry() async throws {
        let clock = JumpingClock()
        let count = Recorder<Void>()
        let transport = ClosureTransport { _ in
            count.record(())
            let isFirst = count.events.count == 1
            return TransportResponse(
                statusCode: isFirst ? 429 : 200,
                headerFields: isFirst ? [.retryAfter: "20"] : [:],
                body: HTTPBody(Data())
            )
        }
        let plugins: [any Plugin] = [
            RetryPlugin.jumping(on: clock, random: ConstantGenerator.least), RateLimitPlugin(clock: clock),
        ]
        let provider = Provider<Zen>(transport: transport, plugins: plugins, clock: clock)
        let response = try await provider.request(.zen)
        #expect(response.metrics?.attempts.compactMap(\.statusCode) == [429, 200])
        #expect(clock.sleeps == [.seconds(20)])
        #expect(response.metrics?.notes.contains { $0.plugin == "RateLimitPlugin" } == false)
    }

    @Test func refusedCallOfAnotherOriginDoesNotWait() async throws {
        let world = World((429, ["Retry-After": "20"]), Self.plain)
        _ = try? await world.provider.request(.zen)
        let other = Probe(URL(string: "https://other.example.com")!)
        let provider = Provider<Probe>(transport: world.provider.transport, plugins: [world.plugin], clock: world.clock)
        #expect(try await provider.request(other).statusCode == 200)
        #expect(world.times.events == [.zero, .zero])
    }

    @Test func redirectToAnotherServerDoesNotStopTheCalls() async throws {
        let clock = ManualClock()
        let transport = ClosureTransport { request in
            let isFirst = request.url?.host() == "api.example.com"
            let fields: HTTPFields =
                isFirst ? [.location: "https://cdn.example.com/a"] : [.named("RateLimit"): #""a";r=0;t=30"#]
            return TransportResponse(statusCode: isFirst ? 302 : 200, headerFields: fields, body: HTTPBody(Data()))
        }
        let plugin = RateLimitPlugin(maximumWait: .zero, clock: clock)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin], clock: clock)
        for _ in 0..<3 { #expect(try await provider.request(.zen).statusCode == 200) }
    }

    @Test func waitingCallFailsWhenTheServerStopsItForTooLong() async throws {
        let clock = ManualClock()
        let hold = QueueingTransport()
        struct Refusing: CallInterceptor {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                _ = try await next(endpoint)
                return Response(statusCode: 429, data: Data(), headerFields: [.retryAfter: "30"])
            }
        }
        let plugin = RateLimitPlugin(1, per: .seconds(2), maximumWait: .seconds(5), clock: clock)
        let provider = Provider<Zen>(transport: hold, plugins: [plugin, Refusing()], clock: clock)
        let first = StartedCall(Zen.zen, provider)
        await hold.begun(atLeast: 1)
        let second = StartedCall(Zen.zen, provider)
        await clock.sleepers(atLeast: 1)
        hold.release()
        _ = try await first.result()
        guard case .failure(let error) = try await second.result() else {
            Issue.record("The second call can't pass.")
            return
        }
        #expect(error.rejectionError?.retryAfter == .seconds(30))
        #expect(plugin.counts.timers == 0)
    }

    @Test func pluginThatIgnoresTheServerDoesNotWait() async throws {
        let world = World(Self.limit(0, "1700000030"), maximumServerDelay: .zero)
        for _ in 0..<3 { #expect(try await world.provider.request(.zen).metrics?.notes.isEmpty == true) }
    }

    @Test func cancelledCallLeavesTheWait() async throws {
        let world = World(Self.limit(0, "30"))
        _ = try await world.provider.request(.zen)
        try await StartedCall(Zen.zen, world.provider).cancelAndExpectCompletion()
        #expect(world.plugin.counts.timers == 0)
    }

    /// A server with a fixed window, its clients at once, and cancellations.
    @Test(.hammer) func manyCallsAreNotRefusedByAServerThatTellsItsLimit() async throws {
        let clock = ManualClock()
        struct Window: Sendable {
            var start = Duration.zero
            var count = 0
            var refusals = 0
        }
        let window = Locked(Window())
        let limit = 40
        let transport = ClosureTransport { _ in
            let now = clock.now.offset
            let (remaining, reset) = window.withLock { window in
                if now >= window.start + .seconds(10) {
                    window.start = now
                    window.count = 0
                }
                window.count += 1
                if window.count > limit { window.refusals += 1 }
                return (limit - window.count, (window.start + .seconds(10) - now).seconds)
            }
            await Task.yield()
            return TransportResponse(
                statusCode: remaining < 0 ? 429 : 200,
                headerFields: HTTPFields([
                    "RateLimit": "\"default\";r=\(max(remaining, 0));t=\(Int(reset.rounded(.up)))",
                    "RateLimit-Policy": "\"default\";q=\(limit);w=10",
                ]),
                body: HTTPBody(Data())
            )
        }
        let plugin = RateLimitPlugin(maximumWait: nil, clock: clock)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin], clock: clock)
        let driver = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(20))
                await Task.yield()
            }
        }
        let ended = Recorder<String>()
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<50 {
                        let call = StartedCall(Zen.zen, provider)
                        if generator.next() % 8 == 0 { call.cancel() }
                        ended.record((try? await call.result().text) ?? "")
                    }
                }
            }
        }
        driver.cancel()
        await driver.value
        #expect(ended.events.count == 400)
        #expect(Set(ended.events).isSubset(of: ["200", "cancelled"]))
        #expect(plugin.counts.timers == 0)
        #expect(window.withLock(\.refusals) == 0)
        #expect(clock.now.offset > .seconds(50))
    }
}
