#if Valkey
public import TalynPlugins

/// A store of places in Valkey or Redis, so that several processes limit together the calls that run at the same time.
///
/// ```swift
/// let limit = ConcurrencyLimitPlugin(20, store: ValkeyConcurrencyLimitStore(on: server))
/// let catalog = Provider<Catalog>(plugins: [limit])
/// ```
///
/// Processes that need places share them evenly. A process that ends without returning its places loses them after ten seconds. Each key
/// of a ``CallKey`` is one hash, which expires a second after the last lease.
@available(Valkey, *)
public struct ValkeyConcurrencyLimitStore: ConcurrencyLimitStore {
    private let server: ValkeyServer
    private let name: String

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - name: The name of the limit. Plugins whose stores have the same name count their calls together.
    public init(on server: ValkeyServer, name: String = "default") {
        self.server = server
        self.name = name
    }

    public func renew(_ request: ConcurrencyLimitRequest, key: String) async throws -> ConcurrencyLimitGrant {
        let count = try await server.run(
            LimitScripts.concurrencyLimit,
            of: "concurrency-limit",
            keys: [server.key("concurrency-limit", "\(name) \(key)")],
            [
                .text(request.holder), .number(request.number), .number(request.runningCount),
                .number(request.placeCount), .number(request.wantedCount), .number(request.limit),
                .microseconds(request.lifetime),
            ],
            as: Int.self
        )
        return ConcurrencyLimitGrant(count: count)
    }
}
#endif
