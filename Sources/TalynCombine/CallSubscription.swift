#if canImport(Combine) || OpenCombine && os(Linux)
#if canImport(Combine)
import Combine
#else
import OpenCombine
#endif
import Talyn

/// A subscriber's call: starts with the first demand, and keeps what arrives until it is demanded.
final class CallSubscription<Downstream: Subscriber>: Subscription
where Downstream.Input: Sendable, Downstream.Failure == TalynError {
    typealias Value = Downstream.Input

    private struct State {
        /// The subscriber, until it has been told of the end or wants no more.
        var downstream: Downstream?
        /// The call to make, until it is made.
        var request: ColdRequest<Value>?
        var call: (any Talyn.Cancellable)?
        var demand = Subscribers.Demand.none
        var kept: [Value] = []
        var end: Subscribers.Completion<TalynError>?
        /// Whether somebody hands over what is kept: a subscriber is called by one at a time.
        var isDelivering = false

        /// What to hand over next, unless somebody else does or it is not demanded.
        mutating func next(continuing: Bool) -> Delivery? {
            if isDelivering, !continuing { return nil }
            isDelivering = true
            if let downstream {
                if !kept.isEmpty, demand > .none {
                    demand -= 1
                    return .value(kept.removeFirst(), downstream)
                }
                if kept.isEmpty, let end {
                    self.downstream = nil
                    call = nil
                    return .end(end, downstream)
                }
            }
            isDelivering = false
            return nil
        }
    }

    private enum Delivery {
        case value(Value, Downstream)
        case end(Subscribers.Completion<TalynError>, Downstream)
    }

    private let state: Locked<State>

    init(_ request: ColdRequest<Value>, for downstream: Downstream) {
        state = Locked(State(downstream: downstream, request: request))
    }

    func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        let request = state.withLock { state in
            state.demand += demand
            return state.request.take()
        }
        if let request { start(request) } else { deliver() }
    }

    func cancel() {
        let (call, downstream) = state.withLock { state in
            state.request = nil
            state.kept = []
            state.end = nil
            return (state.call.take(), state.downstream.take())
        }
        call?.cancel()
        // Let go outside of the lock: what ends with it may come back to this.
        withExtendedLifetime(downstream) {}
    }

    private func start(_ request: ColdRequest<Value>) {
        let call = request.start { [self] event in
            state.withLock { state in
                guard state.downstream != nil, state.end == nil else { return }
                switch event {
                case .value(let value): state.kept.append(value)
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
        // Does nothing to a call that is complete already.
        if isCancelled { call.cancel() }
    }

    /// Hands over what is kept as far as it is demanded, and then the end.
    private func deliver() {
        var delivery = state.withLock { $0.next(continuing: false) }
        while let current = delivery {
            switch current {
            case .value(let value, let downstream):
                let demand = downstream.receive(value)
                state.withLock { $0.demand += demand }
            case .end(let completion, let downstream):
                downstream.receive(completion: completion)
            }
            delivery = state.withLock { $0.next(continuing: true) }
        }
    }
}
#endif
