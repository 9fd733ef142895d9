/// Lets identical calls that are under way at the same time share one request.
final class InflightTable: Sendable {
    typealias Outcome = Result<Response, TalynError>

    /// What makes two calls identical: the request, and what decides on its result.
    struct Key: Hashable, Sendable {
        let request: RequestIdentity
        let validation: ValidationType
        let stubBehavior: StubBehavior
        /// What answers in the place of the transport: each of the tests that share a provider has its own.
        let standIn: ObjectIdentifier?
        let envelope: ResponseEnvelope?
        /// A target of another type reads the response in another way.
        let targetType: ObjectIdentifier
        let failureType: ObjectIdentifier?
        /// With which token a plugin sends it.
        let authorizationType: AuthorizationType?
        /// How often each plugin that holds a credential has lost it: the next may be another user's.
        let removals: [Int]
        let options: RequestOptions.Identity?
        /// Whether it leads to an origin that may see credentials.
        let mayHaveCredentials: Bool
    }

    private struct Joiner {
        let endpoint: Endpoint
        let outcome: Callback<Outcome>
        let onCount: Call.OnCount?
    }

    private struct State {
        var machine = InflightStateMachine<Key, Joiner>()
        var tasks: [Int: Task<Void, Never>] = [:]
    }

    private let state = Locked(State())

    /// Whether no request is under way.
    var isEmpty: Bool { state.withLock { $0.machine.isEmpty && $0.tasks.isEmpty } }

    /// What the callers of each endpoint wait to be told.
    var requests: [Endpoint: [Completion]] {
        // Comparing endpoints encodes their bodies, which is not for the lock.
        state.withLock { $0.machine.joiners }.reduce(into: [:]) { requests, joiner in
            requests[joiner.endpoint, default: []].append { joiner.outcome.resolve($0) }
        }
    }

    /// The outcome of the request for the key: of the one that is under way, or else of the operation.
    ///
    /// Cancelling the caller affects nobody else; when the last one is cancelled, so is the operation.
    func outcome(
        for key: Key,
        of endpoint: Endpoint,
        onCount: Call.OnCount?,
        by operation: @escaping @Sendable (@escaping Call.OnCount) async -> Outcome
    ) async -> Outcome {
        let cancelled = Outcome.failure(.cancelled)
        if Task.isCancelled { return cancelled }
        let joiner = Joiner(endpoint: endpoint, outcome: Callback(), onCount: onCount)
        let (ticket, isFirst) = state.withLock { $0.machine.join(key, as: joiner) }
        if isFirst { start(operation, as: ticket.request) }
        if let outcome = await joiner.outcome.value() { return outcome }
        leave(ticket)
        return cancelled
    }

    private func start(_ operation: @escaping @Sendable (@escaping Call.OnCount) async -> Outcome, as request: Int) {
        let task = Task.immediately { [self] in
            let outcome = await operation { [self] count in
                for joiner in state.withLock({ $0.machine.joiners(of: request) }) where joiner.outcome.isPending {
                    joiner.onCount?(count)
                }
            }
            let joiners = state.withLock { state in
                state.tasks[request] = nil
                return state.machine.finish(request)
            }
            for joiner in joiners { joiner.outcome.resolve(outcome) }
        }
        let isWanted = state.withLock { state in
            let isWanted = !state.machine.joiners(of: request).isEmpty
            if isWanted { state.tasks[request] = task }
            return isWanted
        }
        // An operation that didn't have to wait has finished by now; any other has been left by everybody.
        if !isWanted { task.cancel() }
    }

    private func leave(_ ticket: InflightStateMachine<Key, Joiner>.Ticket) {
        let abandoned = state.withLock { state in
            state.machine.leave(ticket) ? state.tasks.removeValue(forKey: ticket.request) : nil
        }
        abandoned?.cancel()
    }
}
