import HTTPTypes
import _TalynFoundation
import _TalynSupport

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

extension RedirectPolicy {
    /// The request after a redirect; nil for a response that can't be followed, or that the policy doesn't follow.
    ///
    /// - Throws: ``TransportError`` for an unsupported URL, and for a redirect from https to http. The closure's errors.
    func request(
        after request: OutgoingRequest,
        redirectedBy response: TransportResponse
    ) async throws -> OutgoingRequest? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode), let url = request.url else { return nil }
        if case .refuse = behavior { return nil }
        guard let target = try Self.target(of: response.headerFields[values: .location], from: url) else { return nil }
        var next = request
        next.url = target
        next.isRedirected = true
        try leave(request, with: &next)
        if changesToGET(request.method, by: response.statusCode) {
            next.method = .get
            next.body = nil
            next.headerFields = HTTPFields(next.headerFields.filter { !Self.contentFields.contains($0.name) })
        } else if let body = request.body, !body.isReplayable {
            return nil
        }
        guard case .decide(let decision) = behavior else { return next }
        guard let decided = try await decision.decide(next, response) else { return nil }
        // The closure may have made a new request, which doesn't know the call.
        var changed = next
        changed.head = decided.head
        changed.body = decided.body
        changed.fragment = decided.fragment
        changed.credential = decided.credential
        changed.credentialNames.formUnion(decided.credentialNames)
        if !decided.options.isEmpty { changed.options = decided.options }
        // The credentials in the proposal belong to its origin. The closure may add others on purpose.
        try leave(next, with: &changed, keepingChangesTo: next.headerFields)
        return changed
    }

    /// The URL that a redirect leads to; nil without a valid one.
    ///
    /// It inherits the fragment of the request (RFC 9110, section 10.2.2).
    ///
    /// - Throws: ``TransportError`` for several locations, and for one whose bytes the HTTP client has lost.
    private static func target(of locations: [String], from url: URL) throws -> URL? {
        let locations = locations.flatMap { separated($0) }
        guard let location = locations.first else { return nil }
        guard locations.allSatisfy({ $0 == location }), !location.contains("\u{FFFD}") else {
            let cause = "The redirect has several Location fields, or one that isn't UTF-8."
            var error = TransportError(.invalidResponse, origin: Origin(url), cause: cause)
            error.detail = .malformedMessage
            throw error
        }
        guard let target = URL(reference: location, relativeTo: url) else { return nil }
        guard let fragment = url.fragment(percentEncoded: true), target.fragment == nil else { return target }
        return URL(reference: "\(target.absoluteString)#\(fragment)")
    }

    /// The locations in a field. Foundation joins several fields with commas. A URL has no space.
    private static func separated(_ location: String) -> [String] {
        let parts = location.split(separator: ", ").map { String($0) }
        let starts = ["/", "http://", "https://", "ws://", "wss://"]
        let areLocations = parts.allSatisfy { part in starts.contains { part.lowercased().hasPrefix($0) } }
        return areLocations && !parts.isEmpty ? parts : [location]
    }

    /// Removes credentials from a request to another origin.
    ///
    /// - Throws: ``TransportError`` for an unsupported URL, and for a redirect from https to http.
    private func leave(
        _ request: OutgoingRequest,
        with next: inout OutgoingRequest,
        keepingChangesTo previous: HTTPFields? = nil
    ) throws {
        next.useSchemeOfHandshake()
        let (origin, target) = (request.origin, next.origin)
        if origin?.scheme == "https", next.head.scheme?.lowercased() == "http" {
            throw TransportError(.insecureRedirect, of: request)
        }
        guard let target else { throw TransportError(.unsupportedURL, of: request) }
        guard origin != target else { return }
        // The closure of the policy gives a credential for another origin on purpose.
        if previous == nil || next.credential == request.credential { next.credential = nil }
        next.mayHaveCredentials = false
        var fields = next.headerFields
        fields.removeCredentials(named: next.secretNames.union(request.secretNames))
        if let previous {
            for name in Set(next.headerFields.map(\.name)) where !fields.contains(name) {
                let values = next.headerFields[values: name]
                if values != previous[values: name] { fields[values: name] = values }
            }
        }
        next.headerFields = fields
    }

    /// Whether the method changes to GET: always with 303, and from POST with 301 and 302 (RFC 9110, section 15.4).
    private func changesToGET(_ method: HTTPRequest.Method, by statusCode: Int) -> Bool {
        switch statusCode {
        case 303: method != .get && method != .head
        case 301, 302: method == .post
        default: false
        }
    }

    /// The fields that describe the body, which the next request doesn't have (RFC 9110, section 15.4).
    private static let contentFields: Set<HTTPField.Name> = Set(
        [
            "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-MD5",
            "Content-Range",
            "Content-Type", "Digest", "Content-Digest", "Expect", "Last-Modified", "Repr-Digest", "Transfer-Encoding",
        ].compactMap { HTTPField.Name($0) }
    )
}

extension OutgoingRequest {
    /// Replaces the schemes of WebSockets in the request of a handshake, which is one of HTTP (RFC 6455, section 3).
    mutating func useSchemeOfHandshake() {
        if webSocket != nil, let scheme = head.scheme?.httpScheme { head.scheme = scheme }
    }
}
