// They need a default transport.
#if AsyncHTTPClient || Alamofire || !os(Linux)
import Foundation
import Moya
import TestSupport
import Testing

#if Alamofire
import Alamofire
#endif

/// The code of apps in Swift 6 mode whose types are isolated to the main actor. Plugins run elsewhere.
@MainActor @Suite(.sockets)
struct SwiftSixTests {
    /// The texts that a plugin's closures write.
    private final class Lines: @unchecked Sendable {
        private let lock = NSLock()
        private var lines: [String] = []

        func add(_ line: String) { lock.withLock { lines.append(line) } }
        var all: [String] { lock.withLock { lines } }
    }

    private func requests(_ plugins: [any PluginType]) async throws -> [ReceivedRequest] {
        let provider = MoyaProvider<Isolated>(plugins: plugins)
        return try await FaultServer.withServer(script: { _ in [.answer(200, [:], "ok")] }) { @MainActor server in
            try await call(provider, server.baseURL)
            return server.requests
        }
    }

    private func call(_ provider: MoyaProvider<Isolated>, _ url: URL) async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            provider.request(Isolated(baseURL: url)) { result in continuation.resume(with: result.map { _ in }) }
        }
    }

    @Test func theClosureOfATokenPluginMayBeFormedOnTheMainActor() async throws {
        let lines = Lines()
        let plugin = AccessTokenPlugin { _ in
            lines.add("token")
            return "secret"
        }
        #expect(try await requests([plugin]).first?.header("Authorization") == ["Bearer secret"])
        #expect(lines.all == ["token"])
    }

    @Test func theClosuresOfALoggerMayBeFormedOnTheMainActor() async throws {
        let lines = Lines()
        let formatter = NetworkLoggerPlugin.Configuration.Formatter(
            entry: { identifier, _, _ in
                lines.add(identifier)
                return identifier
            },
            requestData: { "\($0.count)" },
            responseData: { "\($0.count)" }
        )
        let configuration = NetworkLoggerPlugin.Configuration(
            formatter: formatter,
            output: { _, items in lines.add("\(items.count)") },
            logOptions: .verbose
        )
        _ = try await requests([NetworkLoggerPlugin(configuration: configuration)])
        #expect(lines.all.contains("Request") && lines.all.contains("Response Body"))
    }

    @Test func theClosuresOfOtherPluginsMayBeFormedOnTheMainActor() async throws {
        let lines = Lines()
        let activity = NetworkActivityPlugin { change, _ in lines.add("\(change)") }
        let credentials = CredentialsPlugin { _ in
            lines.add("credential")
            return nil
        }
        _ = try await requests([activity, credentials])
        #expect(lines.all == ["began", "credential", "ended"])
    }
}

@MainActor private struct Isolated: @MainActor TargetType {
    let baseURL: URL
    var path: String { "a" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
}

extension Isolated: @MainActor AccessTokenAuthorizable {
    var authorizationType: AuthorizationType? { .bearer }
}
#endif
