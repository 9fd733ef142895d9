#if AsyncHTTPClient
public import Foundation
import Talyn
import TalynAuth

extension MCPClient {
    /// Signs a user in at the authorization server that an MCP server names, in the browser of the same machine.
    ///
    /// The client registers itself. Its registration and the tokens are kept in a folder, so the user signs in once.
    ///
    /// - Parameters:
    ///   - name: The name of the client, which the user sees.
    ///   - folder: The folder of the registration and the tokens. Each MCP server needs one of its own.
    ///   - port: The port of the callback. It must stay the same, since servers compare redirect URIs to the letter.
    ///   - show: Opens a page in the browser, or tells the user to do it. The user has five minutes.
    public static func browserSignIn(
        name: String = "Talyn",
        folder: URL,
        port: UInt16 = 8910,
        show: @escaping @Sendable (_ page: URL) async throws -> Void
    ) -> SignIn {
        { server, refusal in
            let provider = Provider<OAuthRequest>()
            let redirectURI = URL(string: "http://127.0.0.1:\(port)/callback")!
            let session = try await OAuthSession.discover(
                from: server,
                challenge: refusal,
                as: .registering(
                    OAuthClientMetadata(name: name, redirectURIs: [redirectURI]),
                    in: FileTokenStore(folder.appending(path: "client.json"))
                ),
                store: FileTokenStore(folder.appending(path: "tokens.json")),
                provider: provider,
                clock: provider.clock
            )
            if try await !session.isSignedIn { try await session.signIn(port: port, show: show) }
            // A server can ask for more scopes later.
            return OAuthPlugin(
                session,
                stepUp: {
                    let scopes = $0.scopes.union(session.scopes)
                    try await session.signIn(scopes: scopes, port: port, show: show)
                }
            )
        }
    }
}
#endif
