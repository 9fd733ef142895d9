public import Foundation

extension Provider where Target: DecodableTargetType {
    /// Calls a target and gives its result.
    ///
    /// Where the target doesn't validate, a status outside 200 to 299 fails the call with
    /// ``TalynError/statusCode(_:)``. The response itself is there for whoever names its type:
    ///
    /// ```swift
    /// let response: Response = try await accounts.request(FindAccount(name: "ada"))
    /// ```
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - fileID: Where the call is written, for a test to fail there.
    ///   - line: The line in that file; 0 if the place isn't known.
    /// - Throws: ``TalynError``, whatever failed.
    public func request(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> Target.ResultType {
        guard CallScope.current?.work == nil else {
            let response: Response = try await request(target, options: options, fileID: fileID, line: line)
            return try target.result(of: response)
        }
        return try await concurrentResult(of: target, options, at: CallPlace(fileID: fileID, line: line))
    }

    @concurrent
    private func concurrentResult(
        of target: Target,
        _ options: RequestOptions,
        at place: CallPlace?
    ) async throws(TalynError) -> Target.ResultType {
        try target.result(of: await response(to: target, options, at: place))
    }

    /// Calls a target and hands its result to a completion handler.
    ///
    /// A handler that names ``Response`` as the type of its result is given the response.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - callbackQueue: Where the handler runs, the provider's ``callbackQueue`` by default.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    // One parameter less than the method for responses has: that decides for a closure that fits both.
    @discardableResult
    public func request(
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
    ///   - callbackQueue: Where handlers run, the provider's ``callbackQueue`` by default.
    ///   - progress: Is told how much of the response has arrived, and at the end of the response.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    @discardableResult
    public func request(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock?,
        completion: @escaping @Sendable (_ result: Result<Target.ResultType, TalynError>) -> Void
    ) -> any Cancellable {
        request(target, callbackQueue: callbackQueue, progress: progress) { (result: Result<Response, TalynError>) in
            completion(result.result(of: target))
        }
    }
}

extension Result<Response, TalynError> {
    /// The result that the response to a target holds.
    func result<Target: DecodableTargetType>(of target: Target) -> Result<Target.ResultType, TalynError> {
        flatMap { response in
            Result<Target.ResultType, TalynError> { () throws(TalynError) in try target.result(of: response) }
        }
    }
}
