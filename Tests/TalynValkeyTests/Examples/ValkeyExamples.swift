#if Valkey
import Foundation
import Logging
import NIOSSL
import Talyn
import TalynAuth
import TalynCache
import TalynValkey
import Valkey

// The code of the pages of TalynValkey, compiled. DocumentedExamplesTests compares the two.

@available(Valkey, *)
enum ValkeyExamples {
    struct Catalog: TargetType {
        var baseURL: URL { URL(string: "https://catalog.example.com")! }
        var path: RequestPath { "/items" }
    }

    static func firstSteps(_ logger: Logger, _ keys: EncryptionKeys) -> (HTTPCache, ValkeyTokenStore) {
        let client = ValkeyClient(.hostname("valkey.internal"), logger: logger)
        let server = ValkeyServer(client, options: .init(prefix: "shop"), logger: logger)

        let cache = HTTPCache(ValkeyCacheStore(on: server))
        let tokens = ValkeyTokenStore("catalog", on: server, encryption: keys)
        return (cache, tokens)
    }

    static func limits(_ server: ValkeyServer) -> [any Plugin] {
        let limits: [any Plugin] = [
            CircuitBreakerPlugin(store: ValkeyCircuitBreakerStore(on: server)),
            RateLimitPlugin(100, per: .seconds(1), burst: 10, store: ValkeyRateLimitStore(on: server)),
            ConcurrencyLimitPlugin(20, store: ValkeyConcurrencyLimitStore(on: server)),
        ]
        return limits
    }

    static func rateLimit(_ server: ValkeyServer) -> Provider<Catalog> {
        let limit = RateLimitPlugin(100, per: .seconds(1), store: ValkeyRateLimitStore(on: server))
        let catalog = Provider<Catalog>(plugins: [limit])
        return catalog
    }

    static func concurrencyLimit(_ server: ValkeyServer) -> Provider<Catalog> {
        let limit = ConcurrencyLimitPlugin(20, store: ValkeyConcurrencyLimitStore(on: server))
        let catalog = Provider<Catalog>(plugins: [limit])
        return catalog
    }

    static func breaker(_ server: ValkeyServer) -> Provider<Catalog> {
        let breaker = CircuitBreakerPlugin(store: ValkeyCircuitBreakerStore(on: server))
        let catalog = Provider<Catalog>(plugins: [breaker])
        return catalog
    }

    static func run(_ logger: Logger, _ serve: (ValkeyServer) async throws -> Void) async throws {
        let patient = ValkeyClientConfiguration(keepAliveBehavior: .init(frequency: .seconds(365 * 86_400)))
        let client = ValkeyClient(.hostname("valkey.internal"), configuration: patient, logger: logger)
        let server = ValkeyServer(client, options: .init(prefix: "shop"), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await client.run() }
            try await serve(server)
            group.cancelAll()
        }
    }

    static func tokens(_ server: ValkeyServer, _ authority: AuthorizationServer, _ secret: Data) throws -> OAuthSession
    {
        let keys = EncryptionKeys(try EncryptionKeys.Key(id: "2026-11", bytes: secret))
        let session = OAuthSession(
            server: authority,
            client: OAuthClient(id: "catalog"),
            store: ValkeyTokenStore("catalog", on: server, encryption: keys),
            provider: Provider()
        )
        return session
    }

    static func rotation(_ old: EncryptionKeys.Key, _ new: EncryptionKeys.Key) -> [EncryptionKeys] {
        let prepared = EncryptionKeys(old, previous: [new])
        let switched = EncryptionKeys(new, previous: [old])
        return [prepared, switched]
    }

    static func responses(_ server: ValkeyServer) -> Provider<Catalog> {
        let cache = HTTPCache(ValkeyCacheStore(on: server), isShared: true)
        let catalog = Provider<Catalog>(plugins: [CachePlugin(cache)])
        return catalog
    }

    static func security(_ password: String) throws -> ValkeyClientConfiguration {
        let configuration = try ValkeyClientConfiguration(
            authentication: .init(username: "shop", password: password),
            keepAliveBehavior: .init(frequency: .seconds(365 * 86_400)),
            tls: .enable(.makeClientConfiguration(), tlsServerName: "valkey.internal")
        )
        return configuration
    }
}
#endif
