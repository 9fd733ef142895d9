#if Tools
import Foundation
import Talyn
import TalynCache

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls that a cache answers, one after the other.
enum Caches {
    struct Item: TargetType {
        let number: Int

        static let base = URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/")

        var baseURL: URL { Self.base }
        var path: RequestPath { "/items/\(number)" }
    }

    /// An origin in memory, whose responses have a kilobyte and may be stored.
    struct Origin: Transport {
        static let body = Data(repeating: UInt8(ascii: "x"), count: 1024)
        static let headerFields: HTTPFields = [
            .cacheControl: "max-age=86400", .contentType: "application/json", .eTag: "\"abcdef\"", .server: "nginx",
        ]

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, headerFields: Self.headerFields, body: HTTPBody(Self.body))
        }
    }

    static func memoryHits(_ seconds: Double, width: Int = 1) async throws -> Sample {
        try await hits(HTTPCache(MemoryCacheStore()), of: 1, seconds, width)
    }

    static func diskHits(of count: Int, _ seconds: Double, width: Int = 1) async throws -> Sample {
        try await withFolder { folder in
            var options = DiskCacheStore.Options()
            options.maximumSize = 1 << 40
            let cache = HTTPCache(try DiskCacheStore(folder: folder, options: options))
            return try await hits(cache, of: count, seconds, width)
        }
    }

    /// The opening of a folder with 100,000 responses, and the first look-up.
    static func opening(_ seconds: Double) async throws -> Sample {
        try await withFolder { folder in
            _ = try await hits(HTTPCache(try DiskCacheStore(folder: folder)), of: 100_000, 0, 1)
            var stopwatch = Stopwatch(seconds: seconds)
            repeat {
                let provider = provider(HTTPCache(try DiskCacheStore(folder: folder)))
                guard try await provider.request(Item(number: 1)).cacheStatus?.isHit == true else {
                    throw UnexpectedAnswer()
                }
            } while stopwatch.lap()
            return stopwatch.sample()
        }
    }

    private static func provider(_ cache: HTTPCache) -> Provider<Item> {
        Provider(transport: Origin(), plugins: [CachePlugin(cache)])
    }

    /// Hits in rounds of 100 for each task.
    private static func hits(_ cache: HTTPCache, of count: Int, _ seconds: Double, _ width: Int) async throws -> Sample
    {
        let provider = provider(cache)
        for number in 0..<count { _ = try await provider.request(Item(number: number)) }
        var stopwatch = Stopwatch(seconds: seconds)
        var round = 0
        repeat {
            let start = round
            try await withThrowingTaskGroup(of: Void.self) { group in
                for task in 0..<width {
                    group.addTask {
                        for number in 0..<100 {
                            let item = Item(number: (start + task * 100 + number) &* 7919 % count)
                            guard try await provider.request(item).data.count == 1024 else { throw UnexpectedAnswer() }
                        }
                    }
                }
                try await group.waitForAll()
            }
            round += width * 100
        } while stopwatch.lap(width * 100)
        guard cache.statistics.misses == count else { throw UnexpectedAnswer() }
        return stopwatch.sample()
    }

    private static func withFolder(_ body: (URL) async throws -> Sample) async throws -> Sample {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}

extension URLCache {
    /// A cache in memory alone.
    static let ofBenchmark = URLCache(memoryCapacity: 32 << 20, diskCapacity: 0, diskPath: nil)
}
#endif
