#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// What becomes of the redirects that servers answer with (RFC 9110, section 15.4).
///
/// Whatever is decided, https never falls to http, and credentials stay with the origin that they were given for.
public struct RedirectPolicy: Sendable {
    /// Is given the request that a redirect leads to and the response that asks for it; returns the request to send, or
    /// nil for the redirect to be the response.
    ///
    /// The request is as RFC 9110 has it: method and body adapted, without credentials if the origin is another one.
    public typealias Decide = @Sendable (URLRequest, TransportResponse) async throws -> URLRequest?

    enum Behavior: Hashable, Sendable {
        case follow
        case refuse
        case decide(Decision)
    }

    /// An object, since what can't be compared can still be known for the same.
    final class Decision: Hashable, Sendable {
        let decide: Decide

        init(_ decide: @escaping Decide) {
            self.decide = decide
        }

        static func == (left: Decision, right: Decision) -> Bool { left === right }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    let behavior: Behavior
    let limit: Int

    /// Redirects are followed, up to 20 for one request.
    public static let follow = follow(limit: 20)

    /// A redirect is the response.
    public static let doNotFollow = RedirectPolicy(behavior: .refuse, limit: 0)

    /// So many redirects are followed for one request; more fail it with ``TransportError/Kind/tooManyRedirects``.
    public static func follow(limit: Int) -> RedirectPolicy {
        RedirectPolicy(behavior: .follow, limit: limit)
    }

    /// Each redirect is decided on.
    ///
    /// - Parameters:
    ///   - limit: How many redirects one request may meet.
    ///   - decide: May change the request or refuse it; what it throws fails the call. It must not read the body of the
    ///     response. Credentials that it adds for another origin are sent.
    public static func decide(limit: Int = 20, _ decide: @escaping Decide) -> RedirectPolicy {
        RedirectPolicy(behavior: .decide(Decision(decide)), limit: limit)
    }
}
