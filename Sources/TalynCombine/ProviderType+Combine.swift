#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Talyn

extension ProviderType {
    /// A call of the target, made anew for each subscriber once it demands the response; cancelling the subscription
    /// cancels it.
    ///
    /// The publisher holds the provider.
    ///
    /// - Parameter callbackQueue: Where the subscriber is called; by default the provider decides.
    public func requestPublisher(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil
    ) -> AnyPublisher<Response, TalynError> {
        CallPublisher(request: ColdRequest<Response>(self, target, callbackQueue: callbackQueue)).eraseToAnyPublisher()
    }

    /// A call of the target that reports its progress: at last an element with the response, which is complete.
    ///
    /// - Parameter callbackQueue: Where the subscriber is called; by default the provider decides.
    public func requestWithProgressPublisher(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil
    ) -> AnyPublisher<ProgressResponse, TalynError> {
        CallPublisher(request: ColdRequest<ProgressResponse>(self, target, callbackQueue: callbackQueue))
            .eraseToAnyPublisher()
    }
}
#endif
