#if Valkey
public import TalynPlugins
import _TalynSupport

/// A store of permits in Valkey or Redis, so that several processes keep one rate limit together.
///
/// ```swift
/// let limit = RateLimitPlugin(100, per: .seconds(1), store: ValkeyRateLimitStore(on: server))
/// let catalog = Provider<Catalog>(plugins: [limit])
/// ```
///
/// The server's clock counts, so the clocks of the processes can differ. If it is set back, the limit holds as before. Each key of a
/// ``CallKey`` is one hash, which expires ten seconds after its bucket is full and its server's limit is reset.
@available(Valkey, *)
public struct ValkeyRateLimitStore: RateLimitStore {
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

    public func take(_ request: RateLimitRequest, key: String) async throws -> RateLimitGrant {
        let news = request.news
        let limit = news?.limit
        let answer = try await server.run(
            LimitScripts.rateLimit,
            of: "rate-limit",
            keys: [server.key("rate-limit", "\(name) \(key)")],
            [
                .number(request.count), .microseconds(request.interval), .number(request.burst),
                .microseconds(request.horizon), .microseconds(news?.retryAfter), .number(news?.number ?? 0),
                .text(limit.map { "\($0.remaining)" } ?? ""), .microseconds(limit?.reset),
                .text(limit?.limit.map { "\($0)" } ?? ""),
            ],
            as: [Int].self
        )
        guard answer.count == 3 else { throw ValkeyServerError(.unreadable, in: "rate-limit") }
        return RateLimitGrant(count: answer[0], delay: .microseconds(answer[1]), number: answer[2])
    }
}

@available(Valkey, *)
extension ScriptArgument {
    /// A time for the scripts of limits; zero for nil.
    static func microseconds(_ duration: Duration?) -> ScriptArgument {
        .text("\((duration ?? .zero).seconds * 1_000_000)")
    }
}
#endif
