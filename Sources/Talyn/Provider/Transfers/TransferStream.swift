import Foundation

/// A call that tells how far it has come.
///
/// ```swift
/// for try await event in files.transfer(.upload(video)) {
///     switch event {
///     case .sent(let progress): print(progress.completed, progress.estimatedTimeRemaining ?? .zero)
///     case .received: break
///     case .finished(let response): print(response.statusCode)
///     }
/// }
/// ```
///
/// Nothing is sent before it is read, and each reading makes a call of its own. Leaving the loop ends the call, and so does
/// cancelling the task, with an error whose ``TalynError/isCancelled`` is true.
///
/// Of each body, the first event comes at once and then at most one in 100 milliseconds; a reader who takes longer gets the
/// latest. The number of bytes never falls: when a call is tried again, it holds until the new attempt has passed it. Only the last
/// event of each body, which is exact, may tell of less. The end is ``TransferEvent/finished(_:)`` or an error.
public struct TransferStream: Sendable {
    /// Makes the call, and tells what it has moved.
    typealias Operation = @Sendable (@escaping Call.OnCount) async throws(TalynError) -> Response

    /// The body that the call is made for.
    let direction: TransferCount.Direction
    let time: TimeSource
    let operation: Operation

    init(of direction: TransferCount.Direction, time: TimeSource, operation: @escaping Operation) {
        self.direction = direction
        self.time = time
        self.operation = operation
    }
}

extension TransferStream: AsyncSequence {
    public typealias Element = TransferEvent
    public typealias Failure = TalynError

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(state: .unstarted(self)) }

    /// Makes the call when the first event is asked for, and gives its events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate enum State {
            case unstarted(TransferStream)
            case running(RunningTransfer)
            case over
        }

        fileprivate var state: State

        /// The next event, or nil after ``TransferEvent/finished(_:)``.
        ///
        /// - Throws: ``TalynError``, whatever failed.
        public mutating func next() async throws(TalynError) -> TransferEvent? {
            let transfer: RunningTransfer
            switch state {
            case .over:
                return nil
            case .unstarted(let stream):
                state = .over
                if Task.isCancelled { throw .cancelled }
                transfer = RunningTransfer(time: stream.time, stream.operation)
            case .running(let running):
                transfer = running
            }
            state = .over
            let event = try await transfer.next()
            if case .finished = event { return event }
            state = .running(transfer)
            return event
        }
    }
}
