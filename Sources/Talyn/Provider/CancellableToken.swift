/// Something that can be cancelled, by a closure.
public final class CancellableToken: Cancellable {
    private let action: Locked<(@Sendable () -> Void)?>

    /// - Parameter action: Is called by the first ``cancel()``.
    @preconcurrency
    public init(action: @escaping @Sendable () -> Void) {
        self.action = Locked(action)
    }

    public var isCancelled: Bool { action.withLock { $0 == nil } }

    public func cancel() {
        action.withLock { $0.take() }?()
    }
}
