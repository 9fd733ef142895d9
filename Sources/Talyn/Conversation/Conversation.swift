import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All that is said for one request: what answers to redirects and challenges add to it, and its cookies.
///
/// The transports that speak to servers share it, so that all of them do it alike. What the options of a request say
/// goes before what it says itself. An object, since it is handed to each step of each call.
package final class Conversation: Sendable {
    /// What becomes of redirects.
    package let redirects: RedirectPolicy

    /// The cookies, if there are any to be.
    let cookies: CookieJar?

    /// How long a server may be silent, for requests that don't say so themselves.
    private let timeout: TimeInterval

    /// Whether the transport has a cache, which sees to the policy of a request itself.
    private let hasCache: Bool

    /// Whether challenges are answered here.
    private let answersChallenges: Bool

    /// The transport's header fields that are said with the first request of a call, so that a redirect loses what
    /// another origin must not see.
    private let headerFields: [String: String]

    /// The timeout of a `URLRequest` to which nobody gave one.
    private static let defaultTimeout: TimeInterval = 60

    /// - Parameters:
    ///   - headerFields: All of the transport's own. It is to add only those itself that ``addedByTransports(_:)`` gives.
    ///   - hasCache: Whether the transport has a cache.
    ///   - answersChallenges: Whether challenges are answered, and have not been where the exchanges come from.
    package init(
        _ options: TransportOptions = TransportOptions(),
        headerFields: [String: String] = [:],
        hasCache: Bool = false,
        answersChallenges: Bool = true
    ) {
        redirects = options.redirects
        cookies = options.cookieStorage.map { CookieJar(storage: $0) }
        timeout = options.timeout
        self.hasCache = hasCache
        self.answersChallenges = answersChallenges
        self.headerFields = headerFields.filter { !Self.namesForEverybody.contains($0.key.lowercased()) }
    }

    /// Those of a transport's header fields that any origin may see.
    static func addedByTransports(_ headerFields: [String: String]) -> [String: String] {
        headerFields.filter { namesForEverybody.contains($0.key.lowercased()) }
    }

    private static let namesForEverybody: Set<String> = ["accept", "accept-encoding", "accept-language", "user-agent"]

    /// Sends a request, and then what its responses ask for.
    ///
    /// - Parameter exchange: Sends one request, and neither follows nor answers.
    /// - Returns: The first response that asks for nothing, or asks for what can't be done: a redirect without location,
    ///   a challenge without a credential for it, or either when the body can't be sent again.
    /// - Throws: ``TransportError`` for a URL that isn't one of HTTP, whether given or redirected to, for too many
    ///   redirects or one from https to http, and for a cache policy that nothing can answer to; ``TalynError`` for a method
    ///   or a header field that HTTP doesn't allow; and whatever `exchange` or the redirect policy throws.
    package func send(
        _ first: TransportRequest,
        by exchange: (TransportRequest) async throws -> TransportResponse
    ) async throws -> TransportResponse {
        guard let url = first.urlRequest.url, Origin(url) != nil else { throw TransportError(.unsupportedURL) }
        var request = first
        try begin(&request)
        let cookies = cookies(by: first.options)
        var followed = 0
        var authorization: Authorization?
        while true {
            var response: TransportResponse
            do {
                response = try await exchange(completed(request, authorization, cookies))
            } catch var error as TransportError where followed > 0 || authorization != nil {
                error.mayHaveBeenSent = true
                throw error
            }
            if let cookies, let url = request.urlRequest.url { cookies.keep(response.headerFields, from: url) }
            if response.statusCode == 401, let answer = answer(to: response, of: request, after: authorization) {
                try await response.body.drain()
                authorization = answer
            } else if 300..<400 ~= response.statusCode, let next = try await redirected(request, by: response) {
                guard followed < (first.options.redirects ?? redirects).limit else {
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

    /// Gives the first request what the transport and the options have to say with it.
    private func begin(_ transportRequest: inout TransportRequest) throws {
        let options = transportRequest.options
        var request = transportRequest.urlRequest
        for (name, value) in headerFields where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        if !transportRequest.mayHaveCredentials {
            request.removeCredentials(inFieldsNamed: transportRequest.secretFieldNames)
            transportRequest.credential = nil
        }
        try RequestError.check(request)
        if options.idleTimeout == nil, timeout != Self.defaultTimeout, request.timeoutInterval == Self.defaultTimeout {
            request.timeoutInterval = timeout
        }
        if options.cookies != nil { request.httpShouldHandleCookies = false }
        if !hasCache { try useWithoutCache(&request) }
        transportRequest.urlRequest = request
    }

    /// Tells the caches on the way what the one that isn't there would have done.
    private func useWithoutCache(_ request: inout URLRequest) throws(TransportError) {
        switch request.cachePolicy {
        case .returnCacheDataDontLoad:
            throw TransportError(.notCached, url: request.url)
        case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData:
            guard request.value(forHTTPHeaderField: "Cache-Control") == nil else { return }
            request.setValue("no-cache", forHTTPHeaderField: "Cache-Control")
        default:
            break
        }
    }

    private func cookies(by options: RequestOptions) -> CookieJar? {
        guard let policy = options.cookies else { return cookies }
        return policy.storage.map { CookieJar(storage: $0) }
    }

    /// The request with what it doesn't take along when it is redirected.
    private func completed(
        _ request: TransportRequest,
        _ authorization: Authorization?,
        _ cookies: CookieJar?
    ) -> TransportRequest {
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
        guard answersChallenges, let credential = request.credential, request.body?.isReplayable != false
        else { return nil }
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
