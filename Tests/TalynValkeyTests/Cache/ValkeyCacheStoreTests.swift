#if Valkey
import Foundation
import HTTPTypes
import TalynCache
import TalynCore
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ValkeyCacheStoreTests {
    @available(Valkey, *)
    private func process(
        _ server: ValkeyServer,
        _ origin: CountingOrigin,
        isShared: Bool = false,
        // The end of a turn is on its way when a call returns. The next call can wait for it.
        clock: any Clock<Duration> = ContinuousClock(),
        _ change: (inout ValkeyCacheStore.Options) -> Void = { _ in }
    ) -> InterceptedTransport {
        var options = ValkeyCacheStore.Options()
        change(&options)
        let store = ValkeyCacheStore(on: server, options: options, date: origin.date)
        let cache = HTTPCache(store, isShared: isShared, clock: clock, date: origin.date)
        return InterceptedTransport(CachePlugin(cache), over: origin)
    }

    @available(Valkey, *)
    @Test func theResponseToOneProcessAnswersAnother() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { process($0, origin) }
            #expect(try await processes[0].text() == "1")
            #expect(try await processes[1].text() == "1")
            origin.move(by: 61)
            #expect(try await processes[1].text() == "2")
            #expect(try await processes[0].text() == "2")
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func aStaleResponseIsConfirmedForAll() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .eTag: "\"1\""])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { process($0, origin) }
            #expect(try await processes[0].text() == "1")
            origin.move(by: 61)
            #expect(try await processes[1].text() == "1")
            #expect(origin.requests.count == 2)
            #expect(try await processes[0].text() == "1")
            #expect(origin.requests.count == 2)
        }
    }

    @available(Valkey, *)
    @Test func eachVariantAndUserHasAResponse() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { process($0, origin) { $0.storesPrivateResponses = true } }
            for process in processes {
                #expect(try await process.text(["Accept-Language": "de"]) == "1")
                #expect(try await process.text(["Accept-Language": "fr"]) == "2")
                #expect(try await process.text(["Accept-Language": "de", "Authorization": "Bearer ada"]) == "3")
                #expect(try await process.text(["Accept-Language": "de", "Authorization": "Bearer bob"]) == "4")
            }
            #expect(try await fleet.content().contains("Bearer") == false)
        }
    }

    @available(Valkey, *)
    @Test func theNumberOfVariantsIsBounded() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .vary: "Accept-Language"])
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin) { $0.maximumVariants = 2 }
            for language in ["de", "fr", "it"] {
                _ = try await process.text(["Accept-Language": language])
                origin.move(by: 1)
            }
            #expect(try await process.text(["Accept-Language": "it"]) == "3")
            #expect(try await process.text(["Accept-Language": "fr"]) == "2")
            #expect(try await process.text(["Accept-Language": "de"]) == "4")
        }
    }

    @available(Valkey, *)
    @Test func privateResponsesStayOutByDefault() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin)
            for number in 1...3 {
                #expect(try await process.text(["Authorization": "Bearer ada"]) == "\(number)")
            }
        }
    }

    @available(Valkey, *)
    @Test func aSharedCacheKeepsTheRulesForCredentials() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin, isShared: true) { $0.storesPrivateResponses = true }
            #expect(try await process.text(["Authorization": "Bearer ada"]) == "1")
            #expect(try await process.text(["Authorization": "Bearer ada"]) == "2")
            origin.set([.cacheControl: "s-maxage=60"])
            #expect(try await process.text(["Authorization": "Bearer ada"]) == "3")
            #expect(try await process.text(["Authorization": "Bearer bob"]) == "3")
            origin.set([.cacheControl: "private, s-maxage=60"])
            origin.move(by: 61)
            #expect(try await process.text() == "4")
            #expect(try await process.text() == "5")
        }
    }

    @available(Valkey, *)
    @Test(arguments: [[.setCookie: "id=ada"], [.cacheControl: "private, max-age=60"]] as [HTTPFields])
    func aConfirmationForOneUserIsNotShared(fields: HTTPFields) async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .eTag: "\"1\""])
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin, isShared: true)
            #expect(try await process.text() == "1")
            origin.move(by: 61)
            var personal: HTTPFields = [.cacheControl: "max-age=60", .eTag: "\"1\""]
            for field in fields { personal[field.name] = field.value }
            origin.set(personal)
            #expect(try await process.text() == "1")
            let response = try await process.send(.request())
            #expect(try await response.body.text() == "3")
            #expect(try await fleet.content().contains("id=ada") == false)
        }
    }

    @available(Valkey, *)
    @Test func aConfirmationMakesAResponsePrivate() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60", .eTag: "\"1\""])
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin)
            #expect(try await process.text() == "1")
            origin.move(by: 61)
            origin.set([.cacheControl: "private, max-age=60", .eTag: "\"1\""])
            #expect(try await process.text() == "1")
            #expect(try await process.text() == "3")
        }
    }

    @available(Valkey, *)
    @Test(arguments: [10, 100_000])
    func encryptedResponsesAreOfNoUseToOthers(length: Int) async throws {
        let body = String(repeating: "confidential ", count: length)
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: body)
        try await Fleet.run(1) { fleet async throws in
            let owner = process(fleet.servers[0], origin) {
                $0.encryption = .test
                $0.maximumBodySize = 2 << 20
            }
            let other = process(fleet.servers[0], origin) {
                $0.encryption = EncryptionKeys(.test("other", byte: 1))
                $0.maximumBodySize = 2 << 20
            }
            #expect(try await owner.text() == body)
            #expect(try await owner.text() == body)
            #expect(origin.requests.count == 1)
            #expect(try await fleet.content().contains("confidential") == false)
            #expect(try await other.text() == body)
            #expect(origin.requests.count == 2)
            #expect(try await fleet.immortalKeys() == [])
        }
    }

    @available(Valkey, *)
    @Test func aLargeBodyIsNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: String(repeating: "a", count: 1_001))
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin) { $0.maximumBodySize = 1_000 }
            _ = try await process.text()
            _ = try await process.text()
            #expect(origin.requests.count == 2)
        }
    }

    @available(Valkey, *)
    @Test func aLongBodyThatWasEvictedIsFetchedAgain() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: String(repeating: "a", count: 50_000))
        try await Fleet.run(1) { fleet async throws in
            let process = process(fleet.servers[0], origin)
            _ = try await process.text()
            let keys = try await fleet.clients[0].keys(pattern: "*:body:*").decode(as: [String].self)
            #expect(keys.count == 1)
            _ = try await fleet.clients[0].del(keys: keys.map { ValkeyKey($0) })
            #expect(try await process.text().count == 50_000)
            #expect(origin.requests.count == 2)
        }
    }

    @available(Valkey, *)
    @Test func anUnsafeRequestOfOneProcessRemovesTheResponseForAll() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { process($0, origin) }
            #expect(try await processes[0].text() == "1")
            _ = try await processes[1].send(.request(method: .post)).body.text()
            #expect(try await processes[0].text() == "3")
        }
    }

    @available(Valkey, *)
    @Test func aResponseOnItsWayDuringARemovalIsNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { process($0, origin) }
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
            let first = process(fleet.servers[0], origin)
            let second = process(fleet.servers[1], origin, clock: clock)
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
            let processes = [process(server, origin), process(fleet.servers[1], origin)]
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
            let process = process(server, origin)
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
    @Test func theListOfAllKeysIsWholeAlthoughItChanges() async throws {
        try await Fleet.run(1) { fleet async throws in
            let node = fleet.clients[0]
            let client = SwitchedClient(node) {
                // The first half ends in the middle of the search, one part a time.
                _ = try? await node.eval(script: "redis.call('ZPOPMIN', 'test:cache:{index}', 500)")
            }
            let store = ValkeyCacheStore(on: ValkeyServer(client, options: .init(prefix: "test"), clock: ManualClock()))
            _ = try await node.eval(
                script: "for i = 1, 10000 do redis.call('ZADD', 'test:cache:{index}', i, 'name ' .. i) end"
            )
            let names = try await store.names()
            #expect(names.isSuperset(of: (9_000...10_000).map { "name \($0)" }))
            let rest = try await node.eval(script: "return redis.call('ZRANGE', 'test:cache:{index}', 0, -1)")
                .decode(as: [String].self)
            #expect(!rest.isEmpty)
            #expect(names.isSuperset(of: rest))
        }
    }

    @available(Valkey, *)
    @Test func otherProcessesWaitForTheResponseOfTheFirst() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let clock = ManualClock()
        try await Fleet.run(2) { fleet async throws in
            let first = process(fleet.servers[0], origin)
            let second = process(fleet.servers[1], origin, clock: clock)
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
            let first = process(fleet.servers[0], origin)
            let second = process(fleet.servers[1], origin, clock: clock)
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
            let processes = fleet.servers.map { process($0, origin) }
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

    @available(Valkey, *)
    @Test func withoutTheServerTheOriginAnswersAndRemovalsAreMadeUpFor() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let clock = ManualClock()
        try await Fleet.run(2) { fleet async throws in
            let client = SwitchedClient(fleet.clients[0])
            let server = ValkeyServer(client, options: .init(prefix: "test"), clock: clock)
            let processes = [process(server, origin), process(fleet.servers[1], origin)]
            #expect(try await processes[0].text() == "1")
            while try await fleet.content().contains(":turn:") {}
            client.switchOff()
            #expect(try await processes[0].text() == "2")
            _ = try await processes[0].send(.request(method: .post)).body.text()
            #expect(server.isUnavailable)
            client.switchOn()
            clock.advance(by: .seconds(1))
            #expect(try await processes[0].text() == "4")
            #expect(try await processes[1].text() == "4")
        }
    }

    @available(Valkey, *)
    @Test func aCacheCanBeSearchedAndEmptied() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let stores = fleet.servers.map { ValkeyCacheStore(on: $0, date: origin.date) }
            let caches = stores.map { HTTPCache($0, date: origin.date) }
            let transport = InterceptedTransport(CachePlugin(caches[0]), over: origin)
            for name in ["a", "b", "c"] { _ = try await transport.text(path: name) }
            #expect(try await caches[1].responses().count == 3)
            try await caches[1].remove(URL(string: "https://example.com/b")!)
            #expect(
                try await Set(caches[0].responses().map(\.key.text)) == [
                    "https://example.com/a", "https://example.com/c",
                ]
            )
            try await caches[1].remove(host: "example.com")
            #expect(try await caches[0].responses().isEmpty)
            #expect(try await fleet.immortalKeys() == [])
        }
    }
}
#endif
