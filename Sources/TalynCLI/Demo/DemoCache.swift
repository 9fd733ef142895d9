#if Tools
import Foundation
import Talyn
import TalynCache
import TalynCommandLine

/// Calls that a cache answers, in each way that it can.
struct DemoCache {
    let baseURL: URL
    let transport: any Transport
    let terminal: Terminal

    /// Two equal calls, and the expected answer of the cache to the second one.
    private struct Step: Sendable {
        let name: String
        let target: HTTPBinAPI
        let isExpected: @Sendable (CacheStatus) -> Bool
    }

    private static let steps = [
        Step(name: "fresh for a minute", target: .responseHeaders(cacheControl: "max-age=60")) {
            $0.isHit && $0.timeToLive ?? 0 > 0
        },
        Step(name: "with an entity tag", target: .etag("demo")) { $0.forwardStatus == 304 },
        Step(
            name: "stale, and asked for in the background",
            target: .responseHeaders(cacheControl: "max-age=0, stale-while-revalidate=60")
        ) { $0.isHit && $0.timeToLive ?? 1 <= 0 },
    ]

    /// Makes the calls, and prints the answers of the cache.
    func run() async throws {
        let provider = Provider<HTTPBinAPI>(
            baseURL: baseURL,
            transport: transport,
            plugins: [CachePlugin(HTTPCache(MemoryCacheStore()))]
        )
        var table = Table(title: "Two equal calls with a cache", header: ["response", "first call", "second call"])
        for step in Self.steps {
            let first = try await provider.request(step.target)
            let second = try await provider.request(step.target)
            let statuses = [first, second].map { $0.metrics?.attempts.last?.cacheStatus ?? "" }
            table.add([step.name] + statuses)
            guard first.cacheStatus?.forward == .uriMiss, let status = second.cacheStatus, step.isExpected(status)
            else { throw UnexpectedAnswer(description: "the cache answered \(statuses)") }
        }
        terminal.show(table)
    }
}
#endif
