import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Endpoint {
    /// Makes it lead to another page.
    ///
    /// - Parameters:
    ///   - next: Where that is.
    ///   - response: The page before.
    ///   - trail: The URL of the page before, as its endpoint had it.
    ///   - trustedOrigins: On which servers it may be besides the endpoint's own.
    mutating func lead<Value>(
        to next: PageStream<Value>.Paging.Next,
        behind response: Response,
        by trail: URL?,
        trusting trustedOrigins: Set<Origin>
    ) throws(PageError) {
        let request = try? urlRequest()
        let page: URL
        switch next {
        case .url(let url):
            // A reference without a base of its own is meant from where the page came from.
            guard let resolved = url.baseURL == nil ? response.resolved(url.relativeString) : url.absoluteURL else {
                throw .invalidLink(url.relativeString)
            }
            let own = [request?.url, response.request?.url].compactMap { $0 }
            try Self.check(
                resolved,
                from: own + [response.url].compactMap { $0 },
                trustedOrigins.union(own.compactMap { Origin($0) })
            )
            page = resolved
        case .query(let parameters):
            guard let current = trail ?? request?.url ?? response.request?.url,
                let changed = current.replacingQuery(parameters)
            else { throw .invalidLink("") }
            page = changed
        }
        var origins = credentialOrigins
        origins?.trusted.formUnion(trustedOrigins)
        self = moved(to: page, as: request)
        bindCredentials(to: origins)
    }

    /// - Throws: ``PageError`` if what the call carries must not go there.
    private static func check(_ url: URL, from sources: [URL], _ trusted: Set<Origin>) throws(PageError) {
        guard let origin = Origin(url) else { throw .invalidLink(url.absoluteString) }
        if origin.scheme == "http", sources.contains(where: { $0.scheme?.lowercased() == "https" }) {
            throw .insecureLink(url.absoluteString)
        }
        guard trusted.contains(origin) else { throw .foreignOrigin(url.absoluteString) }
    }

    /// A copy at another URL, which has the whole query already.
    ///
    /// - Parameter request: What the endpoint itself makes.
    private func moved(to url: URL, as request: URLRequest?) -> Endpoint {
        let moved = replacing(url: String(url.absoluteString.prefix { $0 != "#" }))
        guard let request else { return moved }
        // With the credentials of a URL that had some, and what an encoding says of the body.
        return moved.replacing(task: task.withoutQuery(request.httpBody))
            .adding(newHTTPHeaderFields: request.allHTTPHeaderFields ?? [:])
    }
}

extension HTTPTask {
    /// What is left of it besides the query.
    ///
    /// - Parameter body: The body that its encodings make.
    fileprivate func withoutQuery(_ body: Data?) -> HTTPTask {
        switch self {
        case .requestPlain, .requestData, .requestJSONEncodable, .requestCustomJSONEncodable, .uploadFile,
            .uploadMultipart, .downloadDestination:
            self
        case .requestCompositeParameters(_, let encoding as StreamedUploadEncoding, _):
            .requestCompositeParameters(bodyParameters: [:], bodyEncoding: encoding, urlParameters: [:])
        case .requestCompositeParameters(_, let encoding as AddedQueryEncoding, _):
            encoding.base.withoutQuery(body)
        case .requestParameters, .requestCompositeParameters, .requestCompositeData:
            body.map { .requestData($0) } ?? .requestPlain
        case .uploadCompositeMultipart(let parts, _):
            .uploadMultipart(parts)
        case .downloadParameters(_, _, let destination):
            body == nil ? .downloadDestination(destination) : self
        }
    }
}

extension URL {
    /// The URL with these parameters in its query: each in the place of those of its name, or else behind all others.
    func replacingQuery(_ parameters: [String: String]) -> URL? {
        let text = absoluteString.prefix { $0 != "#" }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var remaining = parameters
        var pairs: [String] = []
        for pair in parts.dropFirst().first?.split(separator: "&") ?? [] {
            let name = pair.prefix { $0 != "=" }.replacing("+", with: " ")
            let decoded = name.removingPercentEncoding ?? String(name)
            guard parameters[decoded] != nil else {
                pairs.append(String(pair))
                continue
            }
            if let value = remaining.removeValue(forKey: decoded) { pairs.append(Self.pair(decoded, value)) }
        }
        for (name, value) in remaining.sorted(by: { $0.key < $1.key }) { pairs.append(Self.pair(name, value)) }
        let query = pairs.joined(separator: "&")
        return URL(string: (parts.first ?? "") + (query.isEmpty ? "" : "?") + query)
    }

    private static func pair(_ name: String, _ value: String) -> String {
        var bytes: [UInt8] = []
        PercentEncoding.append(name.utf8, allowed: .urlQueryParameter, to: &bytes)
        bytes.append(UInt8(ascii: "="))
        PercentEncoding.append(value.utf8, allowed: .urlQueryParameter, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
