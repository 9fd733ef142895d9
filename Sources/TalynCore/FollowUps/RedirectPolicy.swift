/// The policy for redirects (RFC 9110, section 15.4).
///
/// No policy allows a redirect from https to http, and credentials stay with the origin that they were given for.
public struct RedirectPolicy: Sendable {
    /// Decides on a redirect. Takes the next request and the redirect response. Returns the request to send, or nil to
    /// return the redirect as the response of the call.
    ///
    /// The next request follows RFC 9110: method and body are adapted, and a request to another origin has no
    /// credentials.
    public typealias Decide = @Sendable (OutgoingRequest, TransportResponse) async throws -> OutgoingRequest?

    package enum Behavior: Hashable, Sendable {
        case follow
        case refuse
        case decide(Decision)
    }

    /// A class, to compare closures by identity.
    package final class Decision: Hashable, Sendable {
        let decide: Decide

        init(_ decide: @escaping Decide) {
            self.decide = decide
        }

        package static func == (left: Decision, right: Decision) -> Bool { left === right }

        package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    package let behavior: Behavior
    package let limit: Int

    /// Follows up to 20 redirects of a request.
    public static let follow = follow(limit: 20)

    /// Returns redirects as responses.
    public static let doNotFollow = RedirectPolicy(behavior: .refuse, limit: 0)

    /// Follows redirects up to a limit. More fail the request with ``TransportError/Kind/tooManyRedirects``.
    public static func follow(limit: Int) -> RedirectPolicy {
        RedirectPolicy(behavior: .follow, limit: limit)
    }

    /// Lets a closure decide on each redirect.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of redirects of a request.
    ///   - decide: Changes or refuses the next request. An error that it throws fails the call. It must not read the
    ///     body of the response. Credentials that it adds for another origin are sent.
    public static func decide(limit: Int = 20, _ decide: @escaping Decide) -> RedirectPolicy {
        RedirectPolicy(behavior: .decide(Decision(decide)), limit: limit)
    }
}
