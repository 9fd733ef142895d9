import _TalynSupport

#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Moya
import TalynCore

/// Makes a call for each subscriber.
struct CallPublisher<Output>: Publisher {
    typealias Failure = MoyaError

    let subscribedCall: SubscribedCall<Output>

    func receive<Downstream: Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == MoyaError {
        subscriber.receive(subscription: CallSubscription(subscribedCall, for: subscriber))
    }
}

/// The call of one subscriber. It starts with the first demand, and keeps its values until they are demanded.
private final class CallSubscription<Downstream: Subscriber>: Subscription where Downstream.Failure == MoyaError {
    typealias Value = Downstream.Input

    private struct State {
        /// The subscriber, until it has received the end or cancels.
        var downstream: Downstream?
        /// The call, until it starts.
        var subscribedCall: SubscribedCall<Value>?
        /// The call, while it is under way.
        var call: (any Moya.Cancellable)?
        var demand = Subscribers.Demand.none
        var values = Queue<Value>()
        var end: Subscribers.Completion<MoyaError>?
        /// Whether a thread is calling the subscriber. Only one may do that at a time.
        var isDelivering = false

        /// The next delivery; nil if nothing is demanded, or another thread delivers it.
        mutating func next(continuing: Bool) -> Delivery? {
            if isDelivering, !continuing { return nil }
            isDelivering = true
            if let downstream {
                if demand > .none, let value = values.popFirst() {
                    demand -= 1
                    return .value(value, downstream)
                }
                if values.isEmpty, let end {
                    self.downstream = nil
                    return .end(end, downstream, call.take())
                }
            }
            isDelivering = false
            return nil
        }
    }

    private enum Delivery {
        case value(Value, Downstream)
        /// The call comes along, to be released outside of the lock.
        case end(Subscribers.Completion<MoyaError>, Downstream, (any Moya.Cancellable)?)
    }

    private let state: Locked<State>

    init(_ subscribedCall: SubscribedCall<Value>, for downstream: Downstream) {
        state = Locked(State(downstream: downstream, subscribedCall: subscribedCall))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let subscribedCall = state.withLock { state in
            state.demand += demand
            return state.subscribedCall.take()
        }
        if let subscribedCall { start(subscribedCall) } else { deliver() }
    }

    func cancel() {
        // All of this is released outside of the lock, since a deinitialiser may come back to the subscription.
        let released = state.withLock { state in
            let released = (state.call.take(), state.downstream.take(), state.subscribedCall.take(), state.values)
            state.values = Queue()
            state.end = nil
            return released
        }
        released.0?.cancel()
    }

    private func start(_ subscribedCall: SubscribedCall<Value>) {
        let call = subscribedCall.start { [self] event in
            state.withLock { state in
                guard state.downstream != nil, state.end == nil else { return }
                switch event {
                case .value(let value): state.values.append(value)
                case .completed: state.end = .finished
                case .failed(let error): state.end = .failure(error)
                }
            }
            deliver()
        }
        let isCancelled = state.withLock { state in
            if state.downstream != nil, state.end == nil { state.call = call }
            return state.downstream == nil
        }
        // The subscriber cancelled before there was a call, or the call has ended, and this has no effect.
        if isCancelled { call.cancel() }
    }

    /// Gives the subscriber the values that it demands, and then the end.
    private func deliver() {
        var delivery = state.withLock { $0.next(continuing: false) }
        while let current = delivery {
            switch current {
            case .value(let value, let downstream):
                let demand = downstream.receive(value)
                state.withLock { $0.demand += demand }
            case .end(let completion, let downstream, _):
                downstream.receive(completion: completion)
            }
            delivery = state.withLock { $0.next(continuing: true) }
        }
    }
}
#endif
