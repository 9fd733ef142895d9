#if RxSwift
public import RxSwift
public import Talyn

extension Provider: ReactiveCompatible {}

extension Reactive where Base: ProviderType {
    /// A call of the target, made anew for each subscriber; disposing the subscription cancels it.
    ///
    /// It holds the provider, and fails with a `TalynError`.
    ///
    /// - Parameter callbackQueue: Where the subscriber is called; by default the provider decides.
    public func request(_ target: Base.Target, callbackQueue: DispatchQueue? = nil) -> Single<Response> {
        observable(ColdRequest<Response>(base, target, callbackQueue: callbackQueue)).asSingle()
    }

    /// A call of the target that reports its progress: at last an element with the response, which is complete.
    ///
    /// - Parameter callbackQueue: Where the subscriber is called; by default the provider decides.
    public func requestWithProgress(
        _ target: Base.Target,
        callbackQueue: DispatchQueue? = nil
    ) -> Observable<ProgressResponse> {
        observable(ColdRequest<ProgressResponse>(base, target, callbackQueue: callbackQueue))
    }

    private func observable<Value: Sendable>(_ request: ColdRequest<Value>) -> Observable<Value> {
        .create { observer in
            let call = request.start { event in
                switch event {
                case .value(let value): observer.onNext(value)
                case .completed: observer.onCompleted()
                case .failed(let error): observer.onError(error)
                }
            }
            return Disposables.create { call.cancel() }
        }
    }
}
#endif
