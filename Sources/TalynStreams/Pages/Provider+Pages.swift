import HTTPTypes
public import TalynCore
public import _TalynFoundation
import _TalynSupport

extension Provider {
    /// The pages of a list, as responses.
    ///
    /// - Parameters:
    ///   - target: The target of the first page. Other pages are calls of it at other URLs.
    ///   - pagination: The way to the next page.
    ///   - prefetching: Whether the next page is fetched while the caller works on the page before.
    ///   - options: Options that replace those of the target.
    @_disfavoredOverload  // The pages of a DecodableTargetType are its results, unless the type of the pages is named.
    public func pages(
        of target: Target,
        by pagination: Pagination<Target, Response> = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Response> {
        pages(of: target, pagination, prefetching, options) { _, response in response }
    }

    /// The pages of a list, decoded from their JSON, by the target's envelope and coding.
    ///
    /// - Parameters:
    ///   - target: The target of the first page. Other pages are calls of it at other URLs.
    ///   - type: The type to decode.
    ///   - keyPath: The place of the value in the JSON; see ``Response/decode(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: The decoder. By default the one of the target's ``TargetType/coding``.
    ///   - pagination: The way to the next page.
    ///   - prefetching: Whether the next page is fetched while the caller works on the page before.
    ///   - options: Options that replace those of the target.
    public func pages<Value: Decodable & Sendable>(
        of target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        by pagination: Pagination<Target, Value> = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Value> {
        pages(of: target, pagination, prefetching, options) { (target, response) throws(TalynError) in
            try response.decode(type, for: target, atKeyPath: keyPath, using: decoder)
        }
    }
}

extension Provider where Target: DecodableTargetType {
    /// The pages of a list, as the results of the target.
    ///
    /// - Parameters:
    ///   - target: The target of the first page. Other pages are calls of it at other URLs.
    ///   - pagination: The way to the next page.
    ///   - prefetching: Whether the next page is fetched while the caller works on the page before.
    ///   - options: Options that replace those of the target.
    public func pages(
        of target: Target,
        by pagination: Pagination<Target, Target.ResultType> = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Target.ResultType> {
        pages(of: target, pagination, prefetching, options) { (target, response) throws(TalynError) in
            do {
                return try target.decode(response)
            } catch {
                throw error as? TalynError ?? TalynError(.decoding, underlyingError: error, response: response)
            }
        }
    }
}

extension Provider {
    private func pages<Value: Sendable>(
        of target: Target,
        _ pagination: Pagination<Target, Value>,
        _ isPrefetching: Bool,
        _ options: RequestOptions,
        _ read: @escaping @Sendable (Target, Response) throws(TalynError) -> Value
    ) -> PageStream<Value> {
        PageStream(isPrefetching: isPrefetching) {
            let calls = PageCalls(provider: self, options: options, trusted: pagination.trustedOrigins, read: read)
            let find = pagination.begin()
            return { previous throws(TalynError) in
                guard let previous else { return try await calls.page(of: target) }
                let next: Pagination<Target, Value>.Next?
                do {
                    next = try await find(previous)
                } catch {
                    throw TalynError(error, response: previous.response)
                }
                switch next {
                case nil: return nil
                case .target(let next): return try await calls.page(of: next, after: previous)
                case let next?: return try await calls.page(of: target, after: previous, at: next)
                }
            }
        }
    }
}

/// The calls of one loop through pages.
private struct PageCalls<Target: TargetType, Value: Sendable>: Sendable {
    let provider: Provider<Target>
    let options: RequestOptions
    let trusted: Set<Origin>
    let read: @Sendable (Target, Response) throws(TalynError) -> Value
    private let history = Locked(PageHistory())

    init(
        provider: Provider<Target>,
        options: RequestOptions,
        trusted: Set<Origin>,
        read: @escaping @Sendable (Target, Response) throws(TalynError) -> Value
    ) {
        self.provider = provider
        self.options = options
        self.trusted = trusted
        self.read = read
    }

    /// Calls a target for a page.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - previous: The page before; nil for the first.
    ///   - next: The place of the page, if it isn't the target's own.
    func page(
        of target: Target,
        after previous: Page<Value>? = nil,
        at next: Pagination<Target, Value>.Next? = nil
    ) async throws(TalynError) -> Page<Value> {
        var setup = CallSetup()
        setup.trustedOrigins = trusted
        setup.changeEndpoint = { (endpoint: inout Endpoint) throws(TalynError) in
            do {
                if let previous, let next {
                    let last = history.withLock(\.url)
                    let own = endpoint.url
                    endpoint.url = try url(of: next, after: previous.response, from: endpoint, last)
                    endpoint.keepUserInformation(of: own)
                }
                try visit(endpoint)
            } catch {
                throw TalynError(error, response: previous?.response)
            }
        }
        return try await offActor { [setup] () async throws(TalynError) in
            let response = try await provider.request(target, options: options, setup: setup)
            return Page(value: try read(target, response), response: response, number: (previous?.number ?? 0) + 1)
        }
    }

    /// The URL of the next page.
    ///
    /// - Parameters:
    ///   - response: The response with the page before.
    ///   - endpoint: The endpoint of the target.
    ///   - last: The URL of the page before, as its endpoint had it. Plugins add the same parameters again.
    private func url(
        of next: Pagination<Target, Value>.Next,
        after response: Response,
        from endpoint: Endpoint,
        _ last: URL?
    ) throws(PageError) -> String {
        let own = URL(string: endpoint.url)
        let page: URL
        switch next {
        case .url(let url):
            // A reference without a base is relative to the page.
            guard let resolved = url.baseURL == nil ? response.resolved(url.relativeString) : url.absoluteURL else {
                throw .invalidLink(url.relativeString)
            }
            try check(resolved, from: [own, response.request?.url].compactMap { $0 }, response.url, of: endpoint)
            page = resolved
        case .query(let parameters):
            guard let changed = (last ?? own ?? response.request?.url)?.replacingQuery(parameters) else {
                throw .invalidLink("")
            }
            page = changed
        case .target:
            return endpoint.url
        }
        return String(page.absoluteString.prefix { $0 != "#" })
    }

    /// - Throws: ``PageError`` if the credentials of the call must not go to the URL.
    private func check(_ url: URL, from own: [URL], _ last: URL?, of endpoint: Endpoint) throws(PageError) {
        guard let origin = Origin(url) else { throw .invalidLink(url.absoluteString) }
        let sources = own + [last].compactMap { $0 }
        if origin.scheme == "http", sources.contains(where: { $0.scheme?.lowercased() == "https" }) {
            throw .insecureLink(endpoint.concealingPath(in: url.absoluteString))
        }
        guard trusted.union(own.compactMap { Origin($0) }).contains(origin) else {
            throw .foreignOrigin(url.absoluteString)
        }
    }

    /// - Throws: ``PageError`` for a request that was made before.
    private func visit(_ endpoint: Endpoint) throws(PageError) {
        var endpoint = endpoint
        // Each page has a new one.
        endpoint.headerFields[.idempotencyKey] = nil
        guard let identity = RequestIdentity(endpoint), !history.withLock({ $0.visit(identity) }) else { return }
        throw .repeated(endpoint.concealingPath(in: identity.url))
    }
}

/// The pages that a loop has visited.
private struct PageHistory: Sendable {
    /// The hashes of their requests, since the bodies of many would fill the memory.
    private var visited: Set<Int> = []

    /// The URL of the last page, as its endpoint had it.
    private(set) var url: URL?

    /// Adds a request.
    ///
    /// - Returns: Whether it is new.
    mutating func visit(_ identity: RequestIdentity) -> Bool {
        url = URL(string: identity.url)
        return visited.insert(identity.hashValue).inserted
    }
}

extension URL {
    /// The URL with these parameters in its query, in place of those of the same names.
    fileprivate func replacingQuery(_ parameters: [String: String]) -> URL? {
        let text = absoluteString
        var remaining = parameters
        var pairs: [String] = []
        for parameter in text.queryParameters {
            let name = parameter.name
            guard parameters[name] != nil else {
                pairs.append(String(parameter.text))
                continue
            }
            if let value = remaining.removeValue(forKey: name) { pairs.append(Self.pair(name, value)) }
        }
        for (name, value) in remaining.sorted(by: { $0.key < $1.key }) { pairs.append(Self.pair(name, value)) }
        let query = pairs.joined(separator: "&")
        return URL(string: text.prefix { $0 != "?" && $0 != "#" } + (query.isEmpty ? "" : "?") + query)
    }

    private static func pair(_ name: String, _ value: String) -> String {
        "\(name.percentEncoded(allowed: .urlQueryParameter))=\(value.percentEncoded(allowed: .urlQueryParameter))"
    }
}
