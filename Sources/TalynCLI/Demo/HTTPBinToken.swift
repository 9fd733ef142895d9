#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if Tools && Macros
import Foundation
import Talyn

/// What the bearer endpoint is called with.
enum HTTPBinToken: Sendable {
    /// httpbin takes any token, so this one isn't sent at all: then its 401 is as good as a real one.
    case expired
    case valid(String)
}

/// Applies tokens, and gets new ones from the same server.
struct HTTPBinAuthenticator: Authenticator {
    /// Calls the endpoint that gives tokens.
    let tokens: Provider<HTTPBinAPI>

    func apply(_ token: HTTPBinToken, to request: inout URLRequest) {
        guard case .valid(let text) = token else { return }
        request.setValue("Bearer \(text)", forHTTPHeaderField: "Authorization")
    }

    func refresh(_ token: HTTPBinToken) async throws -> HTTPBinToken {
        .valid(try await tokens.request(.uuid).mapString(atKeyPath: "uuid"))
    }
}
#endif
