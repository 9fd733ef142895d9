#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if Tools && Macros
import Foundation
import Talyn

/// The token of the demo.
enum DemoToken {
    static let value = "demo-token"
}

/// Gives the bearer endpoint its token: a plugin that changes requests.
struct DemoTokenPlugin: Plugin {
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        guard let target = target as? HTTPBinAPI, case .bearer = target else { return request }
        var request = request
        request.setValue("Bearer \(DemoToken.value)", forHTTPHeaderField: "Authorization")
        return request
    }
}

/// Says on a terminal which call is under way: a plugin that goes around a call.
struct LiveLinePlugin: Plugin {
    let terminal: Terminal

    func intercept(_ endpoint: Endpoint, target: any TargetType, next: @escaping Next) async throws -> Response {
        terminal.showLive("\(endpoint.method.rawValue) \(endpoint.url) …")
        defer { terminal.clearLive() }
        return try await next(endpoint)
    }
}
#endif
