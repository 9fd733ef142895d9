#if Tools
import Foundation
import Talyn
import TalynCommandLine

/// A call that succeeds after an outage and an expired token.
struct DemoRescue {
    let baseURL: URL
    let transport: any Transport
    let terminal: Terminal

    /// Makes the call and prints its metrics.
    ///
    /// - Returns: The failures, one line each.
    func run() async -> [String] {
        do {
            let response = try await provider.request(.bearer)
            guard let metrics = response.metrics, metrics.attempts.map(\.statusCode) == [503, 503, 401, 200] else {
                throw UnexpectedAnswer(description: "expected two 503s, a 401 and a 200")
            }
            // The base URL would make the lines long.
            let text = metrics.description.replacingOccurrences(of: baseURL.absoluteString, with: "")
            terminal.show(
                title: "One call through an outage and an expired token",
                lines: ["The demo simulates the two 503s. The other responses come from the server."]
                    + text.split(separator: "\n").map { "  \($0)" }
            )
            return []
        } catch {
            return ["GET /bearer, rescued: \(error)"]
        }
    }

    private var provider: Provider<HTTPBinAPI> {
        let authenticator = HTTPBinAuthenticator(tokens: Provider(baseURL: baseURL, transport: transport))
        return Provider(
            baseURL: baseURL,
            transport: OutageTransport(transport, failing: 2),
            plugins: [RetryPlugin(), AuthenticationPlugin(authenticator, credential: .expired)]
        )
    }
}
#endif
