public import Foundation
public import Talyn
import TalynAuth

/// Signs a user in at the authorization server that an MCP server names, in the browser of the same machine.
///
/// The client registers itself. Its registration and the tokens are kept in a folder, so the user signs in once.
public struct BrowserSignIn: Sendable {
    /// The longest wait for the browser. A user who closes the page never comes back.
    static let limit = Duration.seconds(300)

    private let name: String
    private let folder: URL
    private let port: UInt16
    private let show: @Sendable (URL) async throws -> Void

    /// Creates a sign-in.
    ///
    /// - Parameters:
    ///   - name: The name of the client, which the user sees.
    ///   - folder: The folder of the registration and the tokens. Each MCP server needs one of its own.
    ///   - port: The port of the callback. It must stay the same, since servers compare redirect URIs to the letter.
    ///   - show: Opens a page in the browser, or tells the user to do it.
    public init(
        name: String = "Talyn",
        folder: URL,
        port: UInt16 = 8910,
        show: @escaping @Sendable (_ page: URL) async throws -> Void
    ) {
        self.name = name
        self.folder = folder
        self.port = port
        self.show = show
    }

    /// Signs in, unless the tokens of an earlier sign-in are there. The user has five minutes for it.
    ///
    /// - Parameters:
    ///   - server: The endpoint of the MCP server.
    ///   - refusal: The response with which it refused a request. Its challenge leads to the authorization server.
    public func callAsFunction(_ server: URL, _ refusal: Response?) async throws -> any Plugin {
        let provider = Provider<OAuthRequest>()
        let metadata = OAuthClientMetadata(
            name: name,
            redirectURIs: [URL(string: "http://127.0.0.1:\(port)/callback")!]
        )
        let session = try await OAuthSession.discover(
            from: server,
            challenge: refusal,
            as: .registering(metadata, in: FileTokenStore(folder.appending(path: "client.json"))),
            store: FileTokenStore(folder.appending(path: "tokens.json")),
            provider: provider
        )
        let clock = provider.clock
        if try await !session.isSignedIn { try await signIn(to: session, scopes: nil, clock) }
        // A server can ask for more scopes later.
        return OAuthPlugin(
            session,
            stepUp: { try await signIn(to: session, scopes: $0.scopes.union(session.scopes), clock) }
        )
    }

    private func signIn(to session: OAuthSession, scopes: Set<String>?, _ clock: any Clock<Duration>) async throws {
        let receiver = try await LoopbackReceiver(port: port)
        let request = try session.authorizationRequest(redirectURI: receiver.redirectURI, scopes: scopes)
        try await show(request.url)
        let callback = try await withThrowingTaskGroup(of: URL.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await receiver.callback(for: request) }
            group.addTask {
                try await clock.sleep(for: Self.limit)
                throw MCPError.signInExpired(seconds: Self.limit.components.seconds)
            }
            return try await group.next()
        }
        if let callback { try await session.signIn(request, callback: callback) }
    }
}
