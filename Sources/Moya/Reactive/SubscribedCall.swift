import Foundation
import TalynCore
import _TalynSupport

/// A call that each subscriber makes anew. The reactive extensions share it.
///
/// It holds the provider, and so does each call until it ends. A call is therefore answered even if nothing else holds the
/// provider any more.
package struct SubscribedCall<Value> {
    /// An event of a call. Values come first, and then either `completed` or `failed`, once.
    package enum Event {
        case value(Value)
        case completed
        case failed(MoyaError)
    }

    private let provider: AnyObject
    private let makeCall: (@escaping (Event) -> Void) -> any Cancellable

    /// Makes a call.
    ///
    /// - Parameter receive: Is given the events, one after the other.
    /// - Returns: The call, which can be cancelled. Cancelling it after its end has no effect.
    package func start(_ receive: @escaping (Event) -> Void) -> any Cancellable {
        // Empty once the call has ended: a session may hold its handlers longer than that.
        let heldProvider = Locked<AnyObject?>(provider)
        let call = makeCall { event in
            switch event {
            case .value:
                receive(event)
            case .completed, .failed:
                let provider = heldProvider.withLock { $0.take() }
                withExtendedLifetime(provider) { receive(event) }
            }
        }
        return CancellableToken {
            let isUnderWay = heldProvider.withLock { $0 != nil }
            if isUnderWay { call.cancel() }
        }
    }
}

extension SubscribedCall where Value == Response {
    /// A call whose only value is the response.
    package init<Provider: MoyaProviderType>(
        _ provider: Provider,
        _ target: Provider.Target,
        callbackQueue: DispatchQueue?
    ) {
        self.provider = provider
        makeCall = { receive in
            provider.request(target, callbackQueue: callbackQueue, progress: nil) { result in
                switch result {
                case .success(let response):
                    receive(.value(response))
                    receive(.completed)
                case .failure(let error):
                    receive(.failed(error))
                }
            }
        }
    }
}

extension SubscribedCall where Value == ProgressResponse {
    /// A call whose values are its progress, and at last the response.
    package init<Provider: MoyaProviderType>(
        _ provider: Provider,
        _ target: Provider.Target,
        callbackQueue: DispatchQueue?
    ) {
        let queue = callbackQueue ?? (provider as? MoyaProvider<Provider.Target>)?.callbackQueue
        self.provider = provider
        makeCall = { receive in
            let latest = Locked<Progress?>(nil)
            return provider.request(
                target,
                // A serial queue keeps the order of the values even if the queue is a concurrent one.
                callbackQueue: queue.map { DispatchQueue(label: "moya.progress", target: $0) },
                progress: { report in
                    let progress = latest.withLock { latest in
                        latest = report.progressObject ?? latest
                        return latest
                    }
                    // The response comes with the result, which a plugin may have changed.
                    if !report.completed { receive(.value(ProgressResponse(progress: progress))) }
                },
                completion: { result in
                    switch result {
                    case .success(let response):
                        let progress = latest.withLock { $0 }
                        receive(.value(ProgressResponse(progress: progress, response: response)))
                        receive(.completed)
                    case .failure(let error):
                        receive(.failed(error))
                    }
                }
            )
        }
    }
}

extension MoyaError {
    /// An error of an operator: the error itself if it is Moya's, and otherwise an `underlying` one.
    package init(mapping error: any Swift.Error) {
        self = error as? MoyaError ?? .underlying(error, nil)
    }
}
