#if Valkey
import Foundation
import TalynAuth
import TestSupport
import Testing
import Valkey

@testable import TalynPlugins
@testable import TalynValkey

/// Failovers to a replica that lost the last writes: it was promoted before the primary got them.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct FailoverTests {
    /// A primary and its replica, with the clients of two processes that use the primary at first.
    @available(Valkey, *)
    private struct Pair {
        let primary: ValkeyClient
        let replica: ValkeyClient
        let clients: [SwitchedClient]
        let servers: [ValkeyServer]

        static func run(_ body: (Pair) async throws -> Void) async throws {
            try await Fleet.run(1, serverOptions: ["--repl-diskless-sync-delay", "0"]) { first async throws in
                let options = ["--replicaof", "127.0.0.1", "\(first.redis.port)"]
                try await Fleet.run(1, serverOptions: options) { second async throws in
                    let clients = (0..<2).map { _ in SwitchedClient(first.clients[0]) }
                    let servers = clients.map {
                        ValkeyServer($0, options: .init(prefix: "test"), clock: ManualClock())
                    }
                    let pair = Pair(
                        primary: first.clients[0],
                        replica: second.clients[0],
                        clients: clients,
                        servers: servers
                    )
                    try await pair.replicate()
                    try await body(pair)
                }
            }
        }

        /// Waits until the replica has all writes.
        func replicate() async throws {
            try await primary.withConnection { connection in
                // The command counts the writes of its own connection.
                _ = try await connection.set("mark", value: UUID().uuidString)
                let count = try await connection.wait(numreplicas: 1, timeout: 0)
                #expect(count == 1)
            }
        }

        /// Makes the replica a server of its own. The processes don't know it yet.
        func promote() async throws { _ = try await replica.replicaof(args: .noOne) }

        func failOver() { for client in clients { client.failOver(to: replica) } }
    }

    private let old = Data("token 1".utf8)
    private let new = Data("token 2".utf8)

    @available(Valkey, *)
    private func stores(_ pair: Pair) -> [ValkeyTokenStore] {
        pair.servers.map { ValkeyTokenStore("shop", on: $0, encryption: .test) }
    }

    @available(Valkey, *)
    @Test func aReplicaIsReadButWritesToItAreAnOutage() async throws {
        try await Pair.run { pair async throws in
            let stores = stores(pair)
            try await stores[0].save(old)
            try await pair.replicate()
            pair.failOver()
            #expect(try await stores[1].load() == old)
            let key = pair.servers[0].key("tokens", "shop")
            let error = await #expect(throws: ValkeyServerError.self) {
                _ = try await pair.servers[0].run(
                    TokenScripts.save,
                    of: "tokens",
                    keys: [key, key + ":fence"],
                    ["", "a", .number(1_000)],
                    as: Int.self
                )
            }
            #expect(error?.reason == .unavailable)
            #expect(error?.detail == "READONLY")
        }
    }

    @available(Valkey, *)
    @Test func theProcessOfALostRenewalCanWriteItAgain() async throws {
        try await Pair.run { pair async throws in
            let stores = stores(pair)
            try await stores[0].save(old)
            try await pair.replicate()
            try await pair.promote()
            let access = try await stores[0].exclusiveAccess(within: .zero)
            try await stores[0].save(new)
            pair.failOver()
            #expect(try await stores[1].load() == old)
            try await stores[0].save(new)
            await access.end()
            #expect(try await stores[1].load() == new)
        }
    }

    @available(Valkey, *)
    @Test func anAccessThatIsLostCannotWriteAfterTheNextOne() async throws {
        try await Pair.run { pair async throws in
            let stores = stores(pair)
            try await pair.promote()
            let lost = try await stores[0].exclusiveAccess(within: .zero)
            pair.failOver()
            let access = try await stores[1].exclusiveAccess(within: .zero)
            await #expect(throws: SupersededTokensError.self) { try await stores[0].save(old) }
            try await stores[1].save(new)
            await #expect(throws: SupersededTokensError.self) { try await stores[0].save(old) }
            await lost.end()
            await access.end()
            #expect(try await stores[0].load() == new)
        }
    }

    @available(Valkey, *)
    @Test func onlyThePermitsOfALostMomentAreGivenTwice() async throws {
        try await Pair.run { pair async throws in
            let stores = pair.servers.map { ValkeyRateLimitStore(on: $0) }
            func take(_ store: Int, _ count: Int) async throws -> Int {
                let request = RateLimitRequest(
                    count: count,
                    interval: .seconds(3_600),
                    burst: 10,
                    horizon: .zero,
                    news: nil
                )
                return try await stores[store].take(request, key: "a").count
            }
            #expect(try await take(0, 4) == 4)
            try await pair.replicate()
            try await pair.promote()
            #expect(try await take(0, 3) == 3)
            pair.failOver()
            #expect(try await take(1, 10) == 6)
            #expect(try await take(0, 1) == 0)
        }
    }

    @available(Valkey, *)
    @Test func aLostPlaceIsGivenTwiceUntilItsProcessRenewsIt() async throws {
        try await Pair.run { pair async throws in
            let stores = pair.servers.map { ValkeyConcurrencyLimitStore(on: $0) }
            func count(_ store: Int, _ number: Int, running: Int, wanted: Int) async throws -> Int {
                let request = ConcurrencyLimitRequest(
                    holder: "\(store)",
                    number: number,
                    runningCount: running,
                    placeCount: running,
                    wantedCount: wanted,
                    limit: 3,
                    lifetime: .seconds(3_600)
                )
                return try await stores[store].renew(request, key: "a").count
            }
            #expect(try await count(0, 1, running: 0, wanted: 2) == 2)
            try await pair.replicate()
            try await pair.promote()
            #expect(try await count(0, 2, running: 2, wanted: 3) == 3)
            pair.failOver()
            #expect(try await count(1, 1, running: 0, wanted: 3) == 1)
            // Four calls run. The shares are one and two again, and no call begins before another one ended.
            #expect(try await count(0, 3, running: 3, wanted: 3) == 1)
            #expect(try await count(1, 2, running: 1, wanted: 3) == 0)
            #expect(try await count(0, 4, running: 1, wanted: 3) == 1)
            #expect(try await count(1, 3, running: 1, wanted: 3) == 2)
        }
    }
}
#endif
