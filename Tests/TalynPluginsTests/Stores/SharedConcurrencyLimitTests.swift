import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Concurrency limits that several processes share: one plugin for each process.
struct SharedConcurrencyLimitTests {
    private struct World {
        let clock = ManualClock()
        let store = MemoryConcurrencyLimitStore()
        let transport = QueueingTransport()

        func process(
            _ limit: Int,
            options: StoreOptions = StoreOptions(maximumWait: .longest)
        ) -> (plugin: ConcurrencyLimitPlugin, provider: Provider<Zen>) {
            let plugin = ConcurrencyLimitPlugin(limit, store: store, storeOptions: options, clock: clock)
            return (plugin, Provider(transport: transport, plugins: [plugin], clock: clock))
        }

        /// Lets time pass until a condition holds.
        func pass(until condition: () -> Bool) async {
            while !condition() {
                clock.advance(by: .milliseconds(20))
                await Task.yield()
            }
        }
    }

    private static let origin = "https://api.example.com"

    @Test func processesShareThePlaces() async throws {
        let world = World()
        let (first, second) = (world.process(2), world.process(2))
        let calls = (0..<2).map { StartedCall(Zen.user("\($0)"), first.provider) }
        await world.pass { world.transport.state.value.begun.count == 2 }
        let other = StartedCall(Zen.user("other"), second.provider)
        let count = world.store.requests.count
        await world.pass { world.store.requests.count >= count + 5 }
        #expect(second.plugin.counts(Self.origin).waiting == 1)
        world.transport.release()
        // A place is free as soon as the first process tells it.
        await world.pass { world.transport.state.value.begun.count == 3 }
        #expect(world.transport.state.value.maximumRunningCount == 2)
        world.transport.release(2)
        for call in calls + [other] { #expect(try await call.result().text == "200") }
    }

    @Test func processWithoutCallsReturnsItsPlaces() async throws {
        let world = World()
        let (plugin, provider) = world.process(2)
        world.transport.release()
        #expect(try await provider.request(.zen).statusCode == 200)
        await world.pass { plugin.keyCount == 0 }
        #expect(world.store.held == [])
        #expect(world.store.requests.last?.wantedCount == 0)
        // A request of a later call isn't taken for a late one.
        world.transport.release()
        #expect(try await provider.request(.zen).statusCode == 200)
        let numbers = world.store.requests.map(\.number)
        #expect(numbers == Array(Set(numbers)).sorted())
    }

    @Test func storeThatDoesNotAnswerLeavesTheLimitToTheProcess() async throws {
        let world = World()
        world.store.set(.hangs)
        let (plugin, provider) = world.process(2, options: StoreOptions())
        let calls = (0..<3).map { StartedCall(Zen.user("\($0)"), provider) }
        await world.clock.sleeper(for: .milliseconds(100))
        world.clock.advance(by: .milliseconds(100))
        #expect(Set(await world.transport.begun(atLeast: 2)) == ["0", "1"])
        #expect(plugin.counts(Self.origin).waiting == 1)
        world.transport.release(3)
        for call in calls { #expect(try await call.result().text == "200") }
    }

    @Test func placesThatWereNotRenewedAreLost() async throws {
        let world = World()
        let (plugin, provider) = world.process(2, options: StoreOptions(fallback: .failure, maximumWait: .seconds(1)))
        let first = StartedCall(Zen.user("0"), provider)
        await world.transport.begun(atLeast: 1)
        world.store.set(.hangs)
        // As after a pause of the process.
        world.clock.advance(by: .seconds(11))
        let second = StartedCall(Zen.user("1"), provider)
        #expect(plugin.counts(Self.origin).waiting == 1)
        await world.pass { !second.completions.isEmpty }
        let error = try #require(try await second.result().failure)
        #expect(error.underlyingError is StoreError)
        world.transport.release()
        #expect(try await first.result().text == "200")
    }
}
