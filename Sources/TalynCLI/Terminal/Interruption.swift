#if Tools
import Dispatch
import Foundation

/// Ends work in an orderly way at an interrupt.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM]

    /// Runs the operation, and cancels it on the first SIGINT or SIGTERM. The second signal ends the process.
    ///
    /// - Returns: The result of the operation, and the signal that interrupted it, if there was one.
    static func cancelling<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async -> (value: Value, signal: Int32?) {
        let task = Task { await operation() }
        let (received, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = signals.map { number in
            // The source sees the signal only if the default action is off.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                signal(number, SIG_DFL)
                continuation.yield(number)
                task.cancel()
            }
            source.activate()
            return source
        }
        let value = await task.value
        for source in sources { source.cancel() }
        for number in signals { signal(number, SIG_DFL) }
        continuation.finish()
        return (value, await received.first { _ in true })
    }
}
#endif
