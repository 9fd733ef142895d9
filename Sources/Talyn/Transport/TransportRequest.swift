#if canImport(FoundationNetworking)
package import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The request of one exchange, for a transport.
public struct TransportRequest: Sendable {
    /// Values that few requests have.
    private struct Values: Sendable {
        var credential: URLCredential?
        var target: (any TargetType)?
        var options = RequestOptions()
        var mayHaveCredentials = true
        var isRedirected = false
        var answersChallenge = false
        var isRepetition = false
        var isCached = false
        var adaptedNames: Set<String> = []
        var onSend: (@Sendable (Int64) -> Void)?
        /// The body, if it is not in memory.
        var stream: HTTPBody?
    }

    /// An object, so that a copy of a request is cheap.
    private final class Box: @unchecked Sendable {  // Unchecked: the values change only while the box has one owner.
        var values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    /// Method, URL, header fields and timeout, and a body that is in memory.
    public var urlRequest: URLRequest

    /// The call of the request; nil for a request that no provider makes.
    public internal(set) var context: CallContext?

    private var box: Box?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - urlRequest: Method, URL, header fields and timeout.
    ///   - body: The body. By default the data or the stream of `urlRequest`.
    public init(_ urlRequest: URLRequest, body: HTTPBody? = nil) {
        self.urlRequest = urlRequest
        if let body {
            self.body = body
        } else if let stream = urlRequest.httpBodyStream {
            let length = urlRequest.value(forHTTPHeaderField: "Content-Length").flatMap { Int64($0) }
            self.body = HTTPBody(SingleUseStream(stream: stream), length: length)
        }
    }

    private mutating func change(_ change: (inout Values) -> Void) {
        if isKnownUniquelyReferenced(&box), let box { return change(&box.values) }
        var values = box?.values ?? Values()
        change(&values)
        box = Box(values)
    }
}

extension TransportRequest {
    /// The target; nil for a request that no provider makes.
    public var target: (any TargetType)? {
        get { box?.values.target ?? context?.target }
        set { change { $0.target = newValue } }
    }

    /// The place of the call in the source code.
    package var place: CallPlace? { context?.place }

    /// The credential for a challenge of the server (RFC 9110, section 11), for the origin of `urlRequest` only.
    package var credential: URLCredential? {
        get { box?.values.credential }
        set { if newValue != nil || box != nil { change { $0.credential = newValue } } }
    }

    /// The options of the request.
    ///
    /// A transport uses ``RequestOptions/priority``. The provider applies the others.
    public var options: RequestOptions {
        get { box?.values.options ?? RequestOptions() }
        set { if !newValue.isEmpty || box != nil { change { $0.options = newValue } } }
    }

    /// Whether the origin of the URL may receive the call's credentials. If not, the provider removes the
    /// credentials of the transport, too.
    package var mayHaveCredentials: Bool {
        get { box?.values.mayHaveCredentials ?? true }
        set { if !newValue || box != nil { change { $0.mayHaveCredentials = newValue } } }
    }

    /// Whether a server redirected the call to this request.
    package var isRedirected: Bool {
        get { box?.values.isRedirected ?? false }
        set { if newValue || box != nil { change { $0.isRedirected = newValue } } }
    }

    /// Whether the request answers an authentication challenge.
    package var answersChallenge: Bool {
        get { box?.values.answersChallenge ?? false }
        set { if newValue || box != nil { change { $0.answersChallenge = newValue } } }
    }

    /// Whether the request is sent again because its connection was closed.
    package var isRepetition: Bool {
        get { box?.values.isRepetition ?? false }
        set { if newValue || box != nil { change { $0.isRepetition = newValue } } }
    }

    /// Whether a cache above the transport has applied the cache policy. The transport then uses no cache of its own.
    package var isCached: Bool {
        get { box?.values.isCached ?? false }
        set { if newValue || box != nil { change { $0.isCached = newValue } } }
    }

    /// The names of the header fields and query parameters that adaptations set, for example an ``Authenticator``.
    var adaptedNames: Set<String> {
        get { box?.values.adaptedNames ?? [] }
        set { if !newValue.isEmpty || box != nil { change { $0.adaptedNames = newValue } } }
    }

    /// The names of secret header fields and query parameters, in addition to the well-known ones.
    package var secretNames: Set<String> { options.secretHeaderFields.union(adaptedNames) }

    /// Receives the number of bytes of the body that were sent, from one thread at a time. The number grows until the body
    /// starts over.
    public var onSend: (@Sendable (Int64) -> Void)? {
        get { box?.values.onSend }
        set { if newValue != nil || box != nil { change { $0.onSend = newValue } } }
    }

    /// The body, if the request has one.
    public var body: HTTPBody? {
        get { box?.values.stream ?? urlRequest.httpBody.map { HTTPBody($0) } }
        set {
            urlRequest.httpBody = newValue?.data
            let stream = newValue?.data == nil ? newValue : nil
            if stream != nil || box != nil { change { $0.stream = stream } }
        }
    }
}

extension TransportRequest {
    /// The URL of a valid request. Clients trap on some others, and send line breaks in header fields.
    ///
    /// - Throws: ``TransportError`` for a URL that isn't one of HTTP. A ``RequestError`` for an invalid method or header
    ///   field of a request that no provider makes: providers check theirs before plugins hear of them.
    package func checkedURL() throws -> URL {
        guard let url = urlRequest.url, Origin.exists(of: url) else { throw TransportError(.unsupportedURL) }
        if context == nil { try RequestError.check(urlRequest) }
        return url
    }

    /// Whether sending the request again has no other effect than sending it once.
    var isIdempotent: Bool { (options.idempotency ?? .byMethod).allowsRepeating(urlRequest.httpMethod) }

    /// The idle timeout in seconds; the transport's own for a request without one.
    ///
    /// - Parameter standard: The idle timeout of the transport.
    func idleTimeout(orElse standard: Duration) -> TimeInterval {
        let timeout = urlRequest.timeoutInterval
        return options.idleTimeout == nil && timeout == Self.defaultTimeout ? standard.seconds : timeout
    }

    /// The default timeout of a `URLRequest`.
    private static let defaultTimeout: TimeInterval = 60

    /// Applies the cache policy for a transport without a cache: asks the caches on the way for the same behaviour.
    ///
    /// - Throws: ``TransportError`` for a policy that allows no request.
    package mutating func useWithoutCache() throws(TransportError) {
        switch urlRequest.cachePolicy {
        case .returnCacheDataDontLoad:
            throw TransportError(.notCached, url: urlRequest.url)
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData:
            guard urlRequest.value(forHTTPHeaderField: "Cache-Control") == nil else { return }
            urlRequest.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
        default:
            break
        }
    }
}
