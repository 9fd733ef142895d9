#if RxSwift
public import Foundation
public import RxSwift

extension MoyaProvider: ReactiveCompatible {}

extension Reactive where Base: MoyaProviderType {
    /// Calls a target for each subscriber. Disposing of the subscription cancels its call.
    ///
    /// ```swift
    /// provider.rx.request(.zen).mapString().subscribe(onSuccess: { print($0) }).disposed(by: bag)
    /// ```
    ///
    /// The provider lives until its calls end.
    ///
    /// - Parameters:
    ///   - token: The target.
    ///   - callbackQueue: The queue on which the subscriber is called, in place of the provider's.
    /// - Returns: The response, or a ``MoyaError``.
    public func request(_ token: Base.Target, callbackQueue: DispatchQueue? = nil) -> Single<Response> {
        observable(of: SubscribedCall<Response>(base, token, callbackQueue: callbackQueue)).asSingle()
    }

    /// Calls a target for each subscriber, and reports the progress. Disposing of the subscription cancels its call.
    ///
    /// - Parameters:
    ///   - token: The target.
    ///   - callbackQueue: The queue on which the subscriber is called, in place of the provider's.
    /// - Returns: The progress while the call is under way, and at last an element with the response; or a ``MoyaError``.
    public func requestWithProgress(
        _ token: Base.Target,
        callbackQueue: DispatchQueue? = nil
    ) -> Observable<ProgressResponse> {
        observable(of: SubscribedCall<ProgressResponse>(base, token, callbackQueue: callbackQueue))
    }

    private func observable<Value>(of subscribedCall: SubscribedCall<Value>) -> Observable<Value> {
        .create { observer in
            let call = subscribedCall.start { event in
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

extension ObservableType where Element == ProgressResponse {
    /// The response, once the call is complete.
    public func filterCompleted() -> Observable<Response> {
        compactMap { $0.response }
    }

    /// The completed fraction, from 0 to 1, while the call is under way.
    public func filterProgress() -> Observable<Double> {
        filter { !$0.completed }.map { $0.progress }
    }
}
#endif
