#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
public import Combine
#else
public import OpenCombine
#endif
public import Foundation
public import Moya

extension MoyaProvider {
    /// Calls a target for each subscriber, once it demands the response. Cancelling the subscription cancels its call.
    ///
    /// ```swift
    /// provider.requestPublisher(.zen).mapString().sink(receiveCompletion: { _ in }, receiveValue: { print($0) })
    /// ```
    ///
    /// The provider lives until its calls end.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - callbackQueue: The queue on which the subscriber is called, in place of the provider's.
    /// - Returns: The response, or the error.
    public func requestPublisher(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil
    ) -> AnyPublisher<Response, MoyaError> {
        CallPublisher(subscribedCall: SubscribedCall<Response>(self, target, callbackQueue: callbackQueue))
            .eraseToAnyPublisher()
    }

    /// Calls a target for each subscriber, once it demands a value, and reports the progress. Cancelling the subscription
    /// cancels its call.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - callbackQueue: The queue on which the subscriber is called, in place of the provider's.
    /// - Returns: The progress while the call is under way, and at last a value with the response; or the error.
    public func requestWithProgressPublisher(
        _ target: Target,
        callbackQueue: DispatchQueue? = nil
    ) -> AnyPublisher<ProgressResponse, MoyaError> {
        CallPublisher(subscribedCall: SubscribedCall<ProgressResponse>(self, target, callbackQueue: callbackQueue))
            .eraseToAnyPublisher()
    }
}
#endif
