import HTTPTypes
import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The metadata by which a client registers itself at a server (RFC 7591, section 2).
public struct OAuthClientMetadata: Sendable, Hashable {
    /// The name, which the server shows to its users.
    public var name: String

    /// The URLs to which the server leads users back.
    public var redirectURIs: [URL]

    /// The grants that the client uses, as values of `grant_type`.
    public var grantTypes: [String]

    /// The page about the client; nil without one.
    public var website: URL?

    /// Creates metadata.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - redirectURIs: The URLs to which the server leads users back.
    ///   - grantTypes: The grants that the client uses.
    ///   - website: The page about the client.
    public init(
        name: String,
        redirectURIs: [URL],
        grantTypes: [String] = ["authorization_code", "refresh_token"],
        website: URL? = nil
    ) {
        self.name = name
        self.redirectURIs = redirectURIs
        self.grantTypes = grantTypes
        self.website = website
    }
}

/// A client as a server registered it, and as a store keeps it.
struct RegisteredClient: Codable, Sendable {
    var issuer: String
    var redirectURIs: [String]
    var id: String
    var secret: String?
    /// The way in which the client authenticates: a value of `token_endpoint_auth_method`.
    var method: String
    /// The time at which the secret expires; nil for one that doesn't.
    var expiry: Date?

    /// The ways of authentication with a secret. The one that more servers understand is first: those of MCP's Python SDK demand the
    /// identifier in the body in any case.
    static let methodsWithSecret = ["client_secret_post", "client_secret_basic"]

    /// - Throws: ``OAuthError`` for a way of authentication that isn't supported, and a secret that is missing.
    var client: OAuthClient {
        get throws(OAuthError) {
            if method == "none" { return OAuthClient(id: id) }
            guard Self.methodsWithSecret.contains(method) else {
                throw OAuthError(
                    .invalidResponse,
                    "It registered the client with a way of authentication that isn't supported."
                )
            }
            guard let secret else {
                throw OAuthError(.invalidResponse, "It registered the client for a secret, and sent none.")
            }
            return OAuthClient(
                id: id,
                authentication: method == "client_secret_post" ? .post(secret: secret) : .basic(secret: secret)
            )
        }
    }

    func isUsable(for metadata: OAuthClientMetadata, at server: AuthorizationServer, now: Date) -> Bool {
        issuer == server.issuer && Set(redirectURIs) == Set(metadata.redirectURIs.map(\.absoluteString))
            && (expiry.map { $0 > now } ?? true)
    }

    /// The way of authentication if the server says none: the one that the client asked for, or a secret that it sent.
    fileprivate static func method(asked: String, hasSecret: Bool, at server: AuthorizationServer) -> String {
        guard hasSecret else { return "none" }
        guard asked == "none" else { return asked }
        let supported = server.clientAuthenticationMethods
        return methodsWithSecret.first { supported.contains($0) } ?? "client_secret_basic"
    }
}

extension RegisteredClient {
    /// Reads a store. Content of something else counts as none.
    init?(in store: any TokenStore) async throws {
        guard let data = try await store.load(),
            let client = try? JSONDecoder().decode(RegisteredClient.self, from: data)
        else { return nil }
        self = client
    }
}

extension RegisteredClient: CustomStringConvertible, CustomReflectable {
    /// The identifier, without the secret.
    var description: String { "client \(id)" }

    var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

extension Provider<OAuthRequest> {
    /// Registers a client (RFC 7591, section 3).
    func register(
        _ metadata: OAuthClientMetadata,
        scopes: Set<String>,
        at server: AuthorizationServer,
        _ endpoint: URL,
        now: Date
    ) async throws(OAuthError) -> RegisteredClient {
        let method = metadata.method(at: server)
        let body = metadata.registration(method: method, scopes: scopes)
        let response: Response
        do throws(TalynError) {
            response = try await request(.json(body, to: endpoint))
        } catch {
            let failure = OAuthError(failureOf: error, at: { now })
            guard failure.reason == .unavailable, let status = error.statusCode, 300..<500 ~= status, status != 408,
                status != 429
            else { throw failure }
            throw OAuthError(
                .unsupported,
                "It answered the registration of the client with status \(status).",
                underlyingError: error
            )
        }
        let answer = ServerDocument(response.data)
        // Some servers send errors with a status of success.
        if let code = answer?.text("error") { throw OAuthError(code: code) }
        guard let answer, let id = answer.text("client_id") else {
            throw OAuthError(.invalidResponse, "The registration endpoint sent no client identifier.")
        }
        let secret = answer.text("client_secret")
        // Zero stands for a secret that doesn't expire.
        let end = answer.number("client_secret_expires_at").flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        return RegisteredClient(
            issuer: server.issuer,
            redirectURIs: metadata.redirectURIs.map(\.absoluteString),
            id: id,
            secret: secret,
            method: answer.text("token_endpoint_auth_method")
                ?? RegisteredClient.method(asked: method, hasSecret: secret != nil, at: server),
            expiry: end.map { Date(timeIntervalSince1970: $0) }
        )
    }
}

extension OAuthClientMetadata {
    /// The way of authentication to ask a server for: a public client is best, unless the server doesn't have them or the client acts
    /// for itself.
    fileprivate func method(at server: AuthorizationServer) -> String {
        let supported = server.clientAuthenticationMethods
        let needsSecret = grantTypes.contains("client_credentials")
        if !needsSecret, supported.isEmpty || supported.contains("none") { return "none" }
        let first = RegisteredClient.methodsWithSecret.first { supported.contains($0) }
        return first ?? (needsSecret ? "client_secret_basic" : "none")
    }

    /// The body of a registration.
    fileprivate func registration(method: String, scopes: Set<String>) -> Data {
        // OpenID Connect Registration 1.0, section 2: a web client can't have a redirect URI on the loopback interface.
        let isOfWeb = redirectURIs.allSatisfy { $0.scheme?.lowercased() == "https" }
        let registration: JSONNode = .object([
            "client_name": .string(name),
            "redirect_uris": .array(redirectURIs.map { .string($0.absoluteString) }),
            "grant_types": .array(grantTypes.map { .string($0) }),
            "response_types": grantTypes.contains("authorization_code") ? ["code"] : [],
            "token_endpoint_auth_method": .string(method),
            "application_type": isOfWeb ? "web" : "native",
            "scope": scopes.isEmpty ? nil : .string(scopes.sorted().joined(separator: " ")),
            "client_uri": website.map { .string($0.absoluteString) },
        ])
        return registration.json()
    }
}
