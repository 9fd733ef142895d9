import _TalynSupport

/// The store of a ``ConcurrencyLimitPlugin``, and what it needs to know for its requests.
struct ConcurrencyLimitSharing: Sendable {
    let store: any ConcurrencyLimitStore
    let options: StoreOptions
    let time: TimeSource
    /// The name of this process for the store.
    let holder = UInt64.random(in: .min ... .max).hexadecimal + UInt64.random(in: .min ... .max).hexadecimal
}

extension ConcurrencyLimitPlugin {
    /// Starts to renew the places of a key, or renews them now, if its calls need that.
    func renewIfNeeded(_ key: String) {
        guard let sharing else { return }
        let action = machine.withLock { machine in
            let counts = machine.counts(key)
            return machine.groups[key]?.lease?.wake(runningCount: counts.running, waitingCount: counts.waiting)
        }
        action?.pause?.resolve(())
        if action?.mustStart == true { Task.inScope { [self] in await renew(key, sharing) } }
    }

    /// Renews the places of a key until no call needs any.
    private func renew(_ key: String, _ sharing: ConcurrencyLimitSharing) async {
        while let request = machine.withLock({ $0.request(sharing.holder, key, now: sharing.time.now) }) {
            await StoreAccess(options: sharing.options, time: sharing.time).run(key) {
                try await sharing.store.renew(request, key: key)
            } completion: { [self] result in
                apply(result, key, sharing)
            }
            guard let (pause, wake) = machine.withLock({ $0.pause(key) }) else { return }
            if let wake {
                _ = await TimeLimit(duration: pause, time: sharing.time).outcome { await wake.value() }
            } else {
                try? await sharing.time.sleep(for: pause)
            }
        }
    }

    private func apply(
        _ result: Result<ConcurrencyLimitGrant, StoreError>,
        _ key: String,
        _ sharing: ConcurrencyLimitSharing
    ) {
        let now = sharing.time.now
        switch result {
        case .success(let grant):
            machine.withLock { $0.groups[key]?.lease?.receive(grant.count) }
        case .failure(let error):
            let failed = machine.withLock { $0.fail(key, sharing.options.fallback, now: now) }
            for waiter in failed { waiter.resolve(.failed(error)) }
        }
        while let waiter = machine.withLock({ $0.beginNext(key, now: now) }) {
            if !waiter.resolve(.admitted) { machine.withLock { $0.leavePlace(key) } }
        }
    }
}

extension ConcurrencyLimitStateMachine {
    /// Begins a request for the places of a key.
    mutating func request(_ holder: String, _ key: String, now: Duration) -> ConcurrencyLimitRequest? {
        let counts = counts(key)
        requestCount += 1
        return groups[key]?.lease?.request(
            holder,
            number: requestCount,
            limit: limit,
            runningCount: counts.running,
            waitingCount: counts.waiting,
            now: now
        )
    }

    /// The pause before the next request; nil if no further one is needed. Then the key has no state any more.
    mutating func pause(_ key: String) -> (Duration, Promise<Void>?)? {
        let counts = counts(key)
        if let pause = groups[key]?.lease?.pause(runningCount: counts.running, waitingCount: counts.waiting) {
            return pause
        }
        groups[key] = nil
        return nil
    }

    /// Ends a request that failed.
    ///
    /// - Returns: The waiting calls that fail, too.
    mutating func fail(_ key: String, _ fallback: StoreOptions.Fallback, now: Duration) -> [Waiter] {
        groups[key]?.lease?.fail(fallback, now: now)
        var failed: [Waiter] = []
        while fallback != .localState, let entry = groups[key]?.queue.dequeue() { failed.append(entry.waiter) }
        return failed
    }

    /// Begins the first waiting call, if a place is free.
    mutating func beginNext(_ key: String, now: Duration) -> Waiter? { groups[key]?.beginNext(limit, now: now) }

    /// Ends a call that was cancelled before it began.
    mutating func leavePlace(_ key: String) { groups[key]?.runningCount -= 1 }
}
