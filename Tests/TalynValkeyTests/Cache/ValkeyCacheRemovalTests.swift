#if Valkey
import HTTPTypes
import TalynCore
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Removals that count for all processes, also for responses on their way.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyCacheRemovalTests {
    @available(Valkey, *)
    @Test func anUnsafeRequestOfOneProcessRemovesTheResponseForAll() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { $0.caching(origin) }
            #expect(try await processes[0].text() == "1")
            _ = try await processes[1].send(.request(method: .post)).body.text()
            #expect(try await processes[0].text() == "3")
        }
    }

    @available(Valkey, *)
    @Test func aResponseOnItsWayDuringARemovalIsNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { $0.caching(origin) }
            origin.hold()
            let late = Task { try await processes[0].text() }
            await origin.waitForRequests(1)
            origin.release(others: true)
            _ = try await processes[1].send(.request(method: .post)).body.text()
            origin.release()
            #expect(try await late.value == "1")
            #expect(try await processes[1].text() == "3")
        }
    }

    @available(Valkey, *)
    @Test func aResponseAfterAWaitInVainIsNotStoredAfterARemoval() async throws {
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
            origin.release(others: true)
            _ = try await first.send(.request(method: .post)).body.text()
            origin.release()
            #expect(try await [leader.value, follower.value] == ["1", "2"])
            #expect(try await first.text() == "4")
        }
    }

    @available(Valkey, *)
    @Test func aResponseWithoutATurnIsNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: ManualClock())
            let processes = [server.caching(origin), fleet.servers[1].caching(origin)]
            client.switchOff()
            origin.hold()
            let late = Task { try await processes[0].text() }
            await origin.waitForRequests(1)
            client.switchOn()
            origin.release(others: true)
            _ = try await processes[1].send(.request(method: .post)).body.text()
            origin.release()
            #expect(try await late.value == "1")
            #expect(try await processes[1].text() == "3")
        }
    }

    @available(Valkey, *)
    @Test func aRemovalThatFailsHoldsNoOtherKey() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(1) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: ManualClock())
            let process = server.caching(origin)
            client.refuse(SharedDigest.text("https://example.com/b"))
            _ = try await process.send(.request(path: "b", method: .post)).body.text()
            #expect(try await process.text() == "2")
            #expect(try await process.text() == "2")
            #expect(try await process.text(path: "b") == "3")
            client.refuse(nil)
            #expect(try await process.text(path: "b") == "4")
            #expect(try await process.text(path: "b") == "4")
        }
    }

    @available(Valkey, *)
    @Test func withoutTheServerTheOriginAnswersAndRemovalsAreMadeUpFor() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let clock = ManualClock()
        try await Fleet.run(2) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let processes = [server.caching(origin), fleet.servers[1].caching(origin)]
            #expect(try await processes[0].text() == "1")
            while try await fleet.content().contains(":turn:") {}
            client.switchOff()
            for number in ["2", "3"] {
                #expect(try await processes[0].text() == number)
                clock.advance(by: .milliseconds(100))
            }
            _ = try await processes[0].send(.request(method: .post)).body.text()
            #expect(server.isUnavailable)
            client.switchOn()
            clock.advance(by: .seconds(1))
            #expect(try await processes[0].text() == "5")
            #expect(try await processes[1].text() == "5")
        }
    }
}
#endif
