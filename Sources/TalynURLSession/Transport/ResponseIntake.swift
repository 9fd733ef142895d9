import TalynCore

#if canImport(FoundationNetworking)
package import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// Passes the response of a session's task to an exchange. A slow reader must not fill the memory.
///
/// On Apple platforms, the task pauses until the reader has caught up. On Linux, a session can't stop reading: see
/// ``ResponseBodyBuffer``.
package struct ResponseIntake: Sendable {
    private let exchange: Exchange
    #if os(Linux)
    private let buffer: ResponseBodyBuffer
    #endif

    package init(_ exchange: Exchange) {
        self.exchange = exchange
        #if os(Linux)
        buffer = ResponseBodyBuffer(exchange)
        #endif
    }

    /// Passes a piece of the body.
    ///
    /// - Parameter cancel: Cancels the task, since its response can't be buffered.
    package func receive(_ chunk: Data, of task: URLSessionTask, cancel: @escaping @Sendable () -> Void) {
        #if os(Linux)
        // Foundation may wait for the delegate's queue.
        if !buffer.receive(.chunk(chunk)) { DispatchQueue.global().async { cancel() } }
        #else
        exchange.receive(chunk, suspend: { task.suspend() }, resume: { task.resume() })
        #endif
    }

    /// Passes the end of the response.
    package func receiveLast(_ event: Exchange.Event) {
        #if os(Linux)
        _ = buffer.receive(event)
        #else
        exchange.receive(event)
        #endif
    }
}
