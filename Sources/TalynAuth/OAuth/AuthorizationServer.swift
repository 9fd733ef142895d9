public import TalynCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The endpoints of an authorization server (RFC 8414).
///
/// ```swift
/// let issuer = URL(string: "https://login.example.com")!
/// let server = try await AuthorizationServer.discover(issuer, with: Provider())
/// ```
///
/// The endpoints must be secure: `https`, or `http` on the loopback interface.
public struct AuthorizationServer: Sendable, Hashable {
    /// The identifier of the server, an `https` URL without a query and a fragment.
    public var issuer: String

    /// The endpoint that gives tokens.
    public var tokenEndpoint: URL

    /// The page at which a user signs in; nil for a server without one.
    public var authorizationEndpoint: URL?

    /// The endpoint of the device flow (RFC 8628); nil for a server without one.
    public var deviceAuthorizationEndpoint: URL?

    /// The endpoint that makes tokens invalid (RFC 7009); nil for a server without one.
    public var revocationEndpoint: URL?

    /// The endpoint that gives tokens to clients with a certificate (RFC 8705, section 5); nil if it is ``tokenEndpoint``.
    public var mutualTLSTokenEndpoint: URL?

    /// Whether each callback has the parameter `iss` (RFC 9207). A callback without it is then refused.
    public var identifiesItselfInCallbacks: Bool

    /// Creates a description of a server without discovery.
    ///
    /// - Parameters:
    ///   - issuer: The identifier of the server.
    ///   - tokenEndpoint: The endpoint that gives tokens.
    ///   - authorizationEndpoint: The page at which a user signs in.
    ///   - deviceAuthorizationEndpoint: The endpoint of the device flow.
    ///   - revocationEndpoint: The endpoint that makes tokens invalid.
    ///   - identifiesItselfInCallbacks: Whether each callback has the parameter `iss`.
    public init(
        issuer: String,
        tokenEndpoint: URL,
        authorizationEndpoint: URL? = nil,
        deviceAuthorizationEndpoint: URL? = nil,
        revocationEndpoint: URL? = nil,
        identifiesItselfInCallbacks: Bool = false
    ) {
        self.issuer = issuer
        self.tokenEndpoint = tokenEndpoint
        self.authorizationEndpoint = authorizationEndpoint
        self.deviceAuthorizationEndpoint = deviceAuthorizationEndpoint
        self.revocationEndpoint = revocationEndpoint
        self.identifiesItselfInCallbacks = identifiesItselfInCallbacks
    }
}

extension AuthorizationServer {
    /// Gets the description of a server from the server itself (RFC 8414, OpenID Connect Discovery 1.0).
    ///
    /// - Parameters:
    ///   - issuer: The identifier of the server.
    ///   - provider: Makes the calls. `Provider()` is enough.
    /// - Throws: ``OAuthError`` if the server has no description, or one for another issuer.
    public static func discover(
        _ issuer: URL,
        with provider: Provider<OAuthRequest>
    ) async throws(OAuthError) -> AuthorizationServer {
        var failure: OAuthError?
        for url in try metadataURLs(of: issuer) {
            do throws(TalynError) {
                let response = try await provider.request(.metadata(at: url))
                return try AuthorizationServer(metadata: response.data, issuer: issuer)
            } catch {
                // The second place counts only if the first has no description.
                guard let status = error.statusCode, 400..<500 ~= status, status != 429 else {
                    throw error.oauthError ?? OAuthError(.unavailable, underlyingError: error)
                }
                failure =
                    failure
                    ?? OAuthError(
                        .unsupported,
                        detail: "The server has no description at \(url.path).",
                        underlyingError: error
                    )
            }
        }
        throw failure ?? OAuthError(.unsupported)
    }

    /// The places of the description: that of RFC 8414 (section 3.1), and that of OpenID Connect, which most servers have.
    static func metadataURLs(of issuer: URL) throws(OAuthError) -> [URL] {
        var parts = URLComponents(url: issuer, resolvingAgainstBaseURL: true)
        guard issuer.isSecureForOAuth, parts?.query == nil, parts?.fragment == nil else {
            throw OAuthError(.unsupported, detail: "The issuer isn't an https URL without a query and a fragment.")
        }
        var path = parts?.percentEncodedPath ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        var urls: [URL] = []
        for place in [
            "/.well-known/oauth-authorization-server\(path)", "\(path)/.well-known/openid-configuration",
        ] {
            parts?.percentEncodedPath = place
            if let url = parts?.url { urls.append(url) }
        }
        return urls
    }

    init(metadata: Data, issuer: URL) throws(TalynError) {
        guard let metadata = try? JSONDecoder().decode(Metadata.self, from: metadata) else {
            throw TalynError(
                OAuthError(.invalidResponse, detail: "The description of the server has no token endpoint.")
            )
        }
        // Section 3.3: a server must not speak for another one.
        guard metadata.issuer.withoutFinalSlash == issuer.absoluteString.withoutFinalSlash else {
            throw TalynError(OAuthError(.mismatch, detail: "The description is that of another issuer."))
        }
        self.init(
            issuer: metadata.issuer,
            tokenEndpoint: metadata.tokenEndpoint,
            authorizationEndpoint: metadata.authorizationEndpoint,
            deviceAuthorizationEndpoint: metadata.deviceAuthorizationEndpoint,
            revocationEndpoint: metadata.revocationEndpoint,
            identifiesItselfInCallbacks: metadata.identifiesItself ?? false
        )
        mutualTLSTokenEndpoint = metadata.aliases?.tokenEndpoint
    }

    private struct Metadata: Decodable {
        let issuer: String
        let tokenEndpoint: URL
        let authorizationEndpoint: URL?
        let deviceAuthorizationEndpoint: URL?
        let revocationEndpoint: URL?
        let identifiesItself: Bool?
        let aliases: Aliases?

        struct Aliases: Decodable {
            let tokenEndpoint: URL?

            enum CodingKeys: String, CodingKey {
                case tokenEndpoint = "token_endpoint"
            }
        }

        enum CodingKeys: String, CodingKey {
            case issuer
            case tokenEndpoint = "token_endpoint"
            case authorizationEndpoint = "authorization_endpoint"
            case deviceAuthorizationEndpoint = "device_authorization_endpoint"
            case revocationEndpoint = "revocation_endpoint"
            case identifiesItself = "authorization_response_iss_parameter_supported"
            case aliases = "mtls_endpoint_aliases"
        }
    }
}

extension String {
    fileprivate var withoutFinalSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}

extension URL {
    /// Whether secrets can be sent there: `https`, or `http` on the loopback interface (RFC 8252, section 8.3).
    var isSecureForOAuth: Bool {
        guard let origin = Origin(self) else { return false }
        if origin.scheme == "https" { return true }
        return origin.host == "localhost" || origin.host == "::1" || origin.host.isIPv4Loopback
    }
}

extension String {
    /// Whether the text is an address of the network 127.0.0.0/8, and no name such as `127.example.com`.
    fileprivate var isIPv4Loopback: Bool {
        let numbers = split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
