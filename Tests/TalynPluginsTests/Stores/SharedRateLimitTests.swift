import Foundation
import HTTPTypes
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Rate limits that several processes share: one plugin for each process.
struct SharedRateLimitTests {
    private struct World {
        let clock = ManualClock()
        let store: MemoryRateLimitStore
        let times = Recorder<Duration>()
        let answers = Locked<[(status: Int, fields: HTTPFields)]>([])

        init() {
            let clock = clock
            store = MemoryRateLimitStore { clock.now.offset }
        }

        func process(
            _ limit: Int = 1,
            burst: Int = 1,
            maximumWait: Duration? = nil,
            options: StoreOptions = StoreOptions()
        ) -> (plugin: RateLimitPlugin, provider: Provider<Zen>) {
            let plugin = RateLimitPlugin(
                limit,
                per: .seconds(1),
                burst: burst,
                maximumWait: maximumWait,
                store: store,
                storeOptions: options,
                clock: clock
            )
            let transport = ClosureTransport { [clock, times, answers] _ in
                times.record(clock.now.offset)
                let answer = answers.withLock { $0.isEmpty ? (200, [:]) : $0.removeFirst() }
                return TransportResponse(statusCode: answer.0, headerFields: answer.1, body: HTTPBody(Data()))
            }
            return (plugin, Provider(transport: transport, plugins: [plugin], clock: clock))
        }
    }

    @Test func processesKeepOneLimitTogether() async throws {
        let world = World()
        let processes = (0..<3).map { _ in world.process() }
        for process in processes {
            let call = StartedCall(Zen.zen, process.provider)
            if world.times.events.count > 0 {
                await world.clock.sleepers(atLeast: 1)
                await world.clock.sleeper(for: .seconds(1))
                world.clock.advance(by: .seconds(1))
            }
            #expect(try await call.result().text == "200")
        }
        #expect(world.times.events == [.zero, .seconds(1), .seconds(2)])
    }

    @Test func storeThatDoesNotAnswerLeavesTheLimitToTheProcess() async throws {
        let world = World()
        world.store.set(.hangs)
        let (_, provider) = world.process(2, burst: 2)
        let call = StartedCall(Zen.zen, provider)
        await world.clock.sleeper(for: .milliseconds(100))
        world.clock.advance(by: .milliseconds(100))
        #expect(try await call.result().text == "200")
        // The next one doesn't wait for the store.
        #expect(try await provider.request(.zen).statusCode == 200)
        #expect(world.store.requests.count == 1)
        #expect(world.times.events == [.milliseconds(100), .milliseconds(100)])
        // After a second, a request in the background finds the store again.
        world.store.set(.answers)
        world.clock.advance(by: .seconds(1))
        #expect(try await provider.request(.zen).statusCode == 200)
        await world.store.requests(atLeast: 2)
    }

    @Test func storeThatFailsCanFailTheCalls() async throws {
        let world = World()
        world.store.set(.fails)
        let options = StoreOptions(fallback: .failure, maximumWait: .milliseconds(30))
        let (plugin, provider) = world.process(options: options)
        let call = StartedCall(Zen.zen, provider)
        await world.clock.sleeper(for: .milliseconds(20))
        await world.clock.sleeper(for: .milliseconds(30))
        world.clock.advance(by: .milliseconds(30))
        let error = try #require(try await call.result().failure)
        let storeError = try #require(error.underlyingError as? StoreError)
        #expect(storeError.underlyingError is StoreFailure)
        #expect(error.reason == .rejected)
        #expect(
            error.description.contains("The store of the limits for calls to https://api.example.com doesn't answer.")
        )
        #expect(world.times.events == [])
        #expect(plugin.counts.timers == 0)
    }

    @Test func storeThatReturnsInTimeIsWaitedFor() async throws {
        let world = World()
        world.store.set(.fails)
        let options = StoreOptions(fallback: .failure, maximumWait: .seconds(5))
        let (_, provider) = world.process(options: options)
        let call = StartedCall(Zen.zen, provider)
        await world.clock.sleeper(for: .milliseconds(20))
        world.store.set(.answers)
        world.clock.advance(by: .milliseconds(20))
        #expect(try await call.result().text == "200")
    }

    @Test func waitForTheStoreIsNoWaitForTheLimit() async throws {
        let world = World()
        let (_, provider) = world.process(maximumWait: .zero)
        #expect(try await provider.request(.zen).statusCode == 200)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
        #expect(error?.rejectionError?.retryAfter == .seconds(1))
        // No permit was reserved for it.
        world.clock.advance(by: .seconds(1))
        #expect(try await provider.request(.zen).statusCode == 200)
    }

    @Test func retryAfterOfOneProcessStopsTheOthers() async throws {
        let world = World()
        let (first, second) = (world.process(1_000, burst: 10), world.process(1_000, burst: 10))
        world.answers.withLock { $0 = [(429, [.retryAfter: "30"])] }
        _ = try await first.provider.request(.zen)
        await world.store.requests(atLeast: 2)
        #expect(world.store.requests.last?.count == 0)
        #expect(world.store.requests.last?.news?.retryAfter == .seconds(30))
        let call = StartedCall(Zen.zen, second.provider)
        await world.clock.sleeper(for: .seconds(30))
        world.clock.advance(by: .seconds(30))
        #expect(try await call.result().text == "200")
        #expect(world.times.events == [.zero, .seconds(30)])
    }

    @Test(.hammer) func manyCallsNeedFewRequestsAndKeepTheLimit() async throws {
        let clock = ContinuousClock()
        let start = clock.now
        let store = MemoryRateLimitStore { clock.now - start }
        let processes = (0..<4).map { _ in
            let plugin = RateLimitPlugin(20_000, per: .seconds(1), burst: 20, store: store)
            return Provider<Zen>(transport: SampleTransport(), plugins: [plugin])
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for process in processes {
                for _ in 0..<8 {
                    group.addTask { for _ in 0..<200 { _ = try await process.request(.zen) } }
                }
            }
            try await group.waitForAll()
        }
        // 6,400 calls take 319 ms at least, if the last permits of the burst count.
        #expect(clock.now - start >= .milliseconds(319 - 100))
        #expect(store.requests.count < 3_200)
    }
}
