import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// The parts of a request that decide on its response from a cache.
struct CachedRequest: Sendable {
    let method: HTTPRequest.Method
    /// The URL without its fragment.
    let urlText: String
    let key: CacheKey
    /// Whether the app gave the key. Stored responses then answer any method.
    let hasOwnKey: Bool
    let headerFields: HTTPFields
    let control: CacheControl
    let mode: CachePolicy.Mode
    /// Whether the cache is for several users.
    let isForSharedCache: Bool
    /// The text in the digests of credentials.
    let salt: String
    /// The digest of the credentials; nil without credentials.
    let credentials: String?
    /// The names of the header fields with credentials, in lower case.
    let secretNames: Set<String>
    /// The lifetime in seconds that the app gives successful responses; nil for the server's.
    let lifetime: Double?
    /// The version of the app's data.
    let version: Int
    /// The header fields that the transport adds to requests without them.
    let defaultFields: HTTPFields
    /// Whether the app gave a key to this request or to the one that was redirected to it, as for a POST that is a query.
    let isQuery: Bool
    /// Whether the body, if there is one, can be sent again.
    let isReplayable: Bool

    /// Creates the view of a request; nil for one that isn't HTTP, and for one that its URL doesn't identify: one to another host, or
    /// a GET with a body, which needs a key of the app.
    init?(_ request: OutgoingRequest, salt: String = "", isForSharedCache: Bool = false) {
        guard request.webSocket == nil, let origin = request.origin, !request.namesOtherHost else { return nil }
        let policy = request.options.cache ?? CachePolicy()
        // A redirect leads to another resource.
        let ownKey = request.isRedirected ? nil : policy.key
        if ownKey == nil, request.isReadWithBody { return nil }
        method = request.method
        urlText = request.urlText
        key = ownKey.map { CacheKey(own: $0, for: origin) } ?? CacheKey(text: urlText)
        hasOwnKey = ownKey != nil
        isQuery = policy.key != nil
        headerFields = request.headerFields
        control = CacheControl(headerFields)
        mode = policy.mode
        self.salt = salt
        self.isForSharedCache = isForSharedCache
        secretNames = CredentialDigest.names(in: request)
        credentials =
            policy.user.map { CredentialDigest.digest("name: \($0)", salt: salt) }
            ?? CredentialDigest.make(request, secretNames, salt: salt)
        lifetime = policy.lifetime?.seconds
        version = policy.version
        // `Vary` can name the header fields that the transport adds.
        defaultFields = request.transportHeaderFields.addedByTransports
        isReplayable = request.body?.isReplayable ?? true
    }

    /// The URL. Each reading parses it.
    var url: URL? { URL(string: urlText) }

    /// Whether a stored response may answer the method (RFC 9111, section 4).
    var mayUseStored: Bool { hasOwnKey || method == .get || method == .head }

    /// Whether the method may change the state of the server (RFC 9110, section 9.2.1).
    var isUnsafe: Bool { !isQuery && ![.get, .head, .options, .trace, .query].contains(method) }

    /// Whether the request may be sent while nobody waits for its response. One of another method can cost each time, also if the app
    /// gave it a key.
    var mayBeSentInBackground: Bool { method == .get || method == .head || method == .query }

    /// Whether the request itself asks for a response from the server (RFC 9111, section 5.2.1.4, and 5.4 for `Pragma`).
    var asksForValidation: Bool {
        if control.contains("no-cache") { return true }
        return !headerFields.contains(.cacheControl) && headerFields.elements(of: .pragma).contains("no-cache")
    }

    /// Whether no stored response may replace a failure of the server.
    var insistsOnServer: Bool { mode == .noCache || mode == .reload || asksForValidation }

    /// The requested range; nil for the whole representation.
    var range: ByteRangeRequest? { headerFields[.range].flatMap { ByteRangeRequest($0) } }

    /// The range of a stored response that the request asks for. Only a successful response to GET has ranges (RFC 9110, section 14.2).
    func range(of stored: StoredResponse) -> ByteRangeRequest? {
        method == .get && [200, 206].contains(stored.statusCode) ? range : nil
    }

    /// Whether only the server can answer: the request depends on a version that the caller has, or asks for several
    /// ranges.
    var isForServerOnly: Bool {
        headerFields.contains(.ifMatch) || headerFields.contains(.ifUnmodifiedSince) || headerFields.contains(.ifRange)
            || (headerFields.contains(.range) && range == nil)
    }

    /// Whether the caller has a version of its own, and wants only a newer one.
    var isConditional: Bool { headerFields.contains(.ifNoneMatch) || headerFields.contains(.ifModifiedSince) }
}

extension CachedRequest {
    /// Whether identical requests may share one exchange with the server.
    var isShareable: Bool {
        // Others want a response of their own.
        let isForAnyResponse = [.default, .forceCache].contains(mode) && !asksForValidation
        return isForAnyResponse && method == .get && !headerFields.contains(.range) && !isForServerOnly
            && !isConditional && !control.contains("no-store")
    }

    /// The same text for identical requests.
    var flightKey: String {
        let fields = headerFields.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
        return ([key.text, credentials ?? "", "\(version)", mode.rawValue] + fields).joined(separator: "\n")
    }
}

extension OutgoingRequest {
    /// Whether a `Host` field of the caller asks for a resource of another host (RFC 9110, section 7.2).
    fileprivate var namesOtherHost: Bool {
        let hosts = headerFields[values: .host]
        return hosts.contains { $0.lowercased() != head.authority?.lowercased() }
    }

    /// Whether the body of a GET or a HEAD says what is asked for.
    fileprivate var isReadWithBody: Bool { (method == .get || method == .head) && body.map { $0.length != 0 } ?? false }
}

extension HTTPField.Name {
    static let host = Self("Host")!
    static let pragma = Self("Pragma")!
}
