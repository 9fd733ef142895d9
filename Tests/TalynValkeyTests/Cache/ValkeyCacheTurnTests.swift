#if Valkey
import HTTPTypes
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Processes that wait for the response to the request of another one.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyCacheTurnTests {
    @available(Valkey, *)
    @Test func otherProcessesWaitForTheResponseOfTheFirst() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let clock = ManualClock()
        try await Fleet.run(2) { fleet async throws in
            let first = fleet.servers[0].caching(origin)
            let second = fleet.servers[1].caching(origin, clock: clock)
            origin.hold()
            let leader = Task { try await first.text() }
            await origin.waitForRequests(1)
            let follower = Task { try await second.text() }
            await clock.sleepers(atLeast: 1)
            origin.release()
            #expect(try await leader.value == "1")
            clock.advance(by: .seconds(1))
            #expect(try await follower.value == "1")
            #expect(origin.requests.count == 1)
        }
    }

    @available(Valkey, *)
    @Test func aProcessWaitsForAnotherOneNoLongerThanItsPatience() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let clock = ManualClock()
        try await Fleet.run(2) { fleet async throws in
            let first = fleet.servers[0].caching(origin)
            let second = fleet.servers[1].caching(origin, clock: clock)
            origin.hold()
            let leader = Task { try await first.text() }
            await origin.waitForRequests(1)
            let follower = Task { try await second.text() }
            await clock.sleepers(atLeast: 1)
            clock.advance(by: .seconds(5))
            await origin.waitForRequests(2)
            origin.release()
            #expect(try await Set([leader.value, follower.value]) == ["1", "2"])
        }
    }

    @available(Valkey, *)
    @Test func nobodyWaitsForResponsesThatAreNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "no-store"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { $0.caching(origin) }
            _ = try await processes[0].text()
            // The end of the turn is on its way.
            while !(try await fleet.content()).contains(CacheScripts.unstorable) {}
            origin.hold()
            let calls = processes.map { process in Task { try await process.text() } }
            await origin.waitForRequests(3)
            origin.release()
            for call in calls { _ = try await call.value }
        }
    }
}
#endif
