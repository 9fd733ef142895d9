/// A token bucket that calls and time fill, and retries empty.
struct RetryBudgetStateMachine {
    private let ratio: Double
    private let perSecond: Double
    private let capacity: Double
    private(set) var balance: Double
    /// Until when time has been paid in.
    private var paid: Duration

    /// A full bucket. Numbers that make no sense count as zero.
    init(ratio: Double, perSecond: Double, capacity: Double, now: Duration) {
        self.ratio = max(0, ratio)
        self.perSecond = max(0, perSecond)
        self.capacity = max(0, capacity)
        balance = self.capacity
        paid = now
    }

    /// Pays in for a call. Time is paid in once somebody wants a retry: the clock need not be read for each call.
    mutating func deposit() {
        add(ratio)
    }

    /// Takes out a retry; false if there is none.
    mutating func withdraw(now: Duration) -> Bool {
        // Callers read the clock before they take the lock, and so may come in another order.
        if now > paid {
            add(perSecond * (now - paid).seconds)
            paid = now
        }
        // Five times a fifth is a little less than one.
        guard balance >= 1 - 1e-9 else { return false }
        balance = max(0, balance - 1)
        return true
    }

    /// Puts back a retry that was taken out and not made.
    mutating func putBack() {
        add(1)
    }

    private mutating func add(_ amount: Double) {
        balance = min(capacity, balance + amount)
    }
}
