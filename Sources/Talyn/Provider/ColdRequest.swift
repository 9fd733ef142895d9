/// A call that is made anew for each subscriber: what the flavours of reactive programming have in common.
///
/// It holds the provider strongly, and so does each call until it ends: a call is answered even if nobody else holds
/// the provider any more.
package struct ColdRequest<Value: Sendable>: Sendable {
    /// What a subscriber hears: values, and then how the call ended.
    package enum Event: Sendable {
        case value(Value)
        case completed
        case failed(TalynError)
    }

    /// Hands over events one after the other, the last of which is not a value.
    ///
    /// Unchecked: reactive libraries don't mark their subscribers as sendable, but make them to be called from any
    /// thread, by one at a time.
    private struct Sink: @unchecked Sendable {
        let receive: (Event) -> Void
    }

    private let call: @Sendable (Sink) -> any Cancellable

    /// Makes a call.
    ///
    /// - Returns: What cancels it.
    package func start(_ receive: @escaping (Event) -> Void) -> any Cancellable {
        call(Sink(receive: receive))
    }
}

extension ColdRequest where Value == Response {
    /// A call whose subscriber gets the response.
    package init<Base: ProviderType>(_ provider: Base, _ target: Base.Target, callbackQueue: DispatchQueue?) {
        call = { sink in
            provider.request(target, callbackQueue: callbackQueue, progress: nil) { result in
                switch result {
                case .success(let response):
                    sink.receive(.value(response))
                    sink.receive(.completed)
                case .failure(let error):
                    sink.receive(.failed(error))
                }
            }
        }
    }
}

extension ColdRequest where Value == ProgressResponse {
    /// A call whose subscriber gets reports of progress, and then one with the response.
    package init<Base: ProviderType>(_ provider: Base, _ target: Base.Target, callbackQueue: DispatchQueue?) {
        // The reports keep their order even if the queue is a concurrent one.
        let queue = (callbackQueue ?? (provider as? Provider<Base.Target>)?.callbackQueue).map {
            DispatchQueue(label: "talyn.progress", target: $0)
        }
        call = { sink in
            let latest = Locked<Progress?>(nil)
            return provider.request(
                target,
                callbackQueue: queue,
                progress: { report in
                    // The response comes with the result, which may still turn out a failure.
                    guard !report.completed else { return }
                    latest.withLock { $0 = report.progressObject }
                    sink.receive(.value(report))
                },
                completion: { result in
                    switch result {
                    case .success(let response):
                        let progress = latest.withLock { $0 }
                        sink.receive(.value(ProgressResponse(progress: progress, response: response)))
                        sink.receive(.completed)
                    case .failure(let error):
                        sink.receive(.failed(error))
                    }
                }
            )
        }
    }
}
