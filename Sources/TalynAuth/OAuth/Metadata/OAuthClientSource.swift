import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A source of the client for an API that one knows only by its URL.
///
/// ```swift
/// let client = OAuthClientSource.first(of: [
///     .metadataDocument(URL(string: "https://notes.example.com/client.json")!),
///     .registering(metadata, in: FileTokenStore(folder.appending(path: "client.json"))),
/// ])
/// ```
public struct OAuthClientSource: Sendable {
    enum Kind: Sendable {
        case registered(OAuthClient, issuer: URL)
        case document(URL, OAuthClient.Authentication)
        case registering(OAuthClientMetadata, any TokenStore)
        case first([OAuthClientSource])
    }

    let kind: Kind

    /// A client that is registered at a server.
    ///
    /// It isn't used at another server that the API names. Otherwise, the API could get the secret of the client.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - issuer: The identifier of the server. A final slash makes no difference.
    public static func registered(_ client: OAuthClient, at issuer: URL) -> OAuthClientSource {
        OAuthClientSource(kind: .registered(client, issuer: issuer))
    }

    /// A client that registers itself at the server (RFC 7591).
    ///
    /// The store keeps what the server answers, so that a program that starts again is the same client. The source registers a new client
    /// if the server or the redirect URIs are others than before, or the secret has expired. A user then signs in again. Save nil in the
    /// store if the server doesn't know the client any more (`invalid_client`).
    ///
    /// - Parameters:
    ///   - metadata: The metadata to send to the server. Programs that listen on the loopback interface need the same port each time.
    ///   - store: Keeps this client and nothing else. Its content can be a secret.
    public static func registering(_ metadata: OAuthClientMetadata, in store: any TokenStore) -> OAuthClientSource {
        OAuthClientSource(kind: .registering(metadata, store))
    }

    /// A client whose identifier is the URL of its metadata, for servers that read it there
    /// (draft-ietf-oauth-client-id-metadata-document).
    ///
    /// - Parameters:
    ///   - url: An `https` URL with a path. The document there is yours to publish.
    ///   - authentication: The way in which the client proves who it is, as the document says it.
    public static func metadataDocument(
        _ url: URL,
        authentication: OAuthClient.Authentication = .none
    ) -> OAuthClientSource {
        OAuthClientSource(kind: .document(url, authentication))
    }

    /// The first of several sources that the server supports.
    public static func first(of sources: [OAuthClientSource]) -> OAuthClientSource {
        OAuthClientSource(kind: .first(sources))
    }
}

extension OAuthClientSource {
    /// The client at a server; nil if the server doesn't support the source.
    ///
    /// - Parameter scopes: The scopes that the client may ask for.
    func client(
        at server: AuthorizationServer,
        scopes: Set<String>,
        provider: Provider<OAuthRequest>,
        now: Date
    ) async throws(OAuthError) -> OAuthClient? {
        switch kind {
        case .registered(let client, let issuer):
            return issuer.absoluteString.withoutFinalSlash == server.issuer.withoutFinalSlash ? client : nil
        case .document(let url, let authentication):
            guard url.isClientIdentifier else {
                throw OAuthError(
                    .unsupported,
                    "The URL of the client's metadata isn't an https URL with a path, and without a fragment and a user."
                )
            }
            return server.supportsClientMetadataDocuments
                ? OAuthClient(id: url.absoluteString, authentication: authentication) : nil
        case .registering(let metadata, let store):
            /// The client that was registered before, perhaps by another process.
            @Sendable func known() async throws -> OAuthClient? {
                guard let kept = try await RegisteredClient(in: store),
                    kept.isUsable(for: metadata, at: server, now: now)
                else { return nil }
                return try kept.client
            }
            do {
                if let client = try await known() { return client }
                guard let endpoint = server.registrationEndpoint else { return nil }
                return try await store.withExclusiveAccess(within: OAuthSession.renewalLimit) {
                    if let client = try await known() { return client }
                    let registered = try await provider.register(
                        metadata,
                        scopes: scopes,
                        at: server,
                        endpoint,
                        now: now
                    )
                    // A client that can't be used isn't kept.
                    let client = try registered.client
                    try await store.save(try JSONEncoder().encode(registered))
                    return client
                }
            } catch {
                throw error as? OAuthError ?? OAuthError(.storage, underlyingError: error)
            }
        case .first(let sources):
            for source in sources {
                let client = try await source.client(at: server, scopes: scopes, provider: provider, now: now)
                if let client { return client }
            }
            return nil
        }
    }
}

extension URL {
    /// Whether the URL can be the identifier of a client (draft-ietf-oauth-client-id-metadata-document, section 3).
    fileprivate var isClientIdentifier: Bool {
        Origin(self)?.scheme == "https" && encodedPath != "/" && fragment() == nil && user() == nil
            && password() == nil
    }
}
