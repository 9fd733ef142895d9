import HTTPTypes
import TalynCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
                    detail: "It registered the client with a way of authentication that isn't supported."
                )
            }
            guard let secret else {
                throw OAuthError(.invalidResponse, detail: "It registered the client for a secret, and sent none.")
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

    /// Reads a store. Content of something else counts as none.
    static func load(from store: any TokenStore) async throws(OAuthError) -> RegisteredClient? {
        do {
            return try await store.load().flatMap { try? JSONDecoder().decode(RegisteredClient.self, from: $0) }
        } catch {
            throw OAuthError(.storage, underlyingError: error)
        }
    }

    func save(in store: any TokenStore) async throws(OAuthError) {
        do {
            try await store.save(try JSONEncoder().encode(self))
        } catch {
            throw OAuthError(.storage, underlyingError: error)
        }
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
        let asked = RegistrationRequest(metadata, scopes: scopes, server: server)
        guard let body = try? JSONEncoder().encode(asked) else {
            throw OAuthError(.unsupported, detail: "The metadata of the client can't be encoded.")
        }
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
                detail: "It answered the registration of the client with status \(status).",
                underlyingError: error
            )
        }
        let answer = try? JSONDecoder().decode(RegistrationAnswer.self, from: response.data)
        // Some servers send errors with a status of success.
        if let code = answer?.error { throw OAuthError(code: code) }
        guard let answer, let id = answer.id else {
            throw OAuthError(.invalidResponse, detail: "The registration endpoint sent no client identifier.")
        }
        return RegisteredClient(
            issuer: server.issuer,
            redirectURIs: asked.redirectURIs,
            id: id,
            secret: answer.secret,
            method: answer.method(asked: asked.method, server),
            expiry: answer.expiry
        )
    }
}

private struct RegistrationRequest: Encodable {
    let name: String
    let redirectURIs: [String]
    let grantTypes: [String]
    let responseTypes: [String]
    let method: String
    let applicationType: String
    let scope: String?
    let website: String?

    enum CodingKeys: String, CodingKey {
        case name = "client_name"
        case redirectURIs = "redirect_uris"
        case grantTypes = "grant_types"
        case responseTypes = "response_types"
        case method = "token_endpoint_auth_method"
        case applicationType = "application_type"
        case scope
        case website = "client_uri"
    }

    init(_ metadata: OAuthClientMetadata, scopes: Set<String>, server: AuthorizationServer) {
        name = metadata.name
        redirectURIs = metadata.redirectURIs.map(\.absoluteString)
        grantTypes = metadata.grantTypes
        responseTypes = metadata.grantTypes.contains("authorization_code") ? ["code"] : []
        // A public client is best, unless the server doesn't have them or the client acts for itself.
        let supported = server.clientAuthenticationMethods
        let needsSecret = metadata.grantTypes.contains("client_credentials")
        if !needsSecret, supported.isEmpty || supported.contains("none") {
            method = "none"
        } else {
            let first = RegisteredClient.methodsWithSecret.first { supported.contains($0) }
            method = first ?? (needsSecret ? "client_secret_basic" : "none")
        }
        // OpenID Connect Registration 1.0, section 2: a web client can't have a redirect URI on the loopback interface.
        applicationType = metadata.redirectURIs.allSatisfy { $0.scheme?.lowercased() == "https" } ? "web" : "native"
        scope = scopes.isEmpty ? nil : scopes.sorted().joined(separator: " ")
        website = metadata.website?.absoluteString
    }
}

private struct RegistrationAnswer: Decodable {
    let error: String?
    let id: String?
    let secret: String?
    let method: String?
    let expiry: Date?

    enum CodingKeys: String, CodingKey {
        case error
        case id = "client_id"
        case secret = "client_secret"
        case method = "token_endpoint_auth_method"
        case expiry = "client_secret_expires_at"
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        error = container.text(.error)
        id = container.text(.id)
        secret = container.text(.secret)
        method = container.text(.method)
        // Zero stands for a secret that doesn't expire.
        let seconds = container.number(forKey: .expiry) ?? 0
        expiry = seconds.isFinite && seconds > 0 ? Date(timeIntervalSince1970: seconds) : nil
    }

    /// The way of authentication. A server that says none means the one that the client asked for, or a secret that it sent.
    func method(asked: String, _ server: AuthorizationServer) -> String {
        if let method { return method }
        guard secret != nil else { return "none" }
        guard asked == "none" else { return asked }
        let supported = server.clientAuthenticationMethods
        return RegisteredClient.methodsWithSecret.first { supported.contains($0) } ?? "client_secret_basic"
    }
}
