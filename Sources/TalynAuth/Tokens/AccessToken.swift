public import TalynCore
public import _TalynFoundation

/// The token that a call needs.
public struct TokenRequest: Sendable, Hashable {
    /// The scopes that the token must have (RFC 6749, section 3.3).
    public var scopes: Set<String>

    /// The API that the token is for, as an absolute URI (RFC 8707); nil for the default of the authorization server.
    public var resource: String?

    /// Whether the call is sent without a token while nobody is signed in. Otherwise it fails with
    /// ``OAuthError/Reason/signedOut``.
    public var isOptional: Bool

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - scopes: The scopes that the token must have.
    ///   - resource: The API that the token is for.
    ///   - isOptional: Whether the call is sent without a token while nobody is signed in.
    public init(scopes: Set<String> = [], resource: String? = nil, isOptional: Bool = false) {
        self.scopes = scopes
        self.resource = resource
        self.isOptional = isOptional
    }
}

/// A target that says which token it needs.
///
/// ```swift
/// extension Shop: OAuthTarget {
///     var tokenRequest: TokenRequest? {
///         switch self {
///         case .prices: nil
///         case .orders: TokenRequest()
///         }
///     }
/// }
/// ```
public protocol OAuthTarget: TargetType {
    /// The token of the call; nil for a call without one.
    var tokenRequest: TokenRequest? { get }
}

/// An access token of an ``OAuthSession``.
public struct AccessToken: Sendable, Hashable {
    /// The way to send a token.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The token alone is enough (RFC 6750).
        public static let bearer = Kind(description: "Bearer")

        /// Each request needs a proof of the key, too (RFC 9449).
        public static let dpop = Kind(description: "DPoP")

        /// The scheme of the `Authorization` field.
        public let description: String
    }

    /// The token itself, a secret.
    public let value: String

    /// The way to send the token.
    public let kind: Kind

    /// The time at which the token expires; nil if the server doesn't say it.
    public let expiry: Date?

    /// The scopes that the server granted. If it doesn't say them, those that were asked for (RFC 6749, section 5.1).
    public let scopes: Set<String>

    /// The scopes that were asked for.
    let requestedScopes: Set<String>

    /// The time from which a renewal is worth trying: a tenth of the lifetime before the expiry, and at most a minute before it.
    let renewal: Date?

    /// The value of the `Authorization` field, made once for all calls.
    let fieldValue: String

    func isExpired(at now: Date) -> Bool { expiry.map { $0 <= now } ?? false }

    func isDueForRenewal(at now: Date) -> Bool { renewal.map { $0 <= now } ?? false }

    /// Whether asking again can't give the scopes that are missing.
    func covers(_ scopes: Set<String>) -> Bool {
        scopes.isEmpty || scopes.isSubset(of: self.scopes) || scopes.isSubset(of: requestedScopes.union(self.scopes))
    }
}

extension AccessToken {
    /// - Parameters:
    ///   - lifetime: The lifetime in seconds.
    ///   - now: The time at which the token was requested.
    init(_ value: String, kind: Kind, lifetime: Double?, scopes: Set<String>, requested: Set<String>, at now: Date) {
        self.value = value
        self.kind = kind
        fieldValue = "\(kind) \(value)"
        self.scopes = scopes
        requestedScopes = requested
        let lifetime = lifetime.flatMap { $0.isNaN ? nil : min(max($0, 0), 10 * 365 * 86_400) }
        expiry = lifetime.map { now + $0 }
        renewal = lifetime.map { now + $0 - min($0 / 10, 60) }
    }
}

extension AccessToken: CustomStringConvertible, CustomReflectable {
    /// The kind, the scopes and the expiry, without the token.
    public var description: String {
        var text = "\(kind) token"
        if !scopes.isEmpty { text += " for \(scopes.sorted().joined(separator: " "))" }
        if let expiry { text += " until \(expiry.formatted(.iso8601))" }
        return text
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["value": Redaction.mask, "kind": kind, "expiry": expiry as Any, "scopes": scopes])
    }
}

extension AccessToken: Codable {
    private enum CodingKeys: String, CodingKey {
        case value, kind, expiry, scopes, requestedScopes, renewal
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        value = try container.decode(String.self, forKey: .value)
        kind = Kind(description: try container.decode(String.self, forKey: .kind))
        fieldValue = "\(kind) \(value)"
        expiry = try container.decodeIfPresent(Date.self, forKey: .expiry)
        scopes = try container.decode(Set<String>.self, forKey: .scopes)
        requestedScopes = try container.decode(Set<String>.self, forKey: .requestedScopes)
        renewal = try container.decodeIfPresent(Date.self, forKey: .renewal)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(value, forKey: .value)
        try container.encode(kind.description, forKey: .kind)
        try container.encodeIfPresent(expiry, forKey: .expiry)
        try container.encode(scopes.sorted(), forKey: .scopes)
        try container.encode(requestedScopes.sorted(), forKey: .requestedScopes)
        try container.encodeIfPresent(renewal, forKey: .renewal)
    }
}
