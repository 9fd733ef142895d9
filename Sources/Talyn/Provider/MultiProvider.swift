public import Foundation

/// Calls targets of any type.
///
/// ```swift
/// let provider = MultiProvider()
/// let zen = try await provider.request(GitHub.zen).mapString()
/// let account = try await provider.request(FindAccount(name: "ada"))
/// ```
///
/// A ``DecodableTargetType`` gives its result, other targets a ``Response``. Plugins are handed the targets themselves;
/// closures get them as ``MultiTarget/target``.
open class MultiProvider: Provider<MultiTarget>, @unchecked Sendable {  // Adds no state.
    /// Calls a target.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - fileID: Where the call is written, for a test to fail there.
    ///   - line: The line in that file.
    /// - Throws: ``TalynError``, whatever failed.
    public final func request(
        _ target: some TargetType,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Response {
        try await request(MultiTarget(target), options: options, fileID: fileID, line: line)
    }

    /// Calls a target and gives its result.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - fileID: Where the call is written, for a test to fail there.
    ///   - line: The line in that file.
    /// - Throws: ``TalynError``, whatever failed.
    public final func request<Target: DecodableTargetType>(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Target.ResultType {
        guard CallScope.current?.work == nil else {
            let response = try await request(MultiTarget(target), options: options, fileID: fileID, line: line)
            return try target.result(of: response)
        }
        return try await concurrentResult(of: target, options, at: CallPlace(fileID: fileID, line: line))
    }

    @concurrent
    private func concurrentResult<Target: DecodableTargetType>(
        of target: Target,
        _ options: RequestOptions,
        at place: CallPlace?
    ) async throws(TalynError) -> Target.ResultType {
        try target.result(of: await response(to: MultiTarget(target), options, at: place))
    }

    /// Calls a target and decodes the JSON of its response; see ``Provider/request(_:as:atKeyPath:using:options:fileID:line:)``.
    // A target that is in a wrapping already is the inherited method's.
    @_disfavoredOverload
    public final func request<Value: Decodable>(
        _ target: some TargetType,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Value {
        let decoder = decoder ?? target.decoder
        let place = CallPlace(fileID: fileID, line: line)
        guard CallScope.current?.work == nil else {
            let response = try await request(MultiTarget(target), options: options, fileID: fileID, line: line)
            return try response.value(type, for: target, atKeyPath: keyPath, using: decoder)
        }
        return try await concurrentValue(of: target, atKeyPath: keyPath, using: decoder, options, at: place)
    }

    @concurrent
    private func concurrentValue<Value: Decodable>(
        of target: some TargetType,
        atKeyPath keyPath: String?,
        using decoder: JSONDecoder,
        _ options: RequestOptions,
        at place: CallPlace?
    ) async throws(TalynError) -> Value {
        try await response(to: MultiTarget(target), options, at: place)
            .value(Value.self, for: target, atKeyPath: keyPath, using: decoder)
    }

    /// Calls a target and hands the result to a completion handler.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - callbackQueue: Where handlers run, the provider's `callbackQueue` by default.
    ///   - progress: Is told how much of the response has arrived, and at the end of the response.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    @discardableResult
    public final func request(
        _ target: some TargetType,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> any Cancellable {
        request(MultiTarget(target), callbackQueue: callbackQueue, progress: progress, completion: completion)
    }

    /// Calls a target and hands its result to a completion handler.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - callbackQueue: Where the handler runs, the provider's `callbackQueue` by default.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    // One parameter less than the method for responses has: that decides for a closure that fits both.
    @discardableResult
    public final func request<Target: DecodableTargetType>(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil,
        completion: @escaping @Sendable (_ result: Result<Target.ResultType, TalynError>) -> Void
    ) -> any Cancellable {
        request(target, callbackQueue: callbackQueue, progress: nil, completion: completion)
    }

    /// Calls a target, tells of its progress, and hands its result to a completion handler.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - callbackQueue: Where handlers run, the provider's `callbackQueue` by default.
    ///   - progress: Is told how much of the response has arrived, and at the end of the response.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    @discardableResult
    public final func request<Target: DecodableTargetType>(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock?,
        completion: @escaping @Sendable (_ result: Result<Target.ResultType, TalynError>) -> Void
    ) -> any Cancellable {
        request(MultiTarget(target), callbackQueue: callbackQueue, progress: progress) { result in
            completion(result.result(of: target))
        }
    }
}
