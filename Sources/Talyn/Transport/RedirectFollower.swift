/// Follows redirects for the transports that speak to servers, so that all of them do it alike.
struct RedirectFollower: Sendable {
    /// How many redirects one request may meet.
    var limit = 20

    /// Sends a request, and then where its responses redirect to.
    ///
    /// - Parameter exchange: Sends one request, and doesn't follow.
    /// - Returns: The first response that isn't a redirect, or is one that can't be followed because it has no location
    ///   or the body can't be sent again.
    /// - Throws: ``TransportError`` for a URL that isn't one of HTTP, whether given or redirected to, for too many
    ///   redirects or one from https to http; ``TalynError`` for a method or a header field that HTTP doesn't allow; and
    ///   whatever `exchange` throws.
    func send(
        _ first: TransportRequest,
        by exchange: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        guard let url = first.urlRequest.url, Origin(url) != nil else { throw TransportError(.unsupportedURL) }
        try RequestError.check(first.urlRequest)
        var request = first
        var followed = 0
        while true {
            var response = try await exchange(request)
            guard let next = try redirected(request, by: response) else {
                if followed > 0 { response.url = request.urlRequest.url }
                return response
            }
            guard followed < limit else {
                throw TransportError(.tooManyRedirects, url: request.urlRequest.url)
            }
            try await drain(response.body)
            followed += 1
            request = next
        }
    }

    /// The request that a response redirects to, or nil if it doesn't, or not in a way that can be followed.
    func redirected(_ request: TransportRequest, by response: TransportResponse) throws -> TransportRequest? {
        guard [301, 302, 303, 307, 308].contains(response.statusCode),
            let location = response.headerFields[.location],
            let url = request.urlRequest.url,
            let target = URL(string: location, relativeTo: url)?.absoluteURL
        else { return nil }
        if url.scheme?.lowercased() == "https", target.scheme?.lowercased() == "http" {
            throw TransportError(.insecureRedirect, url: url)
        }
        guard let targetOrigin = Origin(target) else { throw TransportError(.unsupportedURL, url: url) }
        var next = request
        next.urlRequest.url = target
        if changesToGET(request.urlRequest.httpMethod ?? "GET", by: response.statusCode) {
            next.urlRequest.httpMethod = "GET"
            next.body = nil
            for name in Self.contentFields { next.urlRequest.setValue(nil, forHTTPHeaderField: name) }
        } else if let body = request.body, !body.isReplayable {
            return nil
        }
        if Origin(url) != targetOrigin {
            for name in Self.credentialFields { next.urlRequest.setValue(nil, forHTTPHeaderField: name) }
        }
        return next
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

    /// Reads the rest of a response that nobody wants, so that its connection can be used again; a long one is let go.
    private func drain(_ body: HTTPBody) async throws {
        var drained = 0
        for try await chunk in body {
            drained += chunk.count
            if drained > 65_536 { return }
        }
    }

    /// The fields that describe the body that is no longer sent (RFC 9110, section 15.4).
    private static let contentFields = [
        "Content-Encoding", "Content-Language", "Content-Length", "Content-Location", "Content-Type", "Digest",
        "Content-Digest", "Last-Modified", "Transfer-Encoding",
    ]

    /// The fields that were meant for the first origin only.
    private static let credentialFields = ["Authorization", "Cookie", "Host", "Proxy-Authorization"]
}
