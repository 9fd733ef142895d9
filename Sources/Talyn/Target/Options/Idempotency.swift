import Foundation
import HTTPTypes

/// Whether a call may be made more than once to the same effect as once (RFC 9110, section 9.2.2).
///
/// What repeats calls by itself, such as ``RetryPlugin``, repeats only those that may be.
public struct Idempotency: Sendable {
    enum Kind: Hashable, Sendable {
        case byMethod
        case always
        case never
        case key
    }

    let kind: Kind
    /// Makes the key of a call, if it has one.
    let makeKey: (@Sendable () -> String)?

    /// GET, HEAD, OPTIONS, TRACE, PUT and DELETE may be repeated, others not.
    public static let byMethod = Idempotency(kind: .byMethod, makeKey: nil)

    /// The call may be repeated, whatever its method.
    public static let always = Idempotency(kind: .always, makeKey: nil)

    /// The call must not be repeated, whatever its method.
    public static let never = Idempotency(kind: .never, makeKey: nil)

    /// The call may be repeated, since the server knows it by an `Idempotency-Key` header field.
    public static let key = key { UUID().uuidString }

    /// The call may be repeated, since the server knows it by an `Idempotency-Key` header field.
    ///
    /// The field is sent as it is, in all attempts of a call the same; one that the target has itself is kept.
    ///
    /// - Parameter make: Makes the key of a call.
    public static func key(_ make: @escaping @Sendable () -> String) -> Idempotency {
        Idempotency(kind: .key, makeKey: make)
    }

    /// Whether a call by a method may be repeated.
    func allowsRepeating(_ method: HTTPRequest.Method) -> Bool {
        switch kind {
        case .byMethod: [.get, .head, .options, .trace, .put, .delete].contains(method)
        case .always, .key: true
        case .never: false
        }
    }

    /// Whether a call by a method may be repeated; GET if there is no name.
    func allowsRepeating(_ method: String?) -> Bool {
        HTTPRequest.Method(method ?? "GET").map { allowsRepeating($0) } ?? false
    }
}
