#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Talyn

/// Makes a call for each subscriber.
struct CallPublisher<Output: Sendable>: Publisher {
    typealias Failure = TalynError

    let request: ColdRequest<Output>

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == TalynError {
        subscriber.receive(subscription: CallSubscription(request, for: subscriber))
    }
}
#endif
