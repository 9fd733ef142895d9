import TalynCore
public import _TalynFoundation

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

    /// The endpoint of the device flow for clients with a certificate (RFC 8705, section 5); nil if it is ``deviceAuthorizationEndpoint``.
    public var mutualTLSDeviceAuthorizationEndpoint: URL?

    /// The endpoint that makes tokens of clients with a certificate invalid (RFC 8705, section 5); nil if it is ``revocationEndpoint``.
    public var mutualTLSRevocationEndpoint: URL?

    /// The endpoint that registers clients (RFC 7591); nil for a server without one. See ``OAuthClientSource``.
    public var registrationEndpoint: URL?

    /// Whether each callback has the parameter `iss` (RFC 9207). A callback without it is then refused.
    public var identifiesItselfInCallbacks: Bool

    /// The methods of PKCE that the server says it supports, such as `S256` (RFC 7636); empty if it doesn't say them.
    ///
    /// A session uses `S256` in any case. ``OAuthSession/discover(from:challenge:as:grant:scopes:bindsTokens:store:provider:clock:date:)``
    /// refuses a server that doesn't say it.
    public var codeChallengeMethods: Set<String> = []

    /// Whether the server reads the metadata of a client at the URL that is the client's identifier. See ``OAuthClientSource``.
    public var supportsClientMetadataDocuments = false

    /// The scopes that the server supports.
    var scopes: Set<String> = []

    /// The ways in which clients authenticate at the token endpoint; empty if the server doesn't say them.
    var clientAuthenticationMethods: Set<String> = []

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

extension URL {
    /// Whether secrets can be sent there: `https`, or `http` on the loopback interface (RFC 8252, section 8.3).
    var isSecureForOAuth: Bool {
        guard let origin = Origin(self) else { return false }
        return origin.scheme == "https" || origin.isLoopback
    }

    /// Whether secrets can be sent to a URL that another URL's owner names.
    ///
    /// A server elsewhere must not lead a client to the machine that the client runs on.
    func isSecureForOAuth(namedBy source: URL) -> Bool {
        guard let origin = Origin(self) else { return false }
        return origin.scheme == "https" || origin.isLoopback && Origin(source)?.isLoopback == true
    }
}

extension Origin {
    fileprivate var isLoopback: Bool { host == "localhost" || host == "::1" || host.isIPv4Loopback }
}

extension String {
    /// Whether the text is an address of the network 127.0.0.0/8, and no name such as `127.example.com`.
    fileprivate var isIPv4Loopback: Bool {
        let numbers = split(separator: ".", omittingEmptySubsequences: false)
        return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
    }
}
