#if AsyncHTTPClient
public import Foundation
import Talyn
import TalynAuth

extension MCPClient {
    /// A folder for the registration and the tokens at a server. Each URL has one of its own.
    public static func folder(for server: URL, in folder: URL) -> URL {
        let name = server.absoluteString.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        return folder.appending(component: name)
    }

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
            let clients = FileTokenStore(folder.appending(path: "client.json"))
            // The authorization server doesn't know the client any more.
            if refusal.oauthError?.code == "invalid_client" { try await clients.save(nil) }
            let session = try await OAuthSession.discover(
                from: server,
                challenge: refusal.response,
                as: .registering(
                    OAuthClientMetadata(name: name, redirectURIs: [redirectURI]),
                    in: clients
                ),
                store: FileTokenStore(folder.appending(path: "tokens.json")),
                provider: provider,
                clock: provider.clock
            )
            // The tokens of the folder are of no use if a request had one.
            let isSignedIn = try await session.isSignedIn
            if refusal.hasRefusedToken || !isSignedIn {
                do {
                    try await session.signIn(port: port, show: show)
                } catch let error as OAuthError where error.code == "invalid_client" || error.reason == .expired {
                    // A server that doesn't know the client tells only the user. The next sign-in registers again.
                    try? await clients.save(nil)
                    throw error
                }
            }
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

extension TalynError {
    /// Whether the server refused a token of the session, or the authorization server refused to renew it.
    fileprivate var hasRefusedToken: Bool { oauthError != nil || request?.headerFields[.authorization] != nil }
}
#endif
