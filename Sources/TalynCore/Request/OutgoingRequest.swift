public import HTTPTypes
import _TalynSupport

/// The request of an attempt, in HTTP's own types.
///
/// An ``Endpoint`` makes it, each ``RequestAdapter`` can change it, and a ``Transport`` sends it. Redirects and challenges make
/// further requests from it.
///
/// ```swift
/// request.headerFields[.acceptLanguage] = "en"
/// try request.setCredential(key, for: .named("X-Service-Key"))
/// ```
public struct OutgoingRequest: Sendable {
    private struct Values: Sendable {
        var head: HTTPRequest
        var body: HTTPBody?
        // Few requests have the following values.
        var fragment: String?
        var credential: PasswordCredential?
        var credentialNames: Set<String> = []
        var target: (any TargetType)?
        var options = RequestOptions()
        var upload: RequestBody.Upload?
        var mayHaveCredentials = true
        var allowsTransportCache = true
        var allowsCookies = true
        var isRedirected = false
        var answersChallenge = false
        var isRepetition = false
        var onSend: (@Sendable (Int64) -> Void)?
        var original: (any Sendable)?
        var webSocket: WebSocketOptions?
    }

    /// The values in one object, so that a copy of a request costs no more than a reference.
    private final class Box: @unchecked Sendable {  // Unchecked: the values change only while the box has one owner.
        var values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private var box: Box

    /// The call of the request; nil for a request that no provider makes, and in responses, errors and metrics.
    public internal(set) var context: CallContext?

    /// The same request without its call, for an object that keeps it longer. A context keeps its whole call.
    public var withoutContext: OutgoingRequest {
        var request = self
        request.context = nil
        return request
    }

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - head: Method, scheme, authority, path and header fields.
    ///   - body: The body.
    public init(_ head: HTTPRequest, body: HTTPBody? = nil) {
        box = Box(Values(head: head, body: body))
    }

    private mutating func makeUnique() {
        if !isKnownUniquelyReferenced(&box) { box = Box(box.values) }
    }

    private mutating func change(_ change: (inout Values) -> Void) {
        makeUnique()
        change(&box.values)
    }

    /// Method, scheme, authority, path and header fields.
    public var head: HTTPRequest {
        get { box.values.head }
        _modify {
            makeUnique()
            yield &box.values.head
        }
    }

    /// The body; nil for a request without one.
    ///
    /// A multipart body, a file and a stream are added after all plugins that adapt the request, unless one of them sets a body.
    public var body: HTTPBody? {
        get { box.values.body }
        set { change { $0.body = newValue } }
    }
}

extension OutgoingRequest {
    /// The request method.
    public var method: HTTPRequest.Method {
        get { box.values.head.method }
        set { change { $0.head.method = newValue } }
    }

    /// The header fields. Repeated ones stay apart.
    public var headerFields: HTTPFields {
        get { box.values.head.headerFields }
        _modify {
            makeUnique()
            yield &box.values.head.headerFields
        }
    }

    /// The target; nil for a request that no provider makes, and in responses, errors and metrics.
    public var target: (any TargetType)? {
        get { box.values.target ?? context?.target }
        set { change { $0.target = newValue } }
    }

    /// The options of the request.
    ///
    /// A transport uses ``RequestOptions/idleTimeout``, ``RequestOptions/priority``, and without a cache
    /// ``RequestOptions/cache``. The provider applies the others.
    public var options: RequestOptions {
        get { box.values.options }
        set { change { $0.options = newValue } }
    }

    /// Receives the number of bytes of the body that were sent so far, from one thread at a time. When the body is sent again, the
    /// number starts at zero again.
    public var onSend: (@Sendable (Int64) -> Void)? {
        get { box.values.onSend }
        set { change { $0.onSend = newValue } }
    }

    /// Whether a cache of the transport, such as the one of `URLSession`, may answer. A cache that has decided already sets it
    /// to false.
    public var allowsTransportCache: Bool {
        get { box.values.allowsTransportCache }
        set { change { $0.allowsTransportCache = newValue } }
    }

    /// Whether a server redirected the call to this request.
    public internal(set) var isRedirected: Bool {
        get { box.values.isRedirected }
        set { change { $0.isRedirected = newValue } }
    }

    /// Whether the request answers an authentication challenge.
    public internal(set) var answersChallenge: Bool {
        get { box.values.answersChallenge }
        set { change { $0.answersChallenge = newValue } }
    }

    /// Whether the request is sent again because its connection was closed.
    public internal(set) var isRepetition: Bool {
        get { box.values.isRepetition }
        set { change { $0.isRepetition = newValue } }
    }

    /// The place of the call in the source code.
    public var callSite: CallSite? { context?.callSite }

    /// The fragment of the URL, which isn't sent. The URL of a redirect inherits it (RFC 9110, section 10.2.2).
    package var fragment: String? {
        get { box.values.fragment }
        set { change { $0.fragment = newValue } }
    }

    /// The description of a body that is read while it is sent, for a `curl` command.
    public package(set) var upload: RequestBody.Upload? {
        get { box.values.upload }
        set { change { $0.upload = newValue } }
    }

    /// Foundation's request from which this one was made. URLSession keeps those of its settings that this type doesn't have.
    /// Nil for a request of Talyn's own.
    public var original: (any Sendable)? {
        get { box.values.original }
        set { change { $0.original = newValue } }
    }

    /// The settings of the WebSocket connection that the request opens (RFC 6455, section 4.1); nil for an ordinary request.
    ///
    /// A transport that can answers with the status 101 and ``TransportResponse/webSocket``. It adds the fields of the handshake.
    public var webSocket: WebSocketOptions? {
        get { box.values.webSocket }
        set { change { $0.webSocket = newValue } }
    }

    /// Whether the cookies of the options belong to the request.
    public var allowsCookies: Bool {
        get { box.values.allowsCookies }
        set { change { $0.allowsCookies = newValue } }
    }
}

// MARK: - Credentials

extension OutgoingRequest {
    /// The credential that answers a challenge of the server (RFC 9110, section 11).
    ///
    /// The provider sends it only to the origin of the target's base URL.
    public var credential: PasswordCredential? {
        get { box.values.credential }
        set { change { $0.credential = newValue } }
    }

    /// The names of the header fields and query parameters that hold credentials, in addition to the well-known ones.
    ///
    /// Other origins don't get them, and texts mask them. `Authorization`, `Cookie` and the names that ``Redaction/default``
    /// masks count without being named here.
    public var credentialNames: Set<String> {
        get { box.values.credentialNames }
        set { change { $0.credentialNames = newValue } }
    }

    /// Sets a header field that holds a credential: see ``credentialNames``.
    ///
    /// - Throws: A ``TalynError`` with the reason ``TalynError/Reason/invalidRequest`` for a value that HTTP doesn't allow, such as
    ///   one with a line break.
    public mutating func setCredential(_ value: String, for name: HTTPField.Name) throws(TalynError) {
        guard HTTPField.isValidValue(value) else {
            throw TalynError(.invalidRequest, underlyingError: RequestError.invalidHeaderValue(name: name.rawName))
        }
        headerFields[name] = value
        if !Redaction.default.masks(name.rawName) { credentialNames.insert(name.rawName) }
    }

    /// Whether the origin of the URL may receive the call's credentials. If not, the provider removes the
    /// credentials of the transport, too.
    public internal(set) var mayHaveCredentials: Bool {
        get { box.values.mayHaveCredentials }
        set { change { $0.mayHaveCredentials = newValue } }
    }

    /// The names of secret header fields and query parameters, in addition to the well-known ones.
    public var secretNames: Set<String> {
        credentialNames.isEmpty ? options.secretHeaderFields : options.secretHeaderFields.union(credentialNames)
    }
}

// MARK: - Transports

extension OutgoingRequest {
    /// The header fields that the transport adds, unless the request sets them itself.
    public var transportHeaderFields: HTTPFields {
        let fields = context?.transport.defaultHeaderFields ?? .empty
        return mayHaveCredentials ? fields : fields.withoutCredentials(named: secretNames)
    }

    /// Whether sending the request again has no other effect than sending it once; see ``Endpoint/isIdempotent``.
    public var isIdempotent: Bool { Idempotency.allowsRepeating(method, headerFields, options) }

    /// Checks that the URL is one of HTTP. Clients trap on some others.
    ///
    /// - Throws: ``TransportError`` with ``TransportError/Kind/unsupportedURL``.
    public func checkURL() throws(TransportError) {
        guard !hasOrigin else { return }
        let scheme = head.scheme?.lowercased()
        let cause =
            switch scheme {
            case nil, "": "It has no scheme."
            case "http", "https": "Its host is missing or invalid."
            case let scheme?: "The scheme '\(scheme)' isn't supported."
            }
        throw TransportError(.unsupportedURL, origin: origin, cause: cause)
    }

    /// Applies the cache policy for a transport without a cache: asks the caches on the way for the same behaviour.
    ///
    /// - Throws: ``TransportError`` for a policy that allows no request.
    public mutating func useWithoutCache() throws(TransportError) {
        guard let mode = options.cache?.mode, allowsTransportCache else { return }
        switch mode {
        case .onlyIfCached:
            throw TransportError(.notCached, of: self)
        case .noStore, .reload, .noCache:
            if !headerFields.contains(.cacheControl) { headerFields[.cacheControl] = "no-cache" }
        case .default, .forceCache:
            break
        }
    }
}
