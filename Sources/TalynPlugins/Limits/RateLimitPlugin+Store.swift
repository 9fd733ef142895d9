import _TalynSupport

/// The store of a ``RateLimitPlugin``, and what it needs to know for its requests.
struct RateLimitSharing: Sendable {
    let store: any RateLimitStore
    let options: StoreOptions
    let maximumWait: Duration?

    /// The longest time for which a turn is reserved.
    private static let longestHorizon = Duration.seconds(60)

    /// Begins a request to the store if a key needs one.
    func request(_ key: String, _ machine: inout RateLimitPlugin.Machine, now: Duration) -> RateLimitRequest? {
        machine.buckets[key]?.request(
            maximumWait: min(maximumWait ?? Self.longestHorizon, Self.longestHorizon),
            now: now
        )
    }
}

extension RateLimitPlugin {
    /// Makes a request to the store, in a task of its own.
    func ask(_ request: RateLimitRequest, _ key: String) {
        guard let sharing else { return }
        Task.inScope { [self] in
            await StoreAccess(options: sharing.options, time: time).run(key) {
                try await sharing.store.take(request, key: key)
            } completion: { [self] result in
                switch result {
                case .success(let grant): receive(grant, for: request, key)
                case .failure(let error): fail(error, for: request, key, sharing.options.fallback)
                }
            }
        }
    }

    private func receive(_ grant: RateLimitGrant, for request: RateLimitRequest, _ key: String) {
        update(key) { machine, now in
            machine.buckets[key]?.receive(grant, for: request, now: now)
            return machine.serve(key, now: now)
        }
    }

    private func fail(
        _ error: StoreError,
        for request: RateLimitRequest,
        _ key: String,
        _ fallback: StoreOptions.Fallback
    ) {
        let now = time.now
        let failed = state.withLock { $0.machine.buckets[key]?.fail(fallback, for: request, now: now) }
        for waiter in failed ?? [] { waiter.resolve(.failed(error)) }
        update(key) { machine, now in machine.serve(key, now: now) }
    }
}
