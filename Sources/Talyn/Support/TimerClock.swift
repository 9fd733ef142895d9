/// A clock whose time doesn't pass by itself, and which has to know of a timer before it is waited for.
///
/// Otherwise its time could pass the timer's end before the task that waits for it has begun.
package protocol TimerClock: AnyObject, Clock<Duration> {
    /// Sets a timer that counts from now.
    ///
    /// The time doesn't pass the timer's end before somebody waits for it, or the closure is let go.
    ///
    /// - Returns: What waits for the timer, once; it throws `CancellationError` when the task is cancelled.
    func timer(for duration: Duration) -> @Sendable () async throws -> Void
}
