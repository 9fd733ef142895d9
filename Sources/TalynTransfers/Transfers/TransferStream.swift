public import TalynCore
import _TalynSupport

/// A call that reports its progress.
///
/// ```swift
/// for try await event in files.transfer(.upload(video)) {
///     switch event {
///     case .sent(let progress): print(progress.completed, progress.estimatedTimeRemaining ?? .zero)
///     case .finished(let response): print(response.statusCode)
///     default: break
///     }
/// }
/// ```
///
/// Reading makes the call, and each reading makes a new one. Leaving the loop or cancelling the task cancels the call.
///
/// Of each body, the first event comes at once, and later ones at most every 100 milliseconds. A slow reader gets the
/// latest. The number of bytes never falls: when a call is tried again, the number stays until the new attempt passes it.
/// Only the last event of each body, which is exact, may have a smaller number. The stream ends with
/// ``TransferEvent/finished(_:)`` or an error.
public struct TransferStream: Sendable {
    /// Makes the call, and reports the bytes that it moves.
    typealias Operation =
        @Sendable (@escaping @Sendable (TransferCount) -> Void) async throws(TalynError) -> Response

    let time: TimeSource
    let operation: Operation

    init(time: TimeSource, operation: @escaping Operation) {
        self.time = time
        self.operation = operation
    }
}

extension TransferStream: AsyncSequence {
    /// Makes the call when the first event is asked for. ``TransferEvent/finished(_:)`` is the last event.
    public func makeAsyncIterator() -> StreamIterator<TransferEvent, TalynError> {
        var transfer: RunningTransfer?
        var isFinished = false
        return StreamIterator { () async throws(TalynError) in
            if isFinished { return nil }
            if transfer == nil, Task.isCancelled { throw .cancelled }
            let running = transfer ?? RunningTransfer(time: time, operation)
            transfer = running
            let event = try await running.next()
            if case .finished = event {
                isFinished = true
                transfer = nil
            }
            return event
        }
    }
}

extension TransferStream {
    /// Makes the call and returns its response, without events.
    ///
    /// - Throws: ``TalynError``.
    public func response() async throws(TalynError) -> Response {
        try await offActor { () async throws(TalynError) in try await operation { _ in } }
    }
}

extension Provider {
    /// A call of a target that reports how much of its bodies was sent and received.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func transfer(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> TransferStream {
        let callSite = CallSite(fileID: fileID, line: line)
        return TransferStream(time: TimeSource(clock)) { (onProgress) async throws(TalynError) in
            var setup = CallSetup(callSite: callSite)
            setup.onProgress = onProgress
            return try await self.request(target, options: options, setup: setup)
        }
    }
}

/// An event of a ``TransferStream``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum TransferEvent: Sendable {
    /// The progress of the request's body.
    case sent(TransferProgress)

    /// The progress of the response's body.
    case received(TransferProgress)

    /// The response. Nothing follows.
    case finished(Response)
}

/// The progress of a body.
public struct TransferProgress: Sendable, Hashable {
    /// The number of bytes moved.
    public let completed: Int64

    /// The length of the body in bytes; nil if it isn't known.
    public let total: Int64?

    /// Bytes per second over the last five seconds; 0 at the beginning.
    ///
    /// The part of a resumed download that was there before the call doesn't count.
    public let throughput: Double

    /// Creates a progress, for tests and previews.
    public init(completed: Int64, total: Int64?, throughput: Double = 0) {
        self.completed = completed
        self.total = total
        self.throughput = throughput
    }

    /// The fraction from 0 to 1; nil if the length isn't known.
    public var fraction: Double? {
        guard let total else { return nil }
        return total > 0 ? min(Double(completed) / Double(total), 1) : 1
    }

    /// The time for the rest at this throughput; nil if the length or the throughput isn't known.
    public var estimatedTimeRemaining: Duration? {
        guard let total else { return nil }
        if completed >= total { return .zero }
        return throughput > 0 ? .clamping(Double(total - completed) / throughput) : nil
    }
}
