#if Tools && os(Linux)
import ArgumentParser
import Foundation
import Talyn
import TalynCache
import TalynRecordings
import TestSupport

/// The scenario: a download that resumes, two uploads, events, a call with an expired token, a recording, and calls with a cache.
/// A process of its own runs it.
struct TortureScenario: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "torture-scenario", shouldDisplay: false)

    @Option var url: String

    @Option var folder: String

    /// The file to upload.
    @Option var source: String

    private enum Target: TargetType {
        case file
        case upload(RequestBody)
        case events
        case secret
        case token
        case stored

        var baseURL: URL { URL(string: "http://127.0.0.1")! }

        var path: RequestPath {
            switch self {
            case .file: "/file"
            case .upload: "/upload"
            case .events: "/events"
            case .secret: "/secret"
            case .token: "/token"
            case .stored: "/stored"
            }
        }

        var method: HTTPRequest.Method { if case .upload = self { .put } else { .get } }

        var body: RequestBody { if case .upload(let body) = self { body } else { .none } }

        // Longer than any load can make a step: a step that ends by it hangs.
        var requestOptions: RequestOptions {
            RequestOptions {
                $0.deadline = .seconds(60)
                $0.cache = .for(.seconds(600))
            }
        }
    }

    private struct Tokens: Authenticator {
        let provider: Provider<Target>

        func apply(_ token: String, to request: inout OutgoingRequest) {
            request.headerFields[.authorization] = "Bearer \(token)"
        }

        func refresh(_ token: String) async throws -> String {
            try await provider.request(.token, as: String.self)
        }
    }

    /// The number of steps.
    static let steps = 7

    /// A wrong result, which no fault excuses.
    private struct Wrong: Error {
        let text: String
    }

    func run() async throws {
        guard let base = URL(string: url) else { throw ValidationError("no URL") }
        let folder = URL(fileURLWithPath: folder)
        let retry = RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none })
        let provider = Provider<Target>(baseURL: base, plugins: [retry])
        await step("download") { try await download(provider, to: folder.appendingPathComponent("target")) }
        await step("upload of a file") { try await upload(.file(URL(fileURLWithPath: source)), provider) }
        await step("upload of a stream") { try await upload(Self.stream, provider) }
        await step("events") { try await events(provider) }
        await step("token") {
            let authentication = AuthenticationPlugin(Tokens(provider: provider), credential: "old")
            let provider = Provider<Target>(baseURL: base, plugins: [authentication, retry])
            let text = try await provider.request(.secret, as: String.self)
            if text != "secret" { throw Wrong(text: "the answer is \(text)") }
        }
        await step("recording") { try await record(base, folder.appendingPathComponent("recording.har")) }
        await step("cache") { try await useCache(base, folder.appendingPathComponent("cache"), retry) }
    }

    /// Makes a step, and prints its outcome in a line.
    private func step(_ name: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            print("\(name): success")
        } catch let error as Wrong {
            print("\(name): WRONG, \(error.text)")
        } catch let error as TalynError where error.isTimedOut {
            print("\(name): WRONG, it hangs")
        } catch let error as TalynError {
            print("\(name): failure: \(error)")
        } catch let error as RecordingError {
            print("\(name): failure: \(error)")
        } catch let error as CacheError {
            print("\(name): failure: \(error)")
        } catch {
            print("\(name): failure outside of Talyn: \(error)")
        }
    }

    private func download(_ provider: Provider<Target>, to file: URL) async throws {
        let destination = DownloadDestination(file) {
            $0.replacesExistingFile = true
            $0.keepsPartialFile = true
        }
        _ = try await provider.download(.file, to: destination).response()
    }

    private func upload(_ body: RequestBody, _ provider: Provider<Target>) async throws {
        let answer = try await provider.request(.upload(body), as: String.self)
        if answer != "whole" { throw Wrong(text: "the server got a \(answer) body") }
    }

    private func events(_ provider: Provider<Target>) async throws {
        var received: [String] = []
        do {
            for try await event in provider.events(.events) {
                received.append(event.data)
                if received.count == TortureServer.eventCount { break }
            }
        } catch {
            try check(received)
            throw error
        }
        try check(received)
        guard received.count == TortureServer.eventCount else {
            throw Wrong(text: "only \(received.count) events came")
        }
    }

    /// Records a call. The file must be the former one or the whole new one.
    private func record(_ base: URL, _ file: URL) async throws {
        let transport = RecordingTransport(wrapping: AsyncHTTPClientTransport.shared)
        let provider = Provider<Target>(baseURL: base, transport: transport)
        _ = try await provider.request(.token)
        defer { try? FileManager.default.removeItem(at: file) }
        try Recording().save(to: file)
        do {
            try transport.recording.save(to: file)
        } catch {
            try check(file, count: 0)
            throw error
        }
        try check(file, count: 1)
    }

    /// Makes calls with a short and a long response, twice each. A failure of the store must not show.
    private func useCache(_ base: URL, _ folder: URL, _ retry: RetryPlugin) async throws {
        let cache = HTTPCache(try DiskCacheStore(folder: folder))
        let transport = InterceptedTransport(CachePlugin(cache), over: AsyncHTTPClientTransport.shared)
        let provider = Provider<Target>(baseURL: base, transport: transport, plugins: [retry])
        for _ in 0..<2 {
            let text = try await provider.request(.token)
            if try text.decode(String.self) != "new" { throw Wrong(text: "the short response is another one") }
            let content = try await provider.request(.stored).data
            if content != TortureServer.content { throw Wrong(text: "the long response has \(content.count) bytes") }
        }
    }

    private func check(_ file: URL, count: Int) throws {
        let found = try Recording(contentsOf: file).entries.count
        if found != count { throw Wrong(text: "the recording has \(found) entries") }
    }

    /// The events must come in order, none twice.
    private func check(_ events: [String]) throws {
        guard events == (1...TortureServer.eventCount).prefix(events.count).map({ "\($0)" }) else {
            throw Wrong(text: "the events are \(events)")
        }
    }

    private static var stream: RequestBody {
        let content = TortureServer.content
        let chunks = AsyncStream<Data> { continuation in
            for start in stride(from: 0, to: content.count, by: 50_000) {
                continuation.yield(content[start..<start + 50_000])
            }
            continuation.finish()
        }
        return .stream(HTTPBody(chunks, length: Int64(content.count)))
    }
}
#endif
