import Dispatch
import _TalynSupport

/// Runs the tasks of a scope one at a time, in the order in which they become ready, and moves the time of the scope's clocks
/// when none is left.
///
/// The loop knows three kinds of work: the tasks on its executor, other work that reports its begin and end, such as reads of
/// streams, and sleepers that woke up and don't run yet. Before time moves, the jobs that wait on the main thread and in the global
/// queue run first, a fixed number of times. Tasks of the main actor, and tasks that `Task {}` just started, make their calls in them.
final class VirtualTimeLoop: ScopeWork {
    private struct State {
        /// The tasks that are ready.
        var jobs = Queue<UnownedJob>()
        var isDraining = false
        /// The amount of work that the executor doesn't run.
        var otherWork = 0
        /// Changes with each event.
        var activity = 0
        /// Whether the loop waits for jobs on other threads.
        var isSettling = false
        /// The number of jobs in a row with a nearly empty queue, since the time moved.
        var jobsInARow = 0
        var idleWaiters: [Promise<Void>] = []
        var clocks: [WeakClock] = []

        var isIdle: Bool { !isDraining && jobs.isEmpty && otherWork == 0 }
    }

    private struct WeakClock {
        weak var clock: VirtualClock?
    }

    /// The number of jobs of a task that never waits, such as one that polls with `Task.yield()`, before time moves
    /// nevertheless.
    private static let patience = 5_000

    /// The number of tasks that may poll like this.
    private static let mostThatPoll = 3

    /// The number of rounds in which jobs on other threads run first.
    private static let rounds: Int = {
        // Without an executor, these rounds are the only knowledge about tasks.
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) { 5 } else { 50 }
    }()

    private let state = Locked(State())

    /// The clocks whose time the loop moves.
    private var clocks: [VirtualClock] { state.withLock { $0.clocks.compactMap(\.clock) } }

    var executor: AnyObject { self }

    func begin() {
        state.withLock { state in
            state.otherWork += 1
            state.activity += 1
        }
    }

    func end() {
        state.withLock { state in
            state.otherWork -= 1
            state.activity += 1
        }
        check()
    }

    // MARK: Clocks

    /// Moves the time of a clock from now on. The clock added last moves first.
    func add(_ clock: VirtualClock) {
        state.withLock { state in
            state.clocks.removeAll { $0.clock == nil || $0.clock === clock }
            state.clocks.append(WeakClock(clock: clock))
        }
    }

    /// Stops moving the time of a clock.
    func remove(_ clock: VirtualClock) {
        state.withLock { $0.clocks.removeAll { $0.clock == nil || $0.clock === clock } }
    }

    /// Notes a change of a clock's sleepers or timers.
    func clockChanged() {
        state.withLock { $0.activity += 1 }
        check()
    }

    /// Waits until no work is left. Time doesn't move by itself before the caller goes on.
    func idle() async {
        let waiter = Promise<Void>()
        state.withLock { $0.idleWaiters.append(waiter) }
        check()
        await waiter.finalValue()
    }

    // MARK: Finding out whether work is left

    /// Starts to move the time, if no work is left.
    private func check() {
        let (isIdle, isWaitedFor) = state.withLock { ($0.isIdle && !$0.isSettling, !$0.idleWaiters.isEmpty) }
        guard isIdle, isWaitedFor || clocks.contains(where: { $0.canMove }) else { return }
        let activity: Int? = state.withLock { state in
            guard state.isIdle, !state.isSettling else { return nil }
            state.isSettling = true
            return state.activity
        }
        if let activity { settle(Self.rounds, since: activity) }
    }

    /// Lets jobs on other threads run first for a number of rounds, and then moves the time.
    private func settle(_ rounds: Int, since activity: Int) {
        DispatchQueue.main.async {
            DispatchQueue.global().async { [self] in
                let isQuiet = state.withLock { state in
                    let isQuiet = state.isIdle && state.activity == activity
                    if !isQuiet || rounds <= 1 { state.isSettling = false }
                    return isQuiet
                }
                if !isQuiet {
                    check()
                } else if rounds > 1 {
                    settle(rounds - 1, since: activity)
                } else {
                    move()
                }
            }
        }
    }

    /// Resumes the first waiter of ``idle()``, or else wakes the sleeper with the earliest deadline.
    private func move() {
        let waiter = state.withLock { state in
            state.jobsInARow = 0
            return state.idleWaiters.isEmpty ? nil : state.idleWaiters.removeFirst()
        }
        if let waiter {
            waiter.resolve(())
            return
        }
        for clock in clocks.reversed() where clock.moveToNextDeadline() { return }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension VirtualTimeLoop: TaskExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let starts = state.withLock { state in
            state.jobs.append(job)
            state.activity += 1
            defer { state.isDraining = true }
            return !state.isDraining
        }
        if starts { DispatchQueue.global().async { self.drain() } }
    }

    /// Runs the ready tasks, until none is left.
    private func drain() {
        while let job = next() {
            job.runSynchronously(on: asUnownedTaskExecutor())
            if state.withLock({ $0.jobsInARow >= Self.patience }) { move() }
        }
        check()
    }

    private func next() -> UnownedJob? {
        state.withLock { state in
            guard let job = state.jobs.popFirst() else {
                state.isDraining = false
                return nil
            }
            state.jobsInARow = state.jobs.count < Self.mostThatPoll ? state.jobsInARow + 1 : 0
            return job
        }
    }
}
