import Foundation

extension OperationQueue {
    /// Where a session's delegate is called.
    ///
    /// Nil lets the session make a queue. On Linux the hand-over to it costs more than all that the delegate does, so the
    /// delegate is called where the session itself works, one event after the other. It waits for nothing there but the
    /// write of a chunk to a file, while a reader is slower than the network: see ``ResponseBacklog``.
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
