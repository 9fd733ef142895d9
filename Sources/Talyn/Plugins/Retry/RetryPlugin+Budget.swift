extension RetryPlugin {
    /// How many attempts all calls together may add, so that a server which fails isn't called several times as often as
    /// one which doesn't.
    ///
    /// Each call pays in a part of a retry, and each retry takes out a whole one. Plugins may share a budget: one for each
    /// service is right.
    public final class Budget: Sendable {
        private let state: Locked<RetryBudgetStateMachine>
        private let time: TimeSource

        /// Creates a budget, which is full.
        ///
        /// - Parameters:
        ///   - ratio: How many retries a call pays for: with 0.2, one in five calls can be repeated in the long run.
        ///   - minimumPerSecond: How many retries there may be in a second without any calls that pay for them, so that
        ///     an app that makes few calls can repeat some.
        ///   - capacity: How many retries can be saved up at most. A server that makes many calls wants more than an app.
        ///   - clock: What it measures time by.
        public init(
            ratio: Double = 0.2,
            minimumPerSecond: Double = 0.1,
            capacity: Double = 20,
            clock: any Clock<Duration> = ContinuousClock()
        ) {
            let time = TimeSource(clock)
            self.time = time
            state = Locked(
                RetryBudgetStateMachine(
                    ratio: ratio,
                    perSecond: minimumPerSecond,
                    capacity: capacity,
                    now: time.now
                )
            )
        }

        /// Pays in what a call does.
        func deposit() {
            state.withLock { $0.deposit() }
        }

        /// Takes out a retry; false if there is none.
        func withdraw() -> Bool {
            let now = time.now
            return state.withLock { $0.withdraw(now: now) }
        }

        /// Puts back a retry that was taken out and not made.
        func putBack() {
            state.withLock { $0.putBack() }
        }
    }
}
