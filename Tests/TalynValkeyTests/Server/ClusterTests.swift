#if Valkey
import Foundation
import HTTPTypes
import Logging
import TalynAuth
import TalynCache
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// A cluster of one node with the user of the page MoreThanOneServer. It refuses scripts with keys of several slots.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct ClusterTests {
    @available(Valkey, *)
    @Test func allStoresWorkInACluster() async throws {
        let busPort = try await RedisServer.freePort()
        let options =
            [
                "--cluster-enabled", "yes", "--cluster-port", "\(busPort)", "--cluster-announce-ip", "127.0.0.1",
            ] + (try AccessControlTests.options())
        try await Fleet.run(1, serverOptions: options) { fleet async throws in
            let node = fleet.clients[0]
            try await node.clusterAddslotsrange(ranges: [.init(startSlot: 0, endSlot: 16_383)])
            try await eventually { String(try await node.clusterInfo()).contains("cluster_state:ok") }
            let client = ValkeyClusterClient(
                nodeDiscovery: ValkeyStaticNodeDiscovery([.init(endpoint: "127.0.0.1", port: fleet.redis.port)]),
                configuration: .init(client: .init(authentication: .init(username: "shop", password: "secret"))),
                logger: Logger(label: "cluster")
            )
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await client.run() }
                try await use(ValkeyServer(client, options: .init(prefix: "test"), clock: ManualClock()))
                group.cancelAll()
            }
        }
    }

    @available(Valkey, *)
    private func use(_ server: ValkeyServer) async throws {
        let tokens = ValkeyTokenStore("shop", on: server, encryption: .test)
        let access = try await tokens.exclusiveAccess(within: .zero)
        try await tokens.save(Data("token".utf8))
        #expect(try await tokens.load() == Data("token".utf8))
        await access.end()

        let origin = CountingOrigin([.cacheControl: "max-age=60"])
        let cache = HTTPCache(ValkeyCacheStore(on: server, date: origin.date), date: origin.date)
        let transport = InterceptedTransport(CachePlugin(cache), over: origin)
        for path in ["a", "b", "a", "b"] { _ = try await transport.text(path: path) }
        #expect(origin.requests.count == 2)
        #expect(try await cache.responses().count == 2)
        _ = try await transport.send(.request(method: .put))
        #expect(try await cache.responses().count == 1)
        try await cache.removeAll()
        #expect(try await cache.responses().isEmpty)
    }
}
#endif
