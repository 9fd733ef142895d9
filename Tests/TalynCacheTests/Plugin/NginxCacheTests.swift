#if os(macOS) || os(Linux)
import Foundation
import HTTPTypes
import Talyn
import TalynCache
import TalynURLSession
import TestSupport
import Testing

/// A cache over a server that many people use, with its header fields, conditions and ranges.
@Suite(.enabled(if: Nginx.isInstalled, "\(Nginx.absence)"))
struct NginxCacheTests {
    private struct File: TargetType {
        let baseURL: URL
        let path: RequestPath
        var headerFields: HTTPFields = [:]
        var requestOptions: RequestOptions { .patient }
    }

    private static let directives = """
        location /fresh { expires 60s; }
        location /checked { expires -1; }
        location /packed { expires 60s; gzip on; gzip_types text/plain; gzip_min_length 1; gzip_vary on; default_type text/plain; }
        """

    private static var transport: any Transport {
        #if AsyncHTTPClient && os(Linux)
        AsyncHTTPClientTransport.shared
        #else
        URLSessionTransport()
        #endif
    }

    /// Runs a test with a provider that caches the files of a server.
    ///
    /// - Parameter files: The files by their names.
    private func withServer(
        _ files: [String: String],
        _ body: (URL, _ folder: URL, HTTPCache, Provider<File>) async throws -> Void
    ) async throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-nginx-\(UUID().uuidString)")
        let folder = root.appendingPathComponent("files")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        let cache = HTTPCache(try DiskCacheStore(folder: root.appendingPathComponent("cache")))
        try await Nginx.withServer(serving: folder, directives: Self.directives) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                let transport = InterceptedTransport(CachePlugin(cache), over: Self.transport)
                try await body(proxy.baseURL, folder, cache, Provider<File>(transport: transport))
            }
        }
    }

    @Test func freshFileComesFromTheCache() async throws {
        try await withServer(["fresh": "one"]) { url, folder, cache, provider in
            #expect(try await provider.request(File(baseURL: url, path: "/fresh")).cacheStatus?.isStored == true)
            try Data("two".utf8).write(to: folder.appendingPathComponent("fresh"))
            let response = try await provider.request(File(baseURL: url, path: "/fresh"))
            #expect(try response.decode(String.self) == "one")
            #expect(response.cacheStatus?.isHit == true)
            #expect(cache.statistics.misses == 1)
        }
    }

    @Test func fileIsValidatedUntilItChanges() async throws {
        try await withServer(["checked": "one"]) { url, folder, cache, provider in
            _ = try await provider.request(File(baseURL: url, path: "/checked"))
            let second = try await provider.request(File(baseURL: url, path: "/checked"))
            #expect(try second.decode(String.self) == "one")
            #expect(second.cacheStatus?.forwardStatus == 304)
            try Data("changed".utf8).write(to: folder.appendingPathComponent("checked"))
            let third = try await provider.request(File(baseURL: url, path: "/checked"))
            #expect(try third.decode(String.self) == "changed")
            #expect(cache.statistics.revalidations == 1)
            #expect(cache.statistics.misses == 2)
        }
    }

    @Test func packedFileIsStoredUnpacked() async throws {
        let text = String(repeating: "text ", count: 20_000)
        try await withServer(["packed": text]) { url, _, cache, provider in
            for _ in 0..<2 {
                #expect(try await provider.request(File(baseURL: url, path: "/packed"), as: String.self) == text)
            }
            #expect(cache.statistics.hits == 1)
            let stored = try await cache.responses().first
            #expect(stored?.response.bodyLength == 100_000)
        }
    }

    @Test func storedRangeIsCompleted() async throws {
        let text = (0..<20_000).map { "\($0)" }.joined(separator: " ")
        try await withServer(["fresh": text]) { url, _, cache, provider in
            var start = File(baseURL: url, path: "/fresh")
            start.headerFields[.range] = "bytes=0-4999"
            #expect(try await provider.request(start).statusCode == 206)
            let whole = try await provider.request(File(baseURL: url, path: "/fresh"))
            #expect(try whole.decode(String.self) == text)
            #expect(whole.cacheStatus?.forward == .partial)
            start.headerFields[.range] = "bytes=5000-5009"
            let part = try await provider.request(start)
            #expect(try part.decode(String.self) == String(text.dropFirst(5000).prefix(10)))
            #expect(part.cacheStatus?.isHit == true)
        }
    }
}
#endif
