#if Tools
import Dispatch
import Foundation
import _TalynSupport

/// The end of a pipe that the handlers of signals write to. A handler can use only global variables.
private nonisolated(unsafe) var signalPipe: Int32 = -1

/// Ends work in an orderly way at an interrupt.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM]

    /// Runs the operation, and cancels it on the first SIGINT or SIGTERM. The second signal ends the process.
    ///
    /// - Returns: The result of the operation, and the signal that interrupted it, if there was one.
    static func cancelling<Value: Sendable>(
        _ operation: @escaping @Sendable () async -> Value
    ) async -> (value: Value, signal: Int32?) {
        let received = Promise<Int32>()
        var pipe: [Int32] = [-1, -1]
        guard Foundation.pipe(&pipe) == 0 else { return (await operation(), nil) }
        signalPipe = pipe[1]
        // The handlers are there before the work starts. A pipe keeps a signal until it is read.
        for number in signals {
            signal(number) { number in
                signal(number, SIG_DFL)
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe, &byte, 1)
            }
        }
        let task = Task { await operation() }
        let (input, output) = (pipe[0], pipe[1])
        let source = DispatchSource.makeReadSource(fileDescriptor: input, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            guard read(input, &byte, 1) == 1 else { return }
            received.resolve(Int32(byte))
            task.cancel()
        }
        source.setCancelHandler {
            close(input)
            close(output)
        }
        source.activate()
        let value = await task.value
        for number in signals { signal(number, SIG_DFL) }
        source.cancel()
        received.resolve(nil)
        return (value, await received.value())
    }
}
#endif
