import Foundation
import TestSupport
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// A server that accepts one token, and records the tokens of all requests.
final class TokenServer: Transport {
    private let valid: Watched<String>
    private let seen = Watched<[String]>([])

    init(taking valid: String = "new") {
        self.valid = Watched(valid)
    }

    /// The values of the `Authorization` fields of all requests, in order.
    var authorizations: [String] { seen.value }

    /// Suspends until `count` requests or more have arrived.
    func requests(atLeast count: Int) async {
        await seen.wait { $0.count >= count }
    }

    func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let value = request.headerFields[.authorization] ?? ""
        seen.update { $0.append(value) }
        let isRight = value == "Bearer \(valid.value)"
        return TransportResponse(statusCode: isRight ? 200 : 401, body: HTTPBody(Data()))
    }
}

extension Result<Response, TalynError> {
    /// The authentication error of the call.
    var authenticationError: AuthenticationError? {
        if case .failure(let error) = self { error.authenticationError } else { nil }
    }
}

/// Makes calls with the plugin, for the suites of its tests.
protocol AuthenticationTests {
    /// The tokens that were refreshed.
    var refreshes: Recorder<String> { get }
    var server: TokenServer { get }
}

extension AuthenticationTests {
    typealias AuthPlugin = AuthenticationPlugin<TokenAuthenticator>

    /// A plugin that records its refreshes.
    func plugin(
        _ token: String? = "old",
        maximumRefreshes: Int = 5,
        clock: any Clock<Duration> = ManualClock(),
        refreshing: @escaping @Sendable (TestToken) async throws -> TestToken = { _ in TestToken(text: "new") }
    ) -> AuthPlugin {
        AuthPlugin(
            counting(refreshing),
            credential: token.map { TestToken(text: $0) },
            maximumRefreshes: maximumRefreshes,
            clock: clock
        )
    }

    func counting(
        _ refreshing: @escaping @Sendable (TestToken) async throws -> TestToken
    ) -> TokenAuthenticator {
        TokenAuthenticator { [refreshes] token in
            refreshes.record(token.text)
            return try await refreshing(token)
        }
    }

    func provider(_ plugin: any Plugin) -> Provider<Zen> {
        Provider(transport: server, plugins: [plugin])
    }
}

extension AuthenticationPlugin {
    /// Suspends until `count` calls or more wait for a refresh.
    func waiters(atLeast count: Int) async {
        while state.withLock({ $0.waiterCount }) < count { await Task.yield() }
    }
}
