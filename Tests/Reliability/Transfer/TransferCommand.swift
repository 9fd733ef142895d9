#if Tools && os(Linux)
import ArgumentParser
import Foundation
import Talyn
import TalynURLSession
import TalynCache

/// Moves many bytes up and down, and prints how much the memory grows.
struct TransferCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "transfer",
        abstract: "Moves many bytes up and down, and prints how much the memory grows.",
        discussion: """
            The bytes go up from a stream and from a file, and down into a stream, into a file and into a cache. The server is a \
            process of its own. The peak is that of the resident memory.
            """
    )

    @Option(help: "The number of gigabytes each way.")
    var gigabytes = 10

    @Option(help: "The maximum growth in megabytes.")
    var limit = 30.0

    @Flag(help: "Use URLSession, whose responses may need more memory than the limit.")
    var urlSession = false

    private struct Target: TargetType {
        let baseURL: URL
        var path: RequestPath = ""
        var method = HTTPRequest.Method.get
        var body = RequestBody.none
        var requestOptions: RequestOptions { RequestOptions { $0.cache = .for(.seconds(86_400)) } }
    }

    func run() async throws {
        try await ServerProcess.run("transfer-server") { try await transfer($0) }
    }

    private func transfer(_ server: URL) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("transfer-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let count = gigabytes * 1_000_000_000
        let transport: any Transport = urlSession ? URLSessionTransport() : AsyncHTTPClientTransport()
        let provider = Provider<Target>(transport: transport)
        func download(_ count: Int) -> Target { Target(baseURL: server, path: "/\(count)") }
        func upload(_ body: RequestBody) -> Target { Target(baseURL: server, method: .put, body: body) }
        // The first call sets up what stays.
        _ = try await provider.request(download(1_000_000))

        var isSmall = true
        isSmall =
            try await measure("stream down") {
                var received = 0
                for try await chunk in provider.stream(download(count)) { received += chunk.count }
                return received
            } && isSmall
        var options = DiskCacheStore.Options()
        options.maximumSize = Int64(count) * 3
        let cache = HTTPCache(try DiskCacheStore(folder: folder.appendingPathComponent("cache"), options: options))
        let cached = Provider<Target>(transport: transport, plugins: [CachePlugin(cache)])
        for name in ["stream down into a cache", "stream from the cache"] {
            isSmall =
                try await measure(name) {
                    var received = 0
                    for try await chunk in cached.stream(download(count)) { received += chunk.count }
                    return received
                } && isSmall
        }
        if cache.statistics.hits != 1 {
            print("  FAULT: the second response isn't from the cache")
            isSmall = false
        }
        try await cache.removeAll()
        isSmall =
            try await measure("file down") {
                let file = folder.appendingPathComponent("down")
                defer { try? FileManager.default.removeItem(at: file) }
                _ = try await provider.download(download(count), to: DownloadDestination(file)).response()
                return try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
            } && isSmall
        isSmall =
            try await measure("stream up") {
                let body = HTTPBody(Chunks(count: count), length: Int64(count))
                return Int(try await provider.request(upload(.stream(body)), as: String.self)) ?? 0
            } && isSmall
        isSmall =
            try await measure("file up") {
                let file = folder.appendingPathComponent("up")
                _ = FileManager.default.createFile(atPath: file.path, contents: nil)
                let handle = try FileHandle(forWritingTo: file)
                try handle.truncate(atOffset: UInt64(count))
                try handle.close()
                return Int(try await provider.request(upload(.file(file)), as: String.self)) ?? 0
            } && isSmall
        if !isSmall { throw ExitCode.failure }
    }

    /// Moves bytes, and prints the rate and the growth.
    ///
    /// - Returns: Whether all bytes arrived, and the growth is below the limit.
    private func measure(_ name: String, _ transfer: () async throws -> Int) async throws -> Bool {
        let memory = try PeakMemory()
        let start = ContinuousClock.now
        let count = try await transfer()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let growth = try memory.growth
        let isComplete = count == gigabytes * 1_000_000_000
        let rate = Double(count) / 1e6 / seconds
        print(name, String(format: "%.1f GB, %.0f MB/s, %.1f MB above the start", Double(count) / 1e9, rate, growth))
        if !isComplete { print("  FAULT: bytes are missing") }
        if growth > limit { print("  FAULT: more than \(limit) MB") }
        return isComplete && growth <= limit
    }
}

/// Bytes in chunks of 64 KB, made when the reader asks for them.
private struct Chunks: AsyncSequence, Sendable {
    let count: Int

    struct AsyncIterator: AsyncIteratorProtocol {
        var remaining: Int
        let chunk = Data(count: 65_536)

        mutating func next() async -> Data? {
            guard remaining > 0 else { return nil }
            defer { remaining = Swift.max(0, remaining - chunk.count) }
            return remaining < chunk.count ? chunk.prefix(remaining) : chunk
        }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(remaining: count) }
}

/// The peak of the resident memory since a start.
private struct PeakMemory {
    private let start: Double

    init() throws {
        // Resets the peak to the present value (proc(5)).
        try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
        start = try Self.megabytes("VmRSS")
    }

    /// The growth in megabytes.
    var growth: Double { get throws { try Self.megabytes("VmHWM") - start } }

    private static func megabytes(_ name: String) throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
        return (line.split { !$0.isNumber }.first.flatMap { Double($0) } ?? 0) / 1000
    }
}
#endif
