import HTTPTypes
package import _TalynFoundation
import _TalynSupport

/// The cookies that a call sends and keeps (RFC 6265).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CookiePolicy: Sendable {
    /// No cookies are sent or kept. A `Cookie` field that the target sets is sent.
    case ignore
    /// Cookies of a store are sent, and new ones are kept there.
    ///
    /// - Parameter isPublicSuffix: Whether a domain is one below which anyone can register a name, such as `co.uk`. No host can set
    ///   cookies for all names below it. Talyn knows the usual ones. The closure can look into a complete list, such as that of
    ///   https://publicsuffix.org. The domain is in lower case.
    case store(any CookieStore, isPublicSuffix: @Sendable (_ domain: String) -> Bool = { _ in false })

    /// The cookies; nil for none.
    var jar: CookieJar? {
        if case .store(let store, let isPublicSuffix) = self {
            CookieJar(store: store, isPublicSuffix: isPublicSuffix)
        } else {
            nil
        }
    }

    /// Whether a request to a URL gets stored cookies.
    package func hasCookies(for url: URL) -> Bool { jar?.field(for: url) != nil }
}

/// Whether a repeated call has the same effect as a single one (RFC 9110, section 9.2.2).
///
/// Plugins such as ``RetryPlugin`` repeat only idempotent calls. Without this option, the method tells, and a call with an
/// `Idempotency-Key` field is idempotent, too.
public struct Idempotency: Sendable {
    /// GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent, other methods aren't.
    public static let byMethod = Idempotency(isIdempotent: nil)
    /// The call is idempotent, whatever its method.
    public static let always = Idempotency(isIdempotent: true)
    /// The call isn't idempotent, whatever its method.
    public static let never = Idempotency(isIdempotent: false)
    /// The server recognises a repeated call by an `Idempotency-Key` header field with a random value.
    public static let key = key { UUID().uuidString }

    /// The server recognises a repeated call by an `Idempotency-Key` header field. The closure makes the key of a call.
    ///
    /// All attempts of a call send the same key. A field that the target sets is kept.
    public static func key(_ makeKey: @escaping @Sendable () -> String) -> Idempotency {
        Idempotency(isIdempotent: true, makeKey: makeKey)
    }

    private let isIdempotent: Bool?
    /// Makes the key of a call.
    let makeKey: (@Sendable () -> String)?

    private init(isIdempotent: Bool?, makeKey: (@Sendable () -> String)? = nil) {
        self.isIdempotent = isIdempotent
        self.makeKey = makeKey
    }

    /// Whether a call may be repeated. Without an option, a key tells the server that a request is a repetition.
    static func allowsRepeating(
        _ method: HTTPRequest.Method,
        _ headerFields: HTTPFields,
        _ options: RequestOptions
    ) -> Bool {
        if let idempotency = options.idempotency { return idempotency.allowsRepeating(method) }
        return byMethod.allowsRepeating(method) || headerFields[.idempotencyKey]?.isEmpty == false
    }

    /// Whether a call by a method may be repeated.
    func allowsRepeating(_ method: HTTPRequest.Method) -> Bool {
        if let isIdempotent { return isIdempotent }
        return switch method {
        case .get, .head, .options, .trace, .put, .delete, .query: true
        default: false
        }
    }
}

/// The urgency of a call.
///
/// The `Priority` field tells it to the server (RFC 9218), unless it is ``normal`` or the target sets the field. URLSession
/// gets it, too. Plugins that make calls wait let the most urgent go first.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum RequestPriority: Sendable, Hashable {
    /// A user waits for the response.
    case high

    /// The default.
    case normal

    /// The response can wait, such as a prefetched one.
    case low

    /// The value of the `Priority` field (RFC 9218, section 4.1): an urgency from 0 to 7. Nil for the default, 3.
    var fieldValue: String? {
        switch self {
        case .high: "u=1"
        case .normal: nil
        case .low: "u=5"
        }
    }
}
