#if Tools
import Talyn

/// The token of the bearer endpoint.
enum HTTPBinToken: Sendable {
    /// httpbin accepts any token. So an expired token isn't sent, and httpbin answers with 401.
    case expired
    case valid(String)
}

/// Applies tokens, and gets new ones from the same server.
struct HTTPBinAuthenticator: Authenticator {
    /// The provider of the endpoint with new tokens.
    let tokens: Provider<HTTPBinAPI>

    func apply(_ token: HTTPBinToken, to request: inout OutgoingRequest) {
        guard case .valid(let text) = token else { return }
        request.headerFields[.authorization] = "Bearer \(text)"
    }

    func refresh(_ token: HTTPBinToken) async throws -> HTTPBinToken {
        .valid(try await tokens.request(.uuid).decode(String.self, atKeyPath: "uuid"))
    }
}
#endif
