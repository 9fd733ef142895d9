import _TalynSupport

/// The requests that ask servers for newer responses in the background. Their number and their time are bounded.
final class Revalidations: Sendable {
    let maximumCount: Int
    let timeout: Duration
    private let time: TimeSource
    private let count = Locked(0)

    /// - Parameters:
    ///   - maximumCount: The largest number at the same time.
    ///   - timeout: The longest time of one, with its body.
    init(maximumCount: Int, timeout: Duration, _ time: TimeSource) {
        self.maximumCount = maximumCount
        self.timeout = timeout
        self.time = time
    }

    /// Takes a place, if there is one. ``run(_:)`` gives it back.
    func begin() -> Bool {
        count.withLock { count in
            guard count < maximumCount else { return false }
            count += 1
            return true
        }
    }

    /// Gives a place back.
    func end() {
        count.withLock { $0 -= 1 }
    }

    /// Runs an operation that has a place, and cancels it when its time is over.
    func run(_ operation: @escaping @Sendable () async -> Void) {
        Task.inScope { [self] in
            await TimeLimit(duration: timeout, time: time).outcome(of: operation)
            end()
        }
    }
}
