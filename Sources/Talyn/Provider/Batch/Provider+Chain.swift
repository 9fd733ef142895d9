public import Foundation

extension Provider {
    /// Calls a target, then the one that its response leads to, and so on.
    ///
    /// ```swift
    /// let responses = try await github.chain(.user("ada")) { response in
    ///     response.request?.url?.path == "/users/ada" ? .repositories(of: "ada", page: 1) : nil
    /// }
    /// ```
    ///
    /// The chain ends where there is no next target, at the first failure, and when the task is cancelled.
    ///
    /// - Parameters:
    ///   - first: What to call first.
    ///   - options: How all are called, where that is not as the targets say.
    ///   - next: Makes the next target of a response; nil after the last.
    /// - Returns: The responses, in order.
    /// - Throws: ``TalynError``, whatever failed; an error of `next` that is none comes inside one.
    public func chain(
        _ first: Target,
        options: RequestOptions = RequestOptions(),
        next: (_ response: Response) async throws -> Target?
    ) async throws(TalynError) -> [Response] {
        try await links(from: first, next) { (target) async throws(TalynError) in
            try await response(to: target, options)
        }
    }

    /// Calls a target, then the one that its value leads to, and so on; see `chain(_:options:next:)`.
    ///
    /// - Parameters:
    ///   - first: What to call first.
    ///   - type: The type to decode.
    ///   - keyPath: Where in the JSON the value is; see ``Response/map(_:atKeyPath:using:failsOnEmptyData:)``.
    ///   - decoder: What decodes it, the target's ``TargetType/decoder`` by default.
    ///   - options: How all are called, where that is not as the targets say.
    ///   - next: Makes the next target of a value; nil after the last.
    /// - Returns: The values, in order.
    /// - Throws: ``TalynError``, whatever failed; an error of `next` that is none comes inside one.
    public func chain<Value: Decodable & Sendable>(
        _ first: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: RequestOptions = RequestOptions(),
        next: (_ value: Value) async throws -> Target?
    ) async throws(TalynError) -> [Value] {
        try await links(from: first, next) { (target) async throws(TalynError) in
            try await response(to: target, options)
                .value(type, for: target, atKeyPath: keyPath, using: decoder ?? target.decoder)
        }
    }

    /// What the calls give, each target made of what the one before gave.
    fileprivate func links<Link: Sendable>(
        from first: Target,
        _ next: (Link) async throws -> Target?,
        by call: (Target) async throws(TalynError) -> Link
    ) async throws(TalynError) -> [Link] {
        var links: [Link] = []
        var target: Target? = first
        while let current = target {
            // A plugin that answers itself doesn't notice.
            if Task.isCancelled { throw .cancelled }
            let link = try await call(current)
            links.append(link)
            do {
                target = try await next(link)
            } catch {
                throw TalynError(wrapping: error)
            }
        }
        return links
    }
}

extension Provider where Target: DecodableTargetType {
    /// Calls a target, then the one that its result leads to, and so on.
    ///
    /// The chain ends where there is no next target, at the first failure, and when the task is cancelled.
    ///
    /// - Parameters:
    ///   - first: What to call first.
    ///   - next: Makes the next target of a result; nil after the last.
    /// - Returns: The results, in order.
    /// - Throws: ``TalynError``, whatever failed; an error of `next` that is none comes inside one.
    // One parameter less than the method for responses has: that decides for a closure that fits both.
    public func chain(
        _ first: Target,
        next: (_ result: Target.ResultType) async throws -> Target?
    ) async throws(TalynError) -> [Target.ResultType] {
        try await chain(first, options: RequestOptions(), next: next)
    }

    /// Calls a target, then the one that its result leads to, and so on, all as these options say.
    ///
    /// - Parameters:
    ///   - first: What to call first.
    ///   - options: How all are called, where that is not as the targets say.
    ///   - next: Makes the next target of a result; nil after the last.
    /// - Returns: The results, in order.
    /// - Throws: ``TalynError``, whatever failed; an error of `next` that is none comes inside one.
    public func chain(
        _ first: Target,
        options: RequestOptions,
        next: (_ result: Target.ResultType) async throws -> Target?
    ) async throws(TalynError) -> [Target.ResultType] {
        try await links(from: first, next) { (target) async throws(TalynError) -> Target.ResultType in
            try await target.result(of: response(to: target, options))
        }
    }
}

extension MultiProvider {
    /// Calls a target, then the one that its response leads to, of whatever type, and so on.
    ///
    /// The chain ends where there is no next target, at the first failure, and when the task is cancelled.
    ///
    /// - Parameters:
    ///   - first: What to call first.
    ///   - options: How all are called, where that is not as the targets say.
    ///   - next: Makes the next target of a response; nil after the last.
    /// - Returns: The responses, in order.
    /// - Throws: ``TalynError``, whatever failed; an error of `next` that is none comes inside one.
    // Targets that are in a wrapping already are the inherited method's.
    @_disfavoredOverload
    public final func chain(
        _ first: some TargetType,
        options: RequestOptions = RequestOptions(),
        next: (_ response: Response) async throws -> (any TargetType)?
    ) async throws(TalynError) -> [Response] {
        let target: (Response) async throws -> MultiTarget? = { try await next($0).map { MultiTarget($0) } }
        return try await chain(MultiTarget(first), options: options, next: target)
    }
}
