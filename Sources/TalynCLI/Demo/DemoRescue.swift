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
    func run() async throws {
        let response = try await provider.request(.bearer)
        guard let metrics = response.metrics, metrics.attempts.map(\.statusCode) == [503, 503, 401, 200] else {
            throw UnexpectedAnswer(description: "expected two 503s, a 401 and a 200")
        }
        terminal.show(
            metrics,
            of: baseURL,
            title: "One call through an outage and an expired token",
            note: "The demo simulates the two 503s. The other responses come from the server."
        )
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

extension Terminal {
    /// Shows the metrics of a call.
    func show(_ metrics: CallMetrics, of baseURL: URL, title: String, note: String) {
        // The address of the server would make the lines long, and the demo has shown it before.
        let text = metrics.description.replacingOccurrences(of: baseURL.absoluteString, with: "")
        show(title: title, lines: [note] + text.split(separator: "\n").map { "  \($0)" })
    }
}
#endif
