#if Tools && Macros
import Foundation
import Talyn

/// A call that meets an outage and then an expired token, and succeeds all the same.
struct DemoRescue {
    let baseURL: URL
    let transport: any Transport
    let terminal: Terminal

    /// Makes the call and prints its account.
    ///
    /// - Returns: What went wrong.
    func run() async -> [String] {
        do {
            let response = try await provider.request(.bearer)
            guard let account = response.account, account.attempts.map(\.statusCode) == [503, 503, 401, 200] else {
                throw UnexpectedAnswer(description: "other attempts than two 503s, a 401 and a 200")
            }
            // Where the server is has been said, and it would make the lines long.
            let text = account.description.replacingOccurrences(of: baseURL.absoluteString, with: "")
            terminal.show(
                title: "One call through an outage and an expired token",
                lines: ["The two 503s are the demo's own, the 401 and the rest the server's."]
                    + text.split(separator: "\n").map { "  \($0)" }
            )
            return []
        } catch {
            return ["GET /bearer, rescued: \(error)"]
        }
    }

    private var provider: Provider<HTTPBinAPI> {
        let endpoint: Provider<HTTPBinAPI>.EndpointClosure = { [baseURL] in Endpoint($0, baseURL: baseURL) }
        let authenticator = HTTPBinAuthenticator(tokens: Provider(endpointClosure: endpoint, transport: transport))
        return Provider(
            endpointClosure: endpoint,
            transport: OutageTransport(transport, failing: 2),
            plugins: [RetryPlugin(), AuthenticationPlugin(authenticator, credential: .expired)]
        )
    }
}
#endif
