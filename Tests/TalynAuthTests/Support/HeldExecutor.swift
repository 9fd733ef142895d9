import Dispatch
import TestSupport

/// Runs the jobs of tasks, except while a test holds them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class HeldExecutor: TaskExecutor {
    private struct State {
        var isHeld = false
        /// The jobs that were enqueued and haven't ended.
        var unfinished = 0
        var held: [UnownedJob] = []
    }

    private let state = Watched(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isHeld = state.update { state in
            state.unfinished += 1
            if state.isHeld { state.held.append(job) }
            return state.isHeld
        }
        if !isHeld { run(job) }
    }

    private func run(_ job: UnownedJob) {
        DispatchQueue.global().async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            state.update { $0.unfinished -= 1 }
        }
    }

    /// Waits until all tasks are suspended, and holds the jobs that resume them.
    func hold() async {
        await state.wait { state in
            state.isHeld = state.unfinished == 0
            return state.isHeld
        }
    }

    /// Runs the held jobs, and those that follow.
    func release() {
        let jobs = state.update { state in
            state.isHeld = false
            defer { state.held = [] }
            return state.held
        }
        for job in jobs { run(job) }
    }
}
