/// A call that can be cancelled.
@preconcurrency
public protocol Cancellable: Sendable {
    /// Whether ``cancel()`` has been called.
    var isCancelled: Bool { get }

    /// Ends the call, which then completes with an error whose ``TalynError/isCancelled`` is true.
    ///
    /// Does nothing once the call has completed.
    func cancel()
}

/// The call behind a completion handler.
struct CallHandle: Cancellable {
    let task: Task<Void, Never>

    var isCancelled: Bool { task.isCancelled }

    func cancel() { task.cancel() }
}
