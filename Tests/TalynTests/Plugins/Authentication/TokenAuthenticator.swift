import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A token that expires.
struct TestToken: Sendable, Equatable {
    var text: String
    var expiry = Date.distantFuture
}

/// What an authenticator of the tests throws.
struct NoTokenError: Error {
    var token = "hunter2"
}

/// Sends tokens as one sends bearer tokens, and gets new ones as a closure says.
struct TokenAuthenticator: Authenticator {
    var refreshing: @Sendable (TestToken) async throws -> TestToken = { _ in throw NoTokenError() }

    func apply(_ token: TestToken, to request: inout URLRequest) {
        request.setValue("Bearer \(token.text)", forHTTPHeaderField: "Authorization")
    }

    func needsRefresh(_ token: TestToken, at date: Date) -> Bool {
        token.expiry <= date
    }

    func refresh(_ token: TestToken) async throws -> TestToken {
        try await refreshing(token)
    }
}

/// A server that takes one token, and remembers which ones it has seen.
final class TokenServer: Transport {
    private let valid: Watched<String>
    private let seen = Watched<[String]>([])

    init(taking valid: String = "new") {
        self.valid = Watched(valid)
    }

    /// The values of the `Authorization` fields of all requests, in order.
    var authorizations: [String] { seen.value }

    /// Suspends until so many requests have come.
    func requests(atLeast count: Int) async {
        await seen.wait { $0.count >= count }
    }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        let value = request.urlRequest.value(forHTTPHeaderField: "Authorization") ?? ""
        seen.update { $0.append(value) }
        let isRight = value == "Bearer \(valid.value)"
        return TransportResponse(statusCode: isRight ? 200 : 401, body: HTTPBody(Data()))
    }
}

/// A gate that opens once.
final class Gate: Sendable {
    private let isOpen = Watched(false)

    func open() {
        isOpen.update { $0 = true }
    }

    func wait() async {
        await isOpen.wait { $0 }
    }
}

extension Provider {
    /// How a call of the target ends.
    func result(_ target: Target, options: RequestOptions = RequestOptions()) async -> Result<Response, TalynError> {
        await Result { () async throws(TalynError) in try await request(target, options: options) }
    }
}

extension Result<Response, TalynError> {
    /// Why there was no credential for the call.
    var authenticationError: AuthenticationError? {
        if case .failure(let error) = self { error.underlyingError as? AuthenticationError } else { nil }
    }
}
