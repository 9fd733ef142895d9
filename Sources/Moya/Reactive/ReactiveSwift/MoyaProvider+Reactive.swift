#if ReactiveSwift
public import Foundation
public import ReactiveSwift

extension MoyaProvider: ReactiveExtensionsProvider {}

extension Reactive where Base: MoyaProviderType {
    /// Calls a target each time that the producer is started. Interrupting it cancels the call.
    ///
    /// ```swift
    /// provider.reactive.request(.zen).mapString().startWithResult { print($0) }
    /// ```
    ///
    /// The provider lives until its calls end.
    ///
    /// - Parameters:
    ///   - token: The target.
    ///   - callbackQueue: The queue on which the observer is called, in place of the provider's.
    /// - Returns: The response, or the error.
    public func request(
        _ token: Base.Target,
        callbackQueue: DispatchQueue? = nil
    ) -> SignalProducer<Response, MoyaError> {
        producer(of: SubscribedCall<Response>(base, token, callbackQueue: callbackQueue))
    }

    /// Calls a target each time that the producer is started, and reports the progress. Interrupting it cancels the call.
    ///
    /// - Parameters:
    ///   - token: The target.
    ///   - callbackQueue: The queue on which the observer is called, in place of the provider's.
    /// - Returns: The progress while the call is under way, and at last a value with the response; or the error.
    public func requestWithProgress(
        _ token: Base.Target,
        callbackQueue: DispatchQueue? = nil
    ) -> SignalProducer<ProgressResponse, MoyaError> {
        producer(of: SubscribedCall<ProgressResponse>(base, token, callbackQueue: callbackQueue))
    }

    private func producer<Value>(of subscribedCall: SubscribedCall<Value>) -> SignalProducer<Value, MoyaError> {
        SignalProducer { observer, lifetime in
            let call = subscribedCall.start { event in
                switch event {
                case .value(let value): observer.send(value: value)
                case .completed: observer.sendCompleted()
                case .failed(let error): observer.send(error: error)
                }
            }
            lifetime.observeEnded { call.cancel() }
        }
    }
}
#endif
