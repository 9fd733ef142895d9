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
    @Test func theResponseToOneProcessAnswersAnother() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        try await Fleet.run(2) { fleet async throws in
            let processes = fleet.servers.map { $0.caching(origin) }
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
            let processes = fleet.servers.map { $0.caching(origin) }
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
            let processes = fleet.servers.map { $0.caching(origin) { $0.storesPrivateResponses = true } }
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
            let process = fleet.servers[0].caching(origin) { $0.maximumVariants = 2 }
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
    @Test func aLargeBodyIsNotStored() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: String(repeating: "a", count: 1_001))
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin) { $0.maximumBodySize = 1_000 }
            _ = try await process.text()
            _ = try await process.text()
            #expect(origin.requests.count == 2)
        }
    }

    @available(Valkey, *)
    @Test func aLongBodyThatWasEvictedIsFetchedAgain() async throws {
        let origin = CountingOrigin([.cacheControl: "max-age=60"], body: String(repeating: "a", count: 50_000))
        try await Fleet.run(1) { fleet async throws in
            let process = fleet.servers[0].caching(origin)
            _ = try await process.text()
            let keys = try await fleet.clients[0].keys(pattern: "*:body:*").decode(as: [String].self)
            #expect(keys.count == 1)
            _ = try await fleet.clients[0].del(keys: keys.map { ValkeyKey($0) })
            #expect(try await process.text().count == 50_000)
            #expect(origin.requests.count == 2)
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
