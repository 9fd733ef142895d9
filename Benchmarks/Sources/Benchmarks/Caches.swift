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

        func send(_ request: TransportRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, headerFields: Self.headerFields, body: HTTPBody(Self.body))
        }
    }

    static func memoryHits(_ seconds: Double) async throws -> Sample {
        try await hits(HTTPCache(MemoryCacheStore()), of: 1, seconds)
    }

    static func diskHits(of count: Int, _ seconds: Double) async throws -> Sample {
        try await withFolder { folder in
            var options = DiskCacheStore.Options()
            options.maximumSize = 1 << 40
            return try await hits(HTTPCache(try DiskCacheStore(folder: folder, options: options)), of: count, seconds)
        }
    }

    /// The opening of a folder with 100,000 responses, and the first look-up.
    static func opening(_ seconds: Double) async throws -> Sample {
        try await withFolder { folder in
            _ = try await hits(HTTPCache(try DiskCacheStore(folder: folder)), of: 100_000, 0)
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
        Provider(transport: CachingTransport(cache, over: Origin()))
    }

    private static func hits(_ cache: HTTPCache, of count: Int, _ seconds: Double) async throws -> Sample {
        let provider = provider(cache)
        for number in 0..<count { _ = try await provider.request(Item(number: number)) }
        var stopwatch = Stopwatch(seconds: seconds)
        var number = 0
        repeat {
            for _ in 0..<100 {
                number = (number + 7919) % count
                guard try await provider.request(Item(number: number)).data.count == 1024 else {
                    throw UnexpectedAnswer()
                }
            }
        } while stopwatch.lap(100)
        guard cache.statistics.misses == count else { throw UnexpectedAnswer() }
        return stopwatch.sample()
    }

    private static func withFolder(_ body: (URL) async throws -> Sample) async throws -> Sample {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
