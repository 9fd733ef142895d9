#if Tools
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Talyn

/// Downloads to a file.
struct Downloads {
    struct File: TargetType {
        let baseURL: URL
        var path: RequestPath { "" }
    }

    private let url: String
    private let provider: Provider<File>
    private let scratch: Scratch

    init(url: String, _ stack: TalynClient.Stack) throws {
        self.url = url
        provider = Provider(transport: stack.transport)
        scratch = try Scratch()
    }

    /// 100 MB, again and again.
    func repeated(_ seconds: Double) async throws -> Sample {
        var stopwatch = Stopwatch(seconds: seconds)
        repeat { try await download("-100mb", 100_000_000) } while stopwatch.lap(100)
        return stopwatch.sample(growsFromStart: true)
    }

    /// 1 GB, once.
    func long() async throws -> Sample { try await once("-1gb", 1_000_000_000) }

    /// 10 GB, once.
    func longest() async throws -> Sample { try await once("-10gb", 10_000_000_000) }

    private func once(_ suffix: String, _ size: Int) async throws -> Sample {
        var stopwatch = Stopwatch(seconds: 0)
        try await download(suffix, size)
        _ = stopwatch.lap(size / 1_000_000)
        return stopwatch.sample(growsFromStart: true)
    }

    private func download(_ suffix: String, _ size: Int) async throws {
        guard let url = URL(string: url + suffix) else { throw UnexpectedAnswer() }
        let response = try await provider.download(File(baseURL: url), to: scratch.file).response()
        guard response.fileURL == scratch.file, scratch.size == size else { throw UnexpectedAnswer() }
        try FileManager.default.removeItem(at: scratch.file)
    }

    /// 100 MB, again and again, as AsyncHTTPClient does it by itself.
    static func raw(url: String, _ seconds: Double) async throws -> Sample {
        let scratch = try Scratch()
        let client = RawAsyncHTTPClient.client
        var stopwatch = Stopwatch(seconds: seconds)
        repeat {
            var request = try HTTPClient.Request(url: url + "-100mb")
            request.headers.add(name: "User-Agent", value: "Talyn")
            request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
            let delegate = try FileDownloadDelegate(path: scratch.file.path)
            _ = try await client.execute(request: request, delegate: delegate).get()
            guard scratch.size == 100_000_000 else { throw UnexpectedAnswer() }
            try FileManager.default.removeItem(at: scratch.file)
        } while stopwatch.lap(100)
        return stopwatch.sample(growsFromStart: true)
    }
}

/// A directory for as long as somebody holds it.
final class Scratch: Sendable {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-scratch-\(UUID().uuidString)")

    init() throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    var file: URL { directory.appendingPathComponent("file") }

    /// Fills the file with zeros, which take no space on the disk.
    func makeFile(_ size: UInt64) throws {
        try Data().write(to: file)
        try FileHandle(forWritingTo: file).truncate(atOffset: size)
    }

    /// How long the file is.
    var size: Int? {
        (try? FileManager.default.attributesOfItem(atPath: file.path))?[.size] as? Int
    }
}
#endif
