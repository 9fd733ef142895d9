#if Valkey
import Foundation
import HTTPTypes
import TalynAuth
import TalynCache
import TalynCore
import TestSupport
import Testing
import Valkey

@testable import TalynPlugins
@testable import TalynValkey

/// The user of the page MoreThanOneServer.
@Suite(.enabled(if: RedisServer.isAvailable, Comment(rawValue: RedisServer.absence)), .sockets)
struct AccessControlTests {
    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/TalynValkey/TalynValkey.docc/MoreThanOneServer.md")

    /// The options of a server with the user, whose password is `secret`.
    static func options() throws -> [String] {
        let page = try String(contentsOf: Self.page, encoding: .utf8)
        let text = try #require(page.components(separatedBy: "```\nuser ").last?.components(separatedBy: "```").first)
        let user = text.split(whereSeparator: \.isWhitespace).map {
            String($0).replacingOccurrences(of: "PASSWORD", with: "secret")
                .replacingOccurrences(of: "~shop:*", with: "~test:*")
        }
        return ["--user"] + user
    }

    @available(Valkey, *)
    @Test func theUserOfThePageMayRunAllScripts() async throws {
        let options = try Self.options()
        try await Fleet.run(2, serverOptions: options, authentication: .init(username: "shop", password: "secret")) {
            fleet async throws in
            let tokens = fleet.servers.map { ValkeyTokenStore("shop", on: $0, encryption: .test) }
            let access = try await tokens[0].exclusiveAccess(within: .zero)
            try await tokens[0].save(Data("token".utf8))
            #expect(try await tokens[1].load() == Data("token".utf8))
            await access.end()
            await (try await tokens[1].exclusiveAccess(within: .zero)).end()
            try await tokens[1].save(nil)

            let origin = CountingOrigin(
                [.cacheControl: "max-age=60", .eTag: "\"1\"", .vary: "Accept"],
                body: String(repeating: "a", count: 50_000)
            )
            var cacheOptions = ValkeyCacheStore.Options()
            cacheOptions.maximumVariants = 1
            let store = ValkeyCacheStore(on: fleet.servers[0], options: cacheOptions, date: origin.date)
            let cache = HTTPCache(store, date: origin.date)
            let transport = InterceptedTransport(CachePlugin(cache), over: origin)
            for accept in ["text/html", "text/plain", "text/plain"] { _ = try await transport.text(["Accept": accept]) }
            origin.move(by: 61)
            _ = try await transport.text(["Accept": "text/plain"])
            #expect(cache.statistics.hits == 1)
            #expect(cache.statistics.revalidations == 1)
            try await store.remove(try await store.allEntries())
            try await store.removeAll()

            let permits = RateLimitRequest(count: 1, interval: .seconds(1), burst: 1, horizon: .zero, news: nil)
            #expect(try await ValkeyRateLimitStore(on: fleet.servers[0]).take(permits, key: "shop").count == 1)
            let breaker = CircuitBreakerPlugin(store: ValkeyCircuitBreakerStore(on: fleet.servers[0]))
            let limit = ConcurrencyLimitPlugin(
                1,
                store: ValkeyConcurrencyLimitStore(on: fleet.servers[0]),
                storeOptions: StoreOptions(fallback: .failure, maximumWait: .seconds(3_600))
            )
            let provider = Provider<Zen>(transport: SampleTransport(), plugins: [breaker, limit])
            #expect(try await provider.request(.zen).statusCode == 200)
        }
    }

    @available(Valkey, *)
    @Test func aForbiddenCommandIsNamed() async throws {
        let options = ["--user", "shop", "on", ">secret", "~test:*", "-@all", "+hello", "+role", "+ping", "+evalsha"]
        try await Fleet.run(1, serverOptions: options, authentication: .init(username: "shop", password: "secret")) {
            fleet async throws in
            let error = await #expect(throws: ValkeyServerError.self) {
                try await ValkeyTokenStore("shop", on: fleet.servers[0], encryption: .test).load()
            }
            #expect(error?.reason == .refused)
            #expect(error?.detail == "NOPERM")
        }
    }
}
#endif
