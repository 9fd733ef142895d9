import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Conversation {
    /// Whether a response redirects a request to another place, and is followed there, unless somebody has to decide on it.
    package func isStep(_ response: TransportResponse, to request: TransportRequest) async -> Bool {
        if case .decide = (request.options.redirects ?? redirects).behavior { return response.statusCode / 100 == 3 }
        return (try? await redirected(request, by: response)) != nil
    }

    /// The request that a response redirects to, or nil if it doesn't, or not in a way that can or should be followed.
    func redirected(_ request: TransportRequest, by response: TransportResponse) async throws -> TransportRequest? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode),
            let location = response.headerFields[.location],
            let url = request.urlRequest.url,
            let target = URL(string: location, relativeTo: url)?.absoluteURL
        else { return nil }
        let redirects = request.options.redirects ?? redirects
        if case .refuse = redirects.behavior { return nil }
        var next = request
        next.urlRequest.url = target
        try leave(url, for: target, with: &next)
        if changesToGET(request.urlRequest.httpMethod ?? "GET", by: response.statusCode) {
            next.urlRequest.httpMethod = "GET"
            next.body = nil
            for name in Self.contentFields { next.urlRequest.setValue(nil, forHTTPHeaderField: name) }
        } else if let body = request.body, !body.isReplayable {
            return nil
        }
        guard case .decide(let decision) = redirects.behavior else { return next }
        let proposed = next.urlRequest
        guard let decided = try await decision.decide(proposed, response) else { return nil }
        try RequestError.check(decided)
        guard let decidedTarget = decided.url else { throw TransportError(.unsupportedURL, url: url) }
        if decided.httpBody != proposed.httpBody { next.body = nil }
        next.urlRequest = decided
        // The credentials that the proposal still had were meant for where it leads; one that was added is deliberate.
        try leave(target, for: decidedTarget, with: &next, keepingChangesTo: proposed)
        return next
    }

    /// Takes from a request what another origin must not see.
    ///
    /// - Throws: ``TransportError`` if the target's URL isn't one of HTTP, or is one of http after https.
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
        for name in request.urlRequest.credentialFieldNames(besides: request.secretFieldNames) {
            if let previous,
                previous.value(forHTTPHeaderField: name) != request.urlRequest.value(forHTTPHeaderField: name)
            {
                continue
            }
            request.urlRequest.setValue(nil, forHTTPHeaderField: name)
        }
    }

    /// Whether the method changes to GET: with 303 always, with 301 and 302 from POST, as RFC 9110 (section 15.4) lets
    /// clients do and servers have come to expect.
    private func changesToGET(_ method: String, by statusCode: Int) -> Bool {
        switch statusCode {
        case 303: !["GET", "HEAD"].contains(method)
        case 301, 302: method == "POST"
        default: false
        }
    }

    /// The fields that describe the body that is no longer sent (RFC 9110, section 15.4).
    private static let contentFields = [
        "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type", "Digest",
        "Content-Digest", "Last-Modified", "Transfer-Encoding",
    ]
}
