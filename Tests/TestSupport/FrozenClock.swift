/// A clock whose time never passes, so that no limit is reached on a slow machine. A sleep lets other tasks run.
package struct FrozenClock: Clock {
    package init() {}

    package var now: ManualClock.Instant { ManualClock.Instant(offset: .zero) }

    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: ManualClock.Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        await Task.yield()
    }
}
