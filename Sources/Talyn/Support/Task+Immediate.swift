extension Task where Success == Void, Failure == Never {
    /// Runs the operation on the caller's thread up to its first suspension; what follows runs as in any task.
    ///
    /// Systems older than macOS 26 and iOS 26 can't do that: there the operation starts as a plain task.
    @discardableResult
    static func immediately(_ operation: sending @escaping @isolated(any) () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate(operation: operation)
        } else {
            Task(operation: operation)
        }
    }
}
