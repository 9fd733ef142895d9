#if Tools && Valkey
import Foundation
import Hummingbird
import Logging
import Talyn
import TalynPlugins
import TalynValkey
import Valkey

/// The API that all replicas call.
struct Catalog: TargetType {
    var baseURL: URL { URL(string: "http://127.0.0.1:8081")! }
    var path: RequestPath { "/items" }
}

/// A server with one route: `GET /items`. It calls the API, at most 100 times a second together with the other replicas.
@main
@available(Valkey, *)
struct Replica {
    static func main() async throws {
        let environment = ProcessInfo.processInfo.environment
        let api = URL(string: environment["API"] ?? "") ?? Catalog().baseURL
        let logger = Logger(label: "replica")
        // Without this keep-alive, valkey-swift 1.4.0 crashes when the server hangs.
        let patient = ValkeyClientConfiguration(keepAliveBehavior: .init(frequency: .seconds(365 * 86_400)))
        let client = ValkeyClient(
            .hostname(environment["VALKEY_HOST"] ?? "127.0.0.1", port: environment.port("VALKEY_PORT") ?? 6379),
            configuration: patient,
            logger: logger
        )
        let server = ValkeyServer(client, options: .init(prefix: "shop"), logger: logger)
        let limit = RateLimitPlugin(
            100,
            per: .seconds(1),
            burst: 1,
            maximumWait: .seconds(1),
            store: ValkeyRateLimitStore(on: server)
        )
        let catalog = Provider<Catalog>(baseURL: api, plugins: [limit])
        let application = Application(
            router: router(catalog),
            configuration: ApplicationConfiguration(
                address: .hostname(environment["HOST"] ?? "127.0.0.1", port: environment.port("PORT") ?? 8080)
            ),
            logger: logger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await client.run() }
            try await application.runService()
            group.cancelAll()
        }
    }

    private static func router(_ catalog: Provider<Catalog>) -> Router<BasicRequestContext> {
        let router = Router()
        router.get("/items") { _, _ in
            do throws(TalynError) {
                return try await catalog.request(Catalog()).decode(String.self)
            } catch {
                // A call that would wait for more than a second is refused, so that no queue grows without end.
                guard error.reason == .rejected else { throw HTTPError(.badGateway) }
                throw HTTPError(.serviceUnavailable, headers: [.retryAfter: "1"])
            }
        }
        return router
    }
}

extension [String: String] {
    fileprivate func port(_ name: String) -> Int? { self[name].flatMap { Int($0) } }
}
#else
@main
struct Replica {
    static func main() {
        print("The server needs the traits Tools and Valkey.")
    }
}
#endif
