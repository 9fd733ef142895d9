import TalynCore
import _TalynSupport

/// The store of a ``CircuitBreakerPlugin``, and the state of the circuits in it.
struct CircuitBreakerSharing: Sendable {
    /// The permission for one call.
    enum Permission: Sendable {
        /// By the circuit of this process.
        case local(CircuitBreakerStateMachine.Admission)
        case closed(generation: Int)
        case probe(Int, generation: Int)

        var isProbe: Bool {
            switch self {
            case .local(let admission): admission.probe != nil
            case .closed: false
            case .probe: true
            }
        }
    }

    let store: any CircuitBreakerStore
    let options: StoreOptions
    private let circuits = Locked(KeyedStateStore<SharedCircuit>())

    init(store: any CircuitBreakerStore, options: StoreOptions) {
        self.store = store
        self.options = options
    }

    /// Begins a call.
    func enter(_ key: String, _ plugin: CircuitBreakerPlugin) async throws -> Permission {
        let now = plugin.time.now
        let decision = circuits.withLock { circuits in
            circuits.update(
                key,
                default: SharedCircuit(),
                evictingWhere: { $0.isIdle(at: now, plugin.threshold.window) },
                { $0.enter(maximumWait: options.maximumWait, now: now) }
            )
        }
        switch decision {
        case .admitted(let generation):
            return .closed(generation: generation)
        case .rejected(let retryAfter):
            throw RejectionError(.circuitOpen, key: key, retryAfter: retryAfter)
        case .local where options.fallback == .localState:
            reportSoon(key, plugin)
            return .local(try plugin.enter(key))
        case .local, .mustAsk:
            return try await askForProbe(key, plugin)
        }
    }

    /// Asks the store whether a call may be the probe.
    private func askForProbe(_ key: String, _ plugin: CircuitBreakerPlugin) async throws -> Permission {
        let answer = Promise<Result<CircuitBreakerState, StoreError>>()
        Task.inScope {
            await send(.requested, key, plugin) { result in
                guard !answer.resolve(result), let state = try? result.get(), let probe = state.probe else { return }
                // The call was cancelled meanwhile.
                Task.inScope { await send(.unknown(probe), of: state.generation, key, plugin) }
            }
        }
        guard let result = await answer.value() else { throw TalynError.cancelled }
        switch result {
        case .success(let state):
            if let probe = state.probe { return .probe(probe, generation: state.generation) }
            guard let retryAfter = state.retryAfter else { return .closed(generation: state.generation) }
            throw RejectionError(.circuitOpen, key: key, retryAfter: retryAfter)
        case .failure(let error):
            guard options.fallback == .localState else { throw error }
            return .local(try plugin.enter(key))
        }
    }

    /// Ends a call.
    ///
    /// - Parameter hasFailed: Whether the server has failed; nil if the call doesn't show that.
    /// - Returns: The change of the circuit by a probe.
    func end(
        _ key: String,
        _ permission: Permission,
        hasFailed: Bool?,
        _ plugin: CircuitBreakerPlugin
    ) -> CircuitBreakerStateMachine.Change? {
        switch permission {
        case .local:
            return nil
        case .closed(let generation):
            if let hasFailed { circuits.withLock { $0[key]?.count(hasFailed, of: generation) } }
            reportSoon(key, plugin)
            return nil
        case .probe(let number, let generation):
            let probe: CircuitBreakerReport.Probe =
                switch hasFailed {
                case nil: .unknown(number)
                case true?: .failed(number)
                case false?: .succeeded(number)
                }
            Task.inScope { await send(probe, of: generation, key, plugin) }
            return hasFailed.map { $0 ? .opened(failures: 1, calls: 1) : .closed }
        }
    }

    /// Reports the counts of a key, unless a report is under way.
    private func reportSoon(_ key: String, _ plugin: CircuitBreakerPlugin) {
        guard let pause = pauseBeforeReport(key, plugin) else { return }
        Task.inScope {
            var next: Duration? = pause
            while let pause = next {
                try? await plugin.time.sleep(for: pause)
                await send(.none, key, plugin)
                circuits.withLock { $0[key]?.endReport() }
                next = pauseBeforeReport(key, plugin)
            }
        }
    }

    private func pauseBeforeReport(_ key: String, _ plugin: CircuitBreakerPlugin) -> Duration? {
        let now = plugin.time.now
        return circuits.withLock { $0[key]?.pauseBeforeReport(now: now) }
    }

    /// Sends the counts of a key, or the result of a probe, and follows the state that the store answers.
    ///
    /// - Parameter generation: The generation in which the probe began; nil to send the counts.
    private func send(
        _ probe: CircuitBreakerReport.Probe,
        of generation: Int? = nil,
        _ key: String,
        _ plugin: CircuitBreakerPlugin,
        completion: @escaping @Sendable (Result<CircuitBreakerState, StoreError>) -> Void = { _ in }
    ) async {
        let start = plugin.time.now
        // The state of the circuit, which many other keys can replace, can have another generation than the probe.
        let taken = generation == nil ? circuits.withLock { $0[key]?.takeCounts(now: start) } : nil
        let counts = taken ?? (generation: generation ?? 0, calls: 0, failures: 0)
        let report = CircuitBreakerReport(
            generation: counts.generation,
            calls: counts.calls,
            failures: counts.failures,
            probe: probe,
            threshold: plugin.threshold,
            resetTimeout: plugin.resetTimeout
        )
        await StoreAccess(options: options, time: plugin.time).run(key) { [store] in
            try await store.add(report, key: key)
        } completion: { result in
            let now = plugin.time.now
            circuits.withLock { circuits in
                switch result {
                case .success(let state): circuits[key]?.follow(state, now: now)
                case .failure: circuits[key]?.fail(now: now)
                }
            }
            completion(result)
        }
    }
}
