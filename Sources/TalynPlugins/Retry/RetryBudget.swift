import _TalynSupport

extension RetryPlugin {
    /// A limit on the retries of all calls together, so that retries don't multiply the load on a failing server.
    ///
    /// Each call adds a fraction of a retry to the budget, and each retry takes one out. Several plugins can share a
    /// budget. Use one budget for each service.
    public final class Budget: Sendable {
        private let state: Locked<RetryBudgetStateMachine>
        private let time: TimeSource

        /// Creates a full budget.
        ///
        /// - Parameters:
        ///   - ratio: The retries that each call adds: 0.2 allows one retry for five calls in the long run.
        ///   - minimumPerSecond: The retries that each second adds, for programs that make few calls.
        ///   - capacity: The most retries that the budget can hold. Servers with many calls need more than apps.
        ///   - clock: The clock that counts the seconds.
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

        /// Adds the share of one call.
        func deposit() {
            state.withLock { $0.deposit() }
        }

        /// Takes out one retry. Returns false if no retry is left.
        func withdraw() -> Bool {
            let now = time.now
            return state.withLock { $0.withdraw(now: now) }
        }

        /// Puts back a retry that was not made.
        func putBack() {
            state.withLock { $0.putBack() }
        }
    }
}

/// A token bucket that calls and time fill, and retries empty.
struct RetryBudgetStateMachine {
    private let ratio: Double
    private let perSecond: Double
    private let capacity: Double
    private(set) var balance: Double
    /// The time up to which seconds have been added.
    private var paidUntil: Duration

    /// Creates a full bucket. Negative numbers and NaN count as zero.
    init(ratio: Double, perSecond: Double, capacity: Double, now: Duration) {
        self.ratio = max(0, ratio)
        self.perSecond = max(0, perSecond)
        self.capacity = max(0, capacity)
        balance = self.capacity
        paidUntil = now
    }

    /// Adds the share of one call. Seconds are added by ``withdraw(now:)``, so that a call doesn't read the clock.
    mutating func deposit() {
        add(ratio)
    }

    /// Takes out one retry. Returns false if no retry is left.
    mutating func withdraw(now: Duration) -> Bool {
        // Callers read the clock before they take the lock, so times can arrive out of order.
        if now > paidUntil {
            add(perSecond * (now - paidUntil).seconds)
            paidUntil = now
        }
        // Allows for rounding: five times 0.2 is a little less than one.
        guard balance >= 1 - 1e-9 else { return false }
        balance = max(0, balance - 1)
        return true
    }

    /// Puts back a retry that was not made.
    mutating func putBack() {
        add(1)
    }

    private mutating func add(_ amount: Double) {
        balance = min(capacity, balance + amount)
    }
}
