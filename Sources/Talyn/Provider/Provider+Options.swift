public import Foundation

extension Provider {
    /// Calls a target as these options say, and hands the result to a completion handler.
    ///
    /// A subclass that overrides the method without options is not asked.
    ///
    /// - Parameters:
    ///   - target: What to call.
    ///   - options: How it is called, where that is not as the target says.
    ///   - callbackQueue: Where handlers run, the provider's ``callbackQueue`` by default.
    ///   - progress: Is told how much of the response has arrived, and at the end of the response.
    ///   - completion: Is called exactly once.
    /// - Returns: What cancels the call.
    @discardableResult
    @preconcurrency
    public func request(
        _ target: Target,
        options: RequestOptions,
        callbackQueue: DispatchQueue? = nil,
        progress: ProgressBlock? = nil,
        completion: @escaping Completion
    ) -> any Cancellable {
        start(target, options, callbackQueue, progress, completion)
    }
}
