extension OperationQueue {
    /// Where a session's delegate is called.
    ///
    /// Nil lets the session make a queue. On Linux the hand-over to it costs more than all that the delegate does. As
    /// the delegate never blocks, it is called there where the session itself works, one event after the other.
    static var transport: OperationQueue? {
        #if os(Linux)
        InlineOperationQueue()
        #else
        nil
        #endif
    }
}

#if os(Linux)
private final class InlineOperationQueue: OperationQueue, @unchecked Sendable {  // Has no state of its own.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }
}
#endif
