#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if Tools
import Foundation
import Talyn

/// The token of the demo.
enum DemoToken {
    static let value = "demo-token"
}

/// Adds the token to calls of the bearer endpoint. An example of a plugin that changes requests.
struct DemoTokenPlugin: Plugin {
    func prepare(_ request: URLRequest, context: CallContext) -> URLRequest {
        guard let target = context.target as? HTTPBinAPI, case .bearer = target else { return request }
        var request = request
        request.setValue("Bearer \(DemoToken.value)", forHTTPHeaderField: "Authorization")
        return request
    }
}

/// Shows the running call on a terminal. An example of a plugin around a call.
struct LiveLinePlugin: Plugin {
    let terminal: Terminal

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        terminal.showLive("\(endpoint.method.rawValue) \(endpoint.url) …")
        defer { terminal.clearLive() }
        return try await next(endpoint)
    }
}
#endif
