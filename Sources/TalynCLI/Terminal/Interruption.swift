#if Tools
import Dispatch
import Foundation

/// Lets work come to an orderly end when the process is told to end.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM]

    /// Runs the operation; cancels it on the first SIGINT or SIGTERM. The second one ends the process as ever.
    ///
    /// - Returns: What the operation returned, and the signal that came before, if one did.
    static func cancelling<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async -> (value: Value, signal: Int32?) {
        let task = Task { await operation() }
        let (received, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = signals.map { number in
            // The source sees the signal only if that does nothing by itself.
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
