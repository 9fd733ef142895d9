import Dispatch

/// Threads for work that blocks. Their number is limited.
public final class WorkThreads: Sendable {
    private struct State {
        var running = 0
        /// The work that waits for a thread.
        var waiting = Queue<@Sendable () -> Void>()
    }

    private let maximumCount: Int
    private let label: String
    /// The queue of all work; nil if each piece of work has a queue of its own.
    private let queue: DispatchQueue?
    private let state = Locked(State())

    /// - Parameters:
    ///   - maximumCount: The maximum number of threads.
    ///   - label: The name of the queues.
    ///   - blocksForLong: Whether the work can block for any time. A serial queue then gets it a thread at once, since blocked
    ///     threads of a concurrent queue hold up all other work there. A concurrent queue starts work faster.
    public init(maximumCount: Int, label: String, blocksForLong: Bool) {
        self.maximumCount = maximumCount
        self.label = label
        queue = blocksForLong ? nil : DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Starts work without waiting for it.
    public func start(_ work: @escaping @Sendable () -> Void) {
        let work = Self.counted(work)
        let isFirst = state.withLock { [maximumCount] state in
            if state.running == maximumCount {
                state.waiting.append(work)
                return false
            }
            state.running += 1
            return true
        }
        guard isFirst else { return }
        (queue ?? DispatchQueue(label: label)).async { [self] in
            var next: (@Sendable () -> Void)? = work
            while let work = next {
                work()
                next = state.withLock { state in
                    let work = state.waiting.popFirst()
                    if work == nil { state.running -= 1 }
                    return work
                }
            }
        }
    }

    /// The work, which the scope of the current task waits for.
    private static func counted(_ work: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let scope = TaskScope.current?.work else { return work }
        scope.begin()
        return {
            work()
            scope.end()
        }
    }
}
