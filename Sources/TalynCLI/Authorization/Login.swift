#if Tools
import Foundation
import Talyn
import TalynAuth

/// A sign-in of `talyn login`, as a file keeps it. The tokens are in a file beside it.
struct Login: Codable {
    let issuer: URL
    let clientID: String
    /// The name of the environment variable with the client secret.
    let secretVariable: String?
    let scopes: Set<String>
    let bindsTokens: Bool
    /// Whether the client acts for itself, without a user.
    let isService: Bool
}

extension Login {
    /// The folder of the sign-ins.
    static func folder(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> URL {
        if let path = environment["XDG_CONFIG_HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path).appending(path: "talyn/logins")
        }
        // Foundation doesn't look at the variable.
        if let path = environment["HOME"], path.hasPrefix("/") {
            return URL(fileURLWithPath: path).appending(path: ".config/talyn/logins")
        }
        return FileManager.default.homeDirectoryForCurrentUser.appending(path: ".config/talyn/logins")
    }

    /// The file of the sign-in at a server, whose name is that of the server. A final slash names no other server.
    private static func file(_ issuer: URL, _ type: String) -> URL {
        var issuer = issuer.absoluteString[...]
        while issuer.hasSuffix("/") { issuer.removeLast() }
        let name = issuer.utf8.map { byte in
            byte.isPartOfFileName ? String(UnicodeScalar(byte)) : "_\(String(byte, radix: 16))"
        }
        return folder().appending(path: "\(name.joined()).\(type)")
    }

    /// The sign-in at a server; nil without one.
    static func load(_ issuer: URL) async throws -> Login? {
        guard let data = try await FileTokenStore(file(issuer, "json")).load() else { return nil }
        return try JSONDecoder().decode(Login.self, from: data)
    }

    /// Saves the sign-in and its tokens.
    func save(_ tokens: Data?) async throws {
        try await FileTokenStore(Self.file(issuer, "json")).save(try JSONEncoder().encode(self))
        let store = Self.tokens(issuer)
        try await Self.keeping(store, within: .seconds(5)) { try await store.save(tokens) }
    }

    /// The tokens of the sign-in at a server.
    static func tokens(_ issuer: URL) -> FileTokenStore { FileTokenStore(file(issuer, "tokens")) }

    /// Removes the sign-in at a server, and returns its tokens. It waits a moment for a process that renews them.
    static func take(_ issuer: URL) async throws -> Data? {
        let store = tokens(issuer)
        return try await keeping(store, within: .seconds(2)) {
            let data = try await store.load()
            try await remove(issuer)
            return data
        }
    }

    /// Runs an operation while no other process renews the tokens, or after a limit anyway: a process can hang.
    private static func keeping<Value: Sendable>(
        _ store: FileTokenStore,
        within limit: Duration,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let access = try? await store.exclusiveAccess(within: limit)
        do {
            let value = try await operation()
            await access?.end()
            return value
        } catch {
            await access?.end()
            throw error
        }
    }

    /// Removes the sign-in at a server and its tokens, as far as there are any.
    static func remove(_ issuer: URL) async throws {
        for type in ["tokens", "json"] { try await FileTokenStore(file(issuer, type)).save(nil) }
    }

    /// The session of the sign-in.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - store: Keeps the tokens; nil for their file.
    /// - Throws: ``OAuthError`` if the server has no description, and an error without the client secret.
    func session(_ transport: any Transport, store: (any TokenStore)? = nil) async throws -> OAuthSession {
        var authentication = OAuthClient.Authentication.none
        if let secretVariable {
            guard let secret = ProcessInfo.processInfo.environment[secretVariable], !secret.isEmpty else {
                throw LoginError(text: "The environment variable \(secretVariable) has no client secret.")
            }
            authentication = .basic(secret: secret)
        }
        let provider = Provider<OAuthRequest>(transport: transport)
        return OAuthSession(
            server: try await .discover(issuer, with: provider),
            client: OAuthClient(id: clientID, authentication: authentication),
            grant: isService ? .clientCredentials : .signIn,
            scopes: scopes,
            bindsTokens: bindsTokens,
            store: store ?? Self.tokens(issuer),
            provider: provider
        )
    }
}

extension UInt8 {
    fileprivate var isPartOfFileName: Bool {
        switch UnicodeScalar(self) {
        case "a"..."z", "A"..."Z", "0"..."9", "-", ".": true
        default: false
        }
    }
}

/// A sign-in that can't be used.
struct LoginError: LocalizedError {
    let text: String

    var errorDescription: String? { text }
}
#endif
