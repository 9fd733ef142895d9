/// All that is said for one request: what answers to redirects and challenges add to it, and its cookies.
///
/// The transports that speak to servers share it, so that all of them do it alike.
struct Conversation: Sendable {
    /// What becomes of redirects.
    var redirects = RedirectPolicy.follow

    /// The cookies, if there are any to be.
    var cookies: CookieJar?

    /// How long a server may be silent, for requests that don't say so themselves.
    var timeout = Self.defaultTimeout

    /// The transport's header fields that only the origin of a call's first request may see.
    private(set) var credentialFields: [String: String] = [:]

    /// The timeout of a `URLRequest` to which nobody gave one.
    static let defaultTimeout: TimeInterval = 60

    /// Takes the credentials among a transport's own header fields, so that they don't follow a redirect to another
    /// origin; returns the fields that the transport is to add itself.
    mutating func takeCredentials(from headerFields: [String: String]) -> [String: String] {
        let names = Set(Self.namesOfCredentials.map { $0.lowercased() })
        credentialFields = headerFields.filter { names.contains($0.key.lowercased()) }
        return headerFields.filter { credentialFields[$0.key] == nil }
    }

    /// Sends a request, and then what its responses ask for.
    ///
    /// - Parameter exchange: Sends one request, and neither follows nor answers.
    /// - Returns: The first response that asks for nothing, or asks for what can't be done: a redirect without location,
    ///   a challenge without a credential for it, or either when the body can't be sent again.
    /// - Throws: ``TransportError`` for a URL that isn't one of HTTP, whether given or redirected to, for too many
    ///   redirects or one from https to http; ``TalynError`` for a method or a header field that HTTP doesn't allow; and
    ///   whatever `exchange` or the redirect policy throws.
    func send(
        _ first: TransportRequest,
        by exchange: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        guard let url = first.urlRequest.url, Origin(url) != nil else { throw TransportError(.unsupportedURL) }
        var request = first
        for (name, value) in credentialFields where first.urlRequest.value(forHTTPHeaderField: name) == nil {
            request.urlRequest.setValue(value, forHTTPHeaderField: name)
        }
        try RequestError.check(request.urlRequest)
        if timeout != Self.defaultTimeout, request.urlRequest.timeoutInterval == Self.defaultTimeout {
            request.urlRequest.timeoutInterval = timeout
        }
        var followed = 0
        var authorization: Authorization?
        while true {
            var response = try await exchange(completed(request, authorization))
            if let cookies, let url = request.urlRequest.url { cookies.keep(response.headerFields, from: url) }
            if response.statusCode == 401, let answer = answer(to: response, of: request, after: authorization) {
                try await response.body.drain()
                authorization = answer
            } else if 300..<400 ~= response.statusCode, let next = try await redirected(request, by: response) {
                guard followed < redirects.limit else {
                    throw TransportError(.tooManyRedirects, url: request.urlRequest.url)
                }
                try await response.body.drain()
                followed += 1
                request = next
                authorization = nil
            } else {
                if followed > 0 { response.url = request.urlRequest.url }
                return response
            }
        }
    }

    /// The request with what it doesn't take along when it is redirected.
    private func completed(_ request: TransportRequest, _ authorization: Authorization?) -> TransportRequest {
        guard cookies != nil || authorization != nil else { return request }
        var request = request
        if let authorization {
            request.urlRequest.setValue(authorization.fieldValue, forHTTPHeaderField: "Authorization")
        }
        if let cookies, let url = request.urlRequest.url,
            request.urlRequest.value(forHTTPHeaderField: "Cookie") == nil,
            let value = cookies.fieldValue(for: url)
        {
            request.urlRequest.setValue(value, forHTTPHeaderField: "Cookie")
        }
        return request
    }

    /// What the challenge of a response is answered with; nil if it can't be, or has been before.
    private func answer(
        to response: TransportResponse,
        of request: TransportRequest,
        after previous: Authorization?
    ) -> Authorization? {
        guard let credential = request.credential, request.body?.isReplayable != false else { return nil }
        let challenges = response.headerFields[values: .wwwAuthenticate].flatMap { Challenge.challenges(in: $0) }
        return Authorization(answering: challenges, of: request.urlRequest, with: credential, after: previous)
    }
}

extension HTTPBody {
    /// Reads the rest of a response that nobody wants, so that its connection can be used again; a long one is let go.
    func drain() async throws {
        var drained = 0
        for try await chunk in self {
            drained += chunk.count
            if drained > 65_536 { return }
        }
    }
}
