public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// Timeouts, redirects, cookies, limits and header fields of calls.
///
/// The options of the call count first, then the target's ``TargetType/requestOptions``, then the provider's, then the
/// defaults of the transport.
///
/// ```swift
/// var requestOptions: RequestOptions {
///     RequestOptions {
///         $0.timeout = .seconds(5)
///         $0.deadline = .seconds(20)
///     }
/// }
/// ```
public struct RequestOptions: Sendable {
    fileprivate struct Values: Sendable {
        var timeout: Duration?
        var idleTimeout: Duration?
        var deadline: Duration?
        var cache: CachePolicy?
        var cookies: CookiePolicy?
        var redirects: RedirectPolicy?
        var idempotency: Idempotency?
        var priority: RequestPriority?
        var maximumResponseSize: Int64?
        var compression: BodyCompression?
        var url: URL?
        var headerFields = HTTPFields.empty
        var secretHeaderFields: Set<String> = []
        /// The options of modules and plugins, by the types of their keys.
        var others: [ObjectIdentifier: any Sendable] = [:]
    }

    /// An object, so that copies of options, and calls without options, cost almost nothing.
    private final class Box: Sendable {
        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private var box: Box?

    /// Creates options.
    ///
    /// - Parameter configure: Sets the options that differ from the defaults.
    public init(_ configure: (inout RequestOptions) -> Void = { _ in }) {
        configure(&self)
    }

    /// Whether no option is set.
    var isEmpty: Bool { box == nil }

    private mutating func change(_ change: (inout Values) -> Void) {
        var values = box?.values ?? Values()
        change(&values)
        box = Box(values)
    }

    /// These options, with those of others in the place of the same ones.
    package func overridden(by others: RequestOptions) -> RequestOptions {
        guard let mine = box?.values, let theirs = others.box?.values else { return others.isEmpty ? self : others }
        var result = RequestOptions()
        result.box = Box(
            Values(
                timeout: theirs.timeout ?? mine.timeout,
                idleTimeout: theirs.idleTimeout ?? mine.idleTimeout,
                deadline: theirs.deadline ?? mine.deadline,
                cache: theirs.cache ?? mine.cache,
                cookies: theirs.cookies ?? mine.cookies,
                redirects: theirs.redirects ?? mine.redirects,
                idempotency: theirs.idempotency ?? mine.idempotency,
                priority: theirs.priority ?? mine.priority,
                maximumResponseSize: theirs.maximumResponseSize ?? mine.maximumResponseSize,
                compression: theirs.compression ?? mine.compression,
                url: theirs.url ?? mine.url,
                headerFields: mine.headerFields.replacing(with: theirs.headerFields),
                secretHeaderFields: theirs.secretHeaderFields.union(mine.secretHeaderFields),
                others: mine.others.merging(theirs.others) { $1 }
            )
        )
        return result
    }
}

extension RequestOptions {
    /// The longest time of an attempt, from its sending to the last byte of its response.
    ///
    /// A longer attempt fails with ``TransportError/Kind/timedOut``. The time that plugins need before it doesn't count.
    public var timeout: Duration? {
        get { box?.values.timeout }
        set { change { $0.timeout = newValue } }
    }

    /// The longest time without a byte from the server.
    ///
    /// An attempt with a longer pause fails with ``TransportError/Kind/timedOut``. Zero or less means no limit.
    /// URLSession on Linux counts whole seconds.
    public var idleTimeout: Duration? {
        get { box?.values.idleTimeout }
        set { change { $0.idleTimeout = newValue } }
    }

    /// The longest time of the whole call, with all attempts and the waiting of plugins.
    ///
    /// A longer call is cancelled and fails with ``TransportError/Kind/deadlineExceeded``. With zero or less, nothing is
    /// sent. For an ``EventStream``, it is the time of all connections together.
    public var deadline: Duration? {
        get { box?.values.deadline }
        set { change { $0.deadline = newValue } }
    }

    /// The use of the cache, if the provider has one: a `CachePlugin`, or the one of URLSession on Apple platforms.
    ///
    /// Without a cache, modes that ask the server send `Cache-Control: no-cache` (RFC 9111, section 5.2.1.4), and
    /// ``CachePolicy/Mode/onlyIfCached`` fails.
    public var cache: CachePolicy? {
        get { box?.values.cache }
        set { change { $0.cache = newValue } }
    }

    /// The store of cookies, or none.
    public var cookies: CookiePolicy? {
        get { box?.values.cookies }
        set { change { $0.cookies = newValue } }
    }

    /// The treatment of redirects.
    public var redirects: RedirectPolicy? {
        get { box?.values.redirects }
        set { change { $0.redirects = newValue } }
    }

    /// Whether the call is idempotent. Inferred from the method by default.
    public var idempotency: Idempotency? {
        get { box?.values.idempotency }
        set { change { $0.idempotency = newValue } }
    }

    /// The urgency of the call.
    public var priority: RequestPriority? {
        get { box?.values.priority }
        set { change { $0.priority = newValue } }
    }

    /// The largest body of a response in bytes, after decompression.
    ///
    /// A larger one fails the attempt with ``TransportError/Kind/responseTooLarge``, as soon as that is known. The body of a
    /// response with an unacceptable status is cut at the limit instead, since its status counts.
    ///
    /// Without a value, responses in memory have at most 100 MB. Streams and downloads have no limit.
    public var maximumResponseSize: Int64? {
        get { box?.values.maximumResponseSize }
        set { change { $0.maximumResponseSize = newValue } }
    }

    /// The largest response in memory for calls without a ``maximumResponseSize``, in bytes.
    public static let standardMaximumResponseSize = 100_000_000

    /// The compression of the request's body. None by default, since a server may not support it.
    public var compression: BodyCompression? {
        get { box?.values.compression }
        set { change { $0.compression = newValue } }
    }

    /// The URL to call in place of the target's own, such as the next page that a server gave.
    ///
    /// A relative URL is resolved against the target's. The target's query isn't added. The schemes `ws` and `wss` count as `http` and
    /// `https`. Credentials stay with the origin of the base URL: a call to another origin is made without them.
    public var url: URL? {
        get { box?.values.url }
        set { change { $0.url = newValue } }
    }

    /// Header fields that replace those of the target with the same names.
    ///
    /// Those of the call replace those of the target's options, and these replace those of the provider.
    public var headerFields: HTTPFields {
        get { box?.values.headerFields ?? .empty }
        set { if !newValue.isEmpty || box != nil { change { $0.headerFields = newValue } } }
    }

    /// The names of header fields and query parameters that hold credentials. Logs and metrics mask them.
    ///
    /// A request to another origin than that of the base URL loses these fields. It also
    /// loses `Authorization`, `Cookie`, and the fields that ``Redaction/default`` masks. The names of the provider, the target and the
    /// call add up.
    public var secretHeaderFields: Set<String> {
        get { box?.values.secretHeaderFields ?? [] }
        set { if !newValue.isEmpty || box != nil { change { $0.secretHeaderFields = newValue } } }
    }
}

/// The key of an option that a module or a plugin adds; see ``RequestOptions/subscript(_:)``.
public protocol RequestOptionKey: SendableMetatype {
    /// The type of the option.
    associatedtype Value: Sendable
}

extension RequestOptions {
    /// An option that a module or a plugin adds; nil before it is set. An option of the call replaces that of the target, and this
    /// replaces that of the provider.
    ///
    /// ```swift
    /// enum Region: RequestOptionKey { typealias Value = String }
    ///
    /// extension RequestOptions {
    ///     var region: String? {
    ///         get { self[Region.self] }
    ///         set { self[Region.self] = newValue }
    ///     }
    /// }
    /// ```
    ///
    /// A plugin reads it in the ``Endpoint/options`` of the call.
    public subscript<Key: RequestOptionKey>(key: Key.Type) -> Key.Value? {
        get { box?.values.others[ObjectIdentifier(key)] as? Key.Value }
        set {
            guard newValue != nil || box != nil else { return }
            change { $0.others[ObjectIdentifier(key)] = newValue }
        }
    }
}

extension RequestOptions.Values: CustomReflectable {
    /// All options, with secrets masked. A test counts them.
    var customMirror: Mirror {
        let redaction = Redaction.default.masking(secretHeaderFields)
        let children: KeyValuePairs<String, Any> = [
            "timeout": timeout as Any,
            "idleTimeout": idleTimeout as Any,
            "deadline": deadline as Any,
            "cache": cache as Any,
            "cookies": cookies as Any,
            "redirects": redirects as Any,
            "idempotency": idempotency as Any,
            "priority": priority as Any,
            "maximumResponseSize": maximumResponseSize as Any,
            "compression": compression as Any,
            "url": url.map { redaction.url($0.absoluteString) } as Any,
            "headerFields": redaction.headerFields(headerFields).lines,
            "secretHeaderFields": secretHeaderFields.sorted(),
            // A value can hold a secret.
            "others": others.values.map { "\(type(of: $0))" }.sorted(),
        ]
        return Mirror(self, children: children, displayStyle: .struct)
    }
}
