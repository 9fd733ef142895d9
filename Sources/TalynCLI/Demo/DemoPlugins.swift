#if Tools
import Talyn
import TalynCommandLine

/// The token of the demo.
enum DemoToken {
    static let value = "demo-token"
}

/// Adds the token to calls of the bearer endpoint. An example of a plugin that changes requests.
struct DemoTokenPlugin: RequestAdapter {
    func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
        guard let target = context.target as? HTTPBinAPI, case .bearer = target else { return }
        try request.setCredential("Bearer \(DemoToken.value)", for: .authorization)
    }
}

/// Shows the running call on a terminal. An example of a plugin around a call.
struct LiveLinePlugin: CallInterceptor {
    let terminal: Terminal

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        terminal.showLive("\(endpoint.method.rawValue) \(endpoint.url) …")
        defer { terminal.clearLive() }
        return try await next(endpoint)
    }
}
#endif
