#if Tools
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import Talyn
import TalynURLSession
import TalynCache

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends the request it was made with, once a call.
protocol Client: Sendable {
    func call() async throws
}

struct UnexpectedAnswer: Error {}

/// AsyncHTTPClient as it is used without Talyn, with what Talyn's transport sets: responses are unpacked, there
/// are no spans, and the request says who sends it.
struct RawAsyncHTTPClient: Client {
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.decompression = .enabled(limit: .none)
        configuration.tracing.tracer = nil
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    let url: String

    func call() async throws {
        var request = HTTPClientRequest(url: url)
        request.headers.add(name: "User-Agent", value: "Talyn")
        request.headers.add(name: "Accept-Encoding", value: "gzip, deflate")
        let response = try await Self.client.execute(request, timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 20)
        guard response.status == .ok, body.readableBytes == 200 else { throw UnexpectedAnswer() }
    }
}

struct RawURLSession: Client {
    let url: URL
    let session: URLSession

    init(url: String, cache: URLCache? = nil) {
        self.url = URL(string: url) ?? URL(fileURLWithPath: "/")
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = cache
        session = URLSession(configuration: configuration)
    }

    func call() async throws {
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200, data.count == 200 else { throw UnexpectedAnswer() }
    }
}

struct TalynClient: Client {
    enum Stack {
        case asyncHTTPClient
        case urlSession

        var transport: any Transport {
            switch self {
            case .asyncHTTPClient:
                #if os(Linux)
                AsyncHTTPClientTransport()
                #else
                URLSessionTransport()
                #endif
            case .urlSession:
                URLSessionTransport()
            }
        }
    }

    struct File: TargetType {
        let baseURL: URL
        var path: RequestPath { "" }
    }

    let target: File
    let provider: Provider<File>

    init(url: String, _ stack: Stack, plugins: [any Plugin] = []) {
        target = File(baseURL: URL(string: url) ?? URL(fileURLWithPath: "/"))
        provider = Provider(transport: stack.transport, plugins: plugins)
    }

    init(url: String, _ stack: Stack, cache: HTTPCache, _ policy: CachePolicy = .default) {
        target = File(baseURL: URL(string: url) ?? URL(fileURLWithPath: "/"))
        provider = Provider(
            transport: stack.transport,
            plugins: [CachePlugin(cache)],
            requestOptions: RequestOptions { $0.cache = policy }
        )
    }

    func call() async throws {
        let response = try await provider.request(target)
        guard response.statusCode == 200, response.data.count == 200 else { throw UnexpectedAnswer() }
    }
}
#endif
