import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RedirectPolicy {
    /// The request after a redirect; nil for a response that can't be followed, or that the policy doesn't follow.
    ///
    /// - Throws: ``TransportError`` for an unsupported URL, and for a redirect from https to http. A ``RequestError`` for an
    ///   invalid request of the closure, and the closure's errors.
    func request(
        after request: TransportRequest,
        redirectedBy response: TransportResponse
    ) async throws -> TransportRequest? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode), let url = request.urlRequest.url else {
            return nil
        }
        if case .refuse = behavior { return nil }
        guard let target = try Self.target(of: response.headerFields[values: .location], from: url) else { return nil }
        var next = request
        next.urlRequest.url = target
        next.isRedirected = true
        try leave(url, for: target, with: &next)
        if changesToGET(request.urlRequest.httpMethod ?? "GET", by: response.statusCode) {
            next.urlRequest.httpMethod = "GET"
            next.body = nil
            for name in Self.contentFields { next.urlRequest.setValue(nil, forHTTPHeaderField: name) }
        } else if let body = request.body, !body.isReplayable {
            return nil
        }
        guard case .decide(let decision) = behavior else { return next }
        let proposed = next.urlRequest
        guard let decided = try await decision.decide(proposed, response) else { return nil }
        try RequestError.check(decided)
        guard let decidedTarget = decided.url else { throw TransportError(.unsupportedURL, url: url) }
        if decided.httpBody != proposed.httpBody { next.body = nil }
        next.urlRequest = decided
        // The credentials in the proposal belong to its origin. The closure may add others on purpose.
        try leave(target, for: decidedTarget, with: &next, keepingChangesTo: proposed)
        return next
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
            var error = TransportError(.invalidResponse, url: url, underlyingError: AmbiguousRedirect())
            error.fault = .malformed
            throw error
        }
        guard let target = URL(reference: location, relativeTo: url) else { return nil }
        guard let fragment = url.fragment(percentEncoded: true), target.fragment == nil else { return target }
        return URL(reference: "\(target.absoluteString)#\(fragment)")
    }

    /// The locations in a field. Foundation joins several fields with commas. A URL has no space.
    private static func separated(_ location: String) -> [String] {
        let parts = location.split(separator: ", ").map { String($0) }
        let areLocations = parts.allSatisfy { part in ["/", "http://", "https://"].contains { part.hasPrefix($0) } }
        return areLocations && !parts.isEmpty ? parts : [location]
    }

    /// Removes credentials from a request to another origin.
    ///
    /// - Throws: ``TransportError`` for an unsupported URL, and for a redirect from https to http.
    private func leave(
        _ url: URL,
        for target: URL,
        with request: inout TransportRequest,
        keepingChangesTo previous: URLRequest? = nil
    ) throws {
        if url.scheme?.lowercased() == "https", target.scheme?.lowercased() == "http" {
            throw TransportError(.insecureRedirect, url: url)
        }
        guard let targetOrigin = Origin(target) else { throw TransportError(.unsupportedURL, url: url) }
        guard Origin(url) != targetOrigin else { return }
        request.credential = nil
        for name in request.urlRequest.credentialFieldNames(besides: request.secretNames).union(["Baggage"]) {
            if let previous,
                previous.value(forHTTPHeaderField: name) != request.urlRequest.value(forHTTPHeaderField: name)
            {
                continue
            }
            request.urlRequest.setValue(nil, forHTTPHeaderField: name)
        }
    }

    /// Whether the method changes to GET: always with 303, and from POST with 301 and 302 (RFC 9110, section 15.4).
    private func changesToGET(_ method: String, by statusCode: Int) -> Bool {
        switch statusCode {
        case 303: !["GET", "HEAD"].contains(method)
        case 301, 302: method == "POST"
        default: false
        }
    }

    /// The fields that describe the body, which the next request doesn't have (RFC 9110, section 15.4).
    private static let contentFields = [
        "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-MD5", "Content-Range",
        "Content-Type", "Digest", "Content-Digest", "Expect", "Last-Modified", "Repr-Digest", "Transfer-Encoding",
    ]
}

/// A redirect whose target can't be told.
private struct AmbiguousRedirect: Error, LocalizedError {
    var errorDescription: String? { "The redirect has several Location fields, or one that isn't UTF-8." }
}
