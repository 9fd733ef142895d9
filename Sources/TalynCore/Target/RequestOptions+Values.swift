import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The cookies that a call sends and keeps (RFC 6265).
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

    /// The identity of the store; nil for no cookies.
    var storeID: ObjectIdentifier? { jar.map { ObjectIdentifier($0.store) } }
}

/// Whether a repeated call has the same effect as a single one (RFC 9110, section 9.2.2).
///
/// Plugins such as ``RetryPlugin`` repeat only idempotent calls.
public enum Idempotency: Sendable {
    /// GET, HEAD, OPTIONS, TRACE, PUT and DELETE are idempotent, other methods aren't.
    case byMethod
    /// The call is idempotent, whatever its method.
    case always
    /// The call isn't idempotent, whatever its method.
    case never
    /// The server recognises a repeated call by an `Idempotency-Key` header field. The closure makes the key of a call.
    ///
    /// All attempts of a call send the same key. A field that the target sets is kept.
    case key(@Sendable () -> String)

    /// The server recognises a repeated call by an `Idempotency-Key` header field with a random value.
    public static let key = Idempotency.key { UUID().uuidString }

    enum Kind: Hashable, Sendable {
        case byMethod
        case always
        case never
        case key
    }

    var kind: Kind {
        switch self {
        case .byMethod: .byMethod
        case .always: .always
        case .never: .never
        case .key: .key
        }
    }

    /// Makes the key of a call.
    var makeKey: (@Sendable () -> String)? {
        if case .key(let make) = self { make } else { nil }
    }

    /// Whether a call by a method may be repeated.
    func allowsRepeating(_ method: HTTPRequest.Method) -> Bool {
        switch kind {
        case .byMethod: [.get, .head, .options, .trace, .put, .delete, .query].contains(method)
        case .always, .key: true
        case .never: false
        }
    }
}

/// The urgency of a call (RFC 9218).
///
/// The `Priority` field tells it to the server, unless it is ``normal`` or the target sets the field. URLSession gets it,
/// too. Plugins that make calls wait let the most urgent go first.
public struct RequestPriority: Sendable, Hashable {
    /// From 0, the most urgent, to 7 (RFC 9218, section 4.1).
    package let urgency: Int

    /// Whether a part of the response is useful before the rest arrives (RFC 9218, section 4.2).
    let isIncremental: Bool

    /// Creates a priority.
    ///
    /// - Parameters:
    ///   - urgency: From 0, the most urgent, to 7. Other values are clamped.
    ///   - isIncremental: Whether a part of the response is useful before the rest arrives.
    public init(urgency: Int, isIncremental: Bool = false) {
        self.urgency = min(max(urgency, 0), 7)
        self.isIncremental = isIncremental
    }

    /// A user waits for the response.
    public static let high = RequestPriority(urgency: 1)

    /// The default.
    public static let normal = RequestPriority(urgency: 3)

    /// The response can wait, such as a prefetched one.
    public static let low = RequestPriority(urgency: 5)

    /// The priority of a URLSession task: 1 for the most urgent, 0.5 for ``normal``, 0 for the least urgent.
    package var taskPriority: Float {
        urgency <= 3 ? 1 - Float(urgency) / 6 : 0.5 - Float(urgency - 3) / 8
    }

    /// The value of the `Priority` field; nil for the default.
    var fieldValue: String? {
        self == .normal ? nil : "u=\(urgency)\(isIncremental ? ", i" : "")"
    }
}
