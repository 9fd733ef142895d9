#if Valkey
import Logging
import NIOCore
import TestSupport
import Testing
import Valkey

@testable import TalynValkey

/// Processes that share a server: each has a client of its own.
@available(Valkey, *)
struct Fleet {
    let redis: RedisServer
    let servers: [ValkeyServer]
    let clients: [ValkeyClient]

    /// Starts a server, and runs clients for the duration of `body`.
    ///
    /// - Parameters:
    ///   - clock: The clock of the time limits; one that stands still by default.
    static func run<Value: Sendable>(
        _ count: Int,
        serverOptions: [String] = [],
        authentication: ValkeyClientConfiguration.Authentication? = nil,
        timeLimit: Duration = .seconds(1),
        clock: any Clock<Duration> = ManualClock(),
        logger: Logger = Logger(label: "test"),
        body: (Fleet) async throws -> Value
    ) async throws -> Value {
        try await RedisServer.withServer(serverOptions) { redis in
            let clients = (0..<count).map { _ in
                ValkeyClient(
                    .hostname("127.0.0.1", port: redis.port),
                    // A keep-alive that ends with its connection crashes valkey-swift 1.4.0.
                    configuration: .init(
                        authentication: authentication,
                        keepAliveBehavior: .init(frequency: .seconds(365 * 86_400))
                    ),
                    logger: Logger(label: "client")
                )
            }
            return try await running(clients) {
                let servers = clients.map {
                    ValkeyServer($0, options: .init(prefix: "test", timeLimit: timeLimit), logger: logger, clock: clock)
                }
                return try await body(Fleet(redis: redis, servers: servers, clients: clients))
            }
        }
    }

    static func running<Value: Sendable>(
        _ clients: [ValkeyClient],
        body: () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for client in clients { group.addTask { await client.run() } }
            defer { group.cancelAll() }
            return try await body()
        }
    }

    /// The keys in the server that never expire.
    func immortalKeys() async throws -> [String] {
        try await clients[0].eval(
            script: """
                local immortal = {}
                for _, key in ipairs(redis.call('KEYS', '*')) do
                  if redis.call('TTL', key) < 0 then table.insert(immortal, key) end
                end
                return immortal
                """
        ).decode(as: [String].self)
    }

    /// All texts in the server.
    func content() async throws -> String {
        let values = try await clients[0].eval(
            script: """
                local values = {}
                for _, key in ipairs(redis.call('KEYS', '*')) do
                  table.insert(values, key)
                  local kind = redis.call('TYPE', key).ok
                  if kind == 'string' then table.insert(values, redis.call('GET', key)) end
                  if kind == 'hash' then for _, value in ipairs(redis.call('HGETALL', key)) do table.insert(values, value) end end
                end
                return values
                """
        ).decode(as: [ByteBuffer].self)
        return values.map { String(decoding: $0.readableBytesView, as: UTF8.self) }.joined(separator: "\n")
    }
}
#endif
