#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// How a call is to be made, beside what it says.
///
/// Whatever an option doesn't name is left to the next one asked: those of the call come first, then the target's
/// ``TargetType/requestOptions``, then the provider's, and then the transport has its own way.
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
    private struct Values: Sendable {
        var timeout: Duration?
        var idleTimeout: Duration?
        var deadline: Duration?
        var cachePolicy: URLRequest.CachePolicy?
        var cookies: CookiePolicy?
        var redirects: RedirectPolicy?
        var idempotency: Idempotency?
        var priority: RequestPriority?
        var maximumResponseSize: Int64?
        var compression: BodyCompression?
        var secretHeaderFields: Set<String> = []
    }

    /// An object, so that options cost next to nothing where they are handed on, and where there are none.
    private final class Box: Sendable {
        let values: Values

        init(_ values: Values) {
            self.values = values
        }
    }

    private var box: Box?

    /// Creates options.
    ///
    /// - Parameter configure: Sets those that matter.
    public init(_ configure: (inout RequestOptions) -> Void = { _ in }) {
        configure(&self)
    }

    /// Whether no option is set.
    public var isEmpty: Bool { box == nil }

    private subscript<Value>(option: WritableKeyPath<Values, Value?>) -> Value? {
        get { box?.values[keyPath: option] }
        set {
            var values = box?.values ?? Values()
            values[keyPath: option] = newValue
            box = Box(values)
        }
    }

    /// These options, with those of others in the place of the same ones.
    public func overridden(by others: RequestOptions) -> RequestOptions {
        guard let mine = box?.values, let theirs = others.box?.values else { return others.isEmpty ? self : others }
        var result = RequestOptions()
        result.box = Box(
            Values(
                timeout: theirs.timeout ?? mine.timeout,
                idleTimeout: theirs.idleTimeout ?? mine.idleTimeout,
                deadline: theirs.deadline ?? mine.deadline,
                cachePolicy: theirs.cachePolicy ?? mine.cachePolicy,
                cookies: theirs.cookies ?? mine.cookies,
                redirects: theirs.redirects ?? mine.redirects,
                idempotency: theirs.idempotency ?? mine.idempotency,
                priority: theirs.priority ?? mine.priority,
                maximumResponseSize: theirs.maximumResponseSize ?? mine.maximumResponseSize,
                compression: theirs.compression ?? mine.compression,
                secretHeaderFields: theirs.secretHeaderFields.union(mine.secretHeaderFields)
            )
        )
        return result
    }
}

extension RequestOptions {
    /// What of the options decides on the outcome of a request, in a form that can be compared.
    struct Identity: Hashable {
        let timeout: Duration?
        let idleTimeout: Duration?
        let cachePolicy: URLRequest.CachePolicy?
        let cookies: HTTPCookieStorage??
        let redirects: RedirectPolicy.Behavior?
        let redirectLimit: Int?
        let idempotency: Idempotency.Kind?
        let maximumResponseSize: Int64?
        let compression: BodyCompression?
        let secretHeaderFields: Set<String>
    }

    /// What of the options tells calls apart that are identical otherwise; nil if there are none.
    var identity: Identity? {
        box.map { box in
            Identity(
                timeout: box.values.timeout,
                idleTimeout: box.values.idleTimeout,
                cachePolicy: box.values.cachePolicy,
                cookies: box.values.cookies.map(\.storage),
                redirects: box.values.redirects?.behavior,
                redirectLimit: box.values.redirects?.limit,
                idempotency: box.values.idempotency?.kind,
                maximumResponseSize: box.values.maximumResponseSize,
                compression: box.values.compression,
                secretHeaderFields: box.values.secretHeaderFields
            )
        }
    }

    /// How long an attempt may take, from its sending to the last byte of its response.
    ///
    /// An attempt that takes longer fails with ``TransportError/Kind/timedOut``. What plugins do before it is sent doesn't
    /// count.
    public var timeout: Duration? {
        get { self[\.timeout] }
        set { self[\.timeout] = newValue }
    }

    /// How long a server may be silent: the `timeoutInterval` of the request.
    ///
    /// An attempt whose server is silent for longer fails with ``TransportError/Kind/timedOut``. Zero or less is for ever.
    /// URLSession on Linux counts whole seconds.
    public var idleTimeout: Duration? {
        get { self[\.idleTimeout] }
        set { self[\.idleTimeout] = newValue }
    }

    /// How long the whole call may take: all attempts, and whatever plugins wait for.
    ///
    /// A call that takes longer fails with ``TransportError/Kind/deadlineExceeded``, once what is under way has heeded that
    /// it is cancelled. With no time at all, nothing is sent.
    public var deadline: Duration? {
        get { self[\.deadline] }
        set { self[\.deadline] = newValue }
    }

    /// What a cache on the way may answer with.
    ///
    /// With a transport that has no cache, policies that ask for a new answer send `Cache-Control: no-cache` (RFC 9111,
    /// section 5.2.1.4) to the caches beyond it, and `returnCacheDataDontLoad` fails.
    public var cachePolicy: URLRequest.CachePolicy? {
        get { self[\.cachePolicy] }
        set { self[\.cachePolicy] = newValue }
    }

    /// Which cookies are sent and kept.
    public var cookies: CookiePolicy? {
        get { self[\.cookies] }
        set { self[\.cookies] = newValue }
    }

    /// What becomes of redirects.
    public var redirects: RedirectPolicy? {
        get { self[\.redirects] }
        set { self[\.redirects] = newValue }
    }

    /// Whether the call may be made more than once to the same effect. By default its method tells.
    public var idempotency: Idempotency? {
        get { self[\.idempotency] }
        set { self[\.idempotency] = newValue }
    }

    /// What comes first when not everything can be done at once.
    public var priority: RequestPriority? {
        get { self[\.priority] }
        set { self[\.priority] = newValue }
    }

    /// How many bytes the body of a response may have, unpacked if it is compressed.
    ///
    /// A longer one fails the attempt with ``TransportError/Kind/responseTooLarge``, as soon as that is known.
    public var maximumResponseSize: Int64? {
        get { self[\.maximumResponseSize] }
        set { self[\.maximumResponseSize] = newValue }
    }

    /// How the body of the request is compressed. Not at all by default, since a server may not expect it.
    public var compression: BodyCompression? {
        get { self[\.compression] }
        set { self[\.compression] = newValue }
    }

    /// The names of header fields that no other origin may see than that of the base URL: a request to another origin
    /// loses them, be it made by a redirect, by the link to a next page, or by an absolute URL as a path.
    ///
    /// `Authorization`, `Cookie`, and what ``Redaction/default`` masks, are secrets without being named. Those of the
    /// provider, the target and the call add up.
    public var secretHeaderFields: Set<String> {
        get { box?.values.secretHeaderFields ?? [] }
        set {
            var values = box?.values ?? Values()
            values.secretHeaderFields = newValue
            box = Box(values)
        }
    }
}
