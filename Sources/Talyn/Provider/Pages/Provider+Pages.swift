public import Foundation

extension Provider {
    /// The pages of a list, as responses.
    ///
    /// Nothing is called before a page is asked for. Whether a status is a failure is what the target's
    /// ``TargetType/validationType`` says.
    ///
    /// - Parameters:
    ///   - target: What to call for the first page. For the others it is called at another URL.
    ///   - paging: How the next page is found.
    ///   - prefetching: Whether the next page is fetched while the caller deals with the one before it.
    ///   - options: How each page is called, where that is not as the target says.
    // A target that knows the type of its result gives that, unless the response is asked for by its type.
    @_disfavoredOverload
    public func pages(
        of target: Target,
        by paging: PageStream<Response>.Paging = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Response> {
        pages(of: target, paging, prefetching, options) { _, response in response }
    }

    /// The pages of a list, decoded from their JSON; see ``request(_:as:atKeyPath:using:options:fileID:line:)``.
    ///
    /// Nothing is called before a page is asked for.
    ///
    /// - Parameters:
    ///   - target: What to call for the first page. For the others it is called at another URL.
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    ///   - paging: How the next page is found.
    ///   - prefetching: Whether the next page is fetched while the caller deals with the one before it.
    ///   - options: How each page is called, where that is not as the target says.
    public func pages<Value: Decodable & Sendable>(
        of target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        by paging: PageStream<Value>.Paging = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Value> {
        pages(of: target, paging, prefetching, options) { (target, response) throws(TalynError) in
            try response.value(type, for: target, atKeyPath: keyPath, using: decoder ?? target.decoder)
        }
    }

    /// The pages of a list as responses, each a target that is made of the page before.
    ///
    /// Nothing is called before a page is asked for.
    ///
    /// - Parameters:
    ///   - first: What to call for the first page.
    ///   - prefetching: Whether the next page is fetched while the caller deals with the one before it.
    ///   - options: How each page is called, where that is not as the targets say.
    ///   - next: Makes the target of the page behind one; nil after the last. What it throws ends the loop, inside a
    ///     ``TalynError``.
    // A target that knows the type of its result gives that, unless the response is asked for by its type.
    @_disfavoredOverload
    public func pages(
        of first: Target,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions(),
        next: @escaping @Sendable (_ page: PageStream<Response>.Page) async throws -> Target?
    ) -> PageStream<Response> {
        pages(of: first, next, prefetching, options) { _, response in response }
    }

    /// The pages of a list, decoded from their JSON, each a target that is made of the page before.
    ///
    /// Nothing is called before a page is asked for.
    ///
    /// - Parameters:
    ///   - first: What to call for the first page.
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    ///   - prefetching: Whether the next page is fetched while the caller deals with the one before it.
    ///   - options: How each page is called, where that is not as the targets say.
    ///   - next: Makes the target of the page behind one; nil after the last. What it throws ends the loop, inside a
    ///     ``TalynError``.
    public func pages<Value: Decodable & Sendable>(
        of first: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions(),
        next: @escaping @Sendable (_ page: PageStream<Value>.Page) async throws -> Target?
    ) -> PageStream<Value> {
        pages(of: first, next, prefetching, options) { (target, response) throws(TalynError) in
            try response.value(type, for: target, atKeyPath: keyPath, using: decoder ?? target.decoder)
        }
    }
}

extension Provider where Target: DecodableTargetType {
    /// The pages of a list, as the results that the target gives.
    ///
    /// Nothing is called before a page is asked for.
    ///
    /// - Parameters:
    ///   - target: What to call for the first page. For the others it is called at another URL.
    ///   - paging: How the next page is found.
    ///   - prefetching: Whether the next page is fetched while the caller deals with the one before it.
    ///   - options: How each page is called, where that is not as the target says.
    public func pages(
        of target: Target,
        by paging: PageStream<Target.ResultType>.Paging = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Target.ResultType> {
        pages(of: target, paging, prefetching, options) { (target, response) throws(TalynError) in
            try target.result(of: response)
        }
    }

    /// The pages of a list as the results of targets, each made of the page before.
    ///
    /// Nothing is called before a page is asked for.
    ///
    /// - Parameters:
    ///   - first: What to call for the first page.
    ///   - prefetching: Whether the next page is fetched while the caller deals with the one before it.
    ///   - options: How each page is called, where that is not as the targets say.
    ///   - next: Makes the target of the page behind one; nil after the last. What it throws ends the loop, inside a
    ///     ``TalynError``.
    public func pages(
        of first: Target,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions(),
        next: @escaping @Sendable (_ page: PageStream<Target.ResultType>.Page) async throws -> Target?
    ) -> PageStream<Target.ResultType> {
        pages(of: first, next, prefetching, options) { (target, response) throws(TalynError) in
            try target.result(of: response)
        }
    }
}

extension MultiProvider {
    /// The pages of a list, as responses; see the method of ``Provider``.
    // Targets that are in a wrapping already are the inherited method's.
    @_disfavoredOverload
    public final func pages(
        of target: some TargetType,
        by paging: PageStream<Response>.Paging = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Response> {
        pages(of: MultiTarget(target), by: paging, prefetching: prefetching, options: options)
    }

    /// The pages of a list, decoded from their JSON.
    ///
    /// See ``Provider/pages(of:as:atKeyPath:using:by:prefetching:options:)``.
    // Targets that are in a wrapping already are the inherited method's.
    @_disfavoredOverload
    public final func pages<Value: Decodable & Sendable>(
        of target: some TargetType,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        by paging: PageStream<Value>.Paging = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Value> {
        pages(of: MultiTarget(target), paging, prefetching, options) { (_, response) throws(TalynError) in
            try response.value(type, for: target, atKeyPath: keyPath, using: decoder ?? target.decoder)
        }
    }

    /// The pages of a list, as the results that the target gives.
    public final func pages<Target: DecodableTargetType>(
        of target: Target,
        by paging: PageStream<Target.ResultType>.Paging = .links,
        prefetching: Bool = false,
        options: RequestOptions = RequestOptions()
    ) -> PageStream<Target.ResultType> {
        pages(of: MultiTarget(target), paging, prefetching, options) { (_, response) throws(TalynError) in
            try target.result(of: response)
        }
    }
}

extension Provider {
    fileprivate func pages<Value: Sendable>(
        of target: Target,
        _ paging: PageStream<Value>.Paging,
        _ isPrefetching: Bool,
        _ options: RequestOptions,
        _ read: @escaping PageCalls<Target, Value>.Reading
    ) -> PageStream<Value> {
        PageStream(isPrefetching: isPrefetching) {
            let calls = PageCalls(self, options, read)
            let find = paging.begin()
            return { previous throws(TalynError) in
                guard let previous else { return try await calls.page(of: target, behind: nil) }
                guard let next = try await PageCalls<Target, Value>.found(behind: previous, by: find) else {
                    return nil
                }
                return try await calls.page(
                    of: target,
                    behind: previous,
                    at: next,
                    trusting: paging.trustedOrigins
                )
            }
        }
    }

    fileprivate func pages<Value: Sendable>(
        of first: Target,
        _ next: @escaping @Sendable (PageStream<Value>.Page) async throws -> Target?,
        _ isPrefetching: Bool,
        _ options: RequestOptions,
        _ read: @escaping PageCalls<Target, Value>.Reading
    ) -> PageStream<Value> {
        PageStream(isPrefetching: isPrefetching) {
            let calls = PageCalls(self, options, read)
            return { previous throws(TalynError) in
                guard let previous else { return try await calls.page(of: first, behind: nil) }
                guard let target = try await PageCalls<Target, Value>.found(behind: previous, by: next) else {
                    return nil
                }
                return try await calls.page(of: target, behind: previous)
            }
        }
    }
}
