#if ReactiveSwift
public import ReactiveSwift
public import Talyn

extension Provider: ReactiveExtensionsProvider {}

extension Reactive where Base: ProviderType {
    /// A call of the target, made anew each time that the producer is started; interrupting it cancels the call.
    ///
    /// The producer holds the provider.
    ///
    /// - Parameter callbackQueue: Where the observer is called; by default the provider decides.
    public func request(
        _ target: Base.Target,
        callbackQueue: DispatchQueue? = nil
    ) -> SignalProducer<Response, TalynError> {
        producer(ColdRequest<Response>(base, target, callbackQueue: callbackQueue))
    }

    /// A call of the target that reports its progress: at last a value with the response, which is complete.
    ///
    /// - Parameter callbackQueue: Where the observer is called; by default the provider decides.
    public func requestWithProgress(
        _ target: Base.Target,
        callbackQueue: DispatchQueue? = nil
    ) -> SignalProducer<ProgressResponse, TalynError> {
        producer(ColdRequest<ProgressResponse>(base, target, callbackQueue: callbackQueue))
    }

    private func producer<Value: Sendable>(_ request: ColdRequest<Value>) -> SignalProducer<Value, TalynError> {
        SignalProducer { observer, lifetime in
            let call = request.start { event in
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
