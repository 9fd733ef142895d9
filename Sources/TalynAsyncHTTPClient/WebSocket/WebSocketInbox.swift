#if AsyncHTTPClient && os(Linux)
import TalynCore
import _TalynSupport

/// The received messages of a connection, between its event loop and the task that receives them.
final class WebSocketInbox: Sendable {
    /// The end of the messages.
    typealias End = Result<Void, any Error>

    private typealias Receiver = Promise<Result<WebSocketMessage?, any Error>>

    private struct State {
        var messages = Queue<WebSocketMessage>()
        var size = 0
        /// The tasks that wait for a message, in their order.
        var receivers = Queue<Receiver>()
        /// The result after the last message; nil while the connection is open.
        var outcome: End?
        var close: WebSocketClose?
        /// Whether the event loop waits for room.
        var isPaused = false
    }

    private let countLimit: Int
    private let sizeLimit: Int
    private let state = Lock(State())

    /// The tasks that wait for the end of the connection.
    private let ended = Locked<[Promise<Void>]>([])

    init(_ options: WebSocketOptions) {
        countLimit = max(options.queueLimit, 1)
        sizeLimit = max(options.maximumMessageSize, 1)
    }

    var close: WebSocketClose? { state.withLock(\.close) }

    var isPaused: Bool { state.withLock(\.isPaused) }

    // MARK: Event loop

    /// Whether another message may be read. If not, ``receive(onRoom:)`` tells when.
    func hasRoom() -> Bool {
        state.withLock { state in
            state.isPaused = state.messages.count >= countLimit || state.size >= sizeLimit
            return !state.isPaused
        }
    }

    func add(_ message: WebSocketMessage) {
        while true {
            let receiver = state.withLock { state -> Receiver? in
                if let receiver = state.receivers.popFirst() { return receiver }
                state.messages.append(message)
                state.size += message.length
                return nil
            }
            // A cancelled receiver takes no message.
            guard let receiver, !receiver.resolve(.success(message)) else { return }
        }
    }

    /// Ends the messages. The first call counts.
    ///
    /// - Parameters:
    ///   - close: The end of the connection.
    ///   - outcome: The result after the last message.
    func end(_ close: WebSocketClose, _ outcome: End) {
        var receivers = state.withLock { state in
            guard state.outcome == nil else { return Queue<Receiver>() }
            state.outcome = outcome
            state.close = close
            defer { state.receivers = Queue() }
            return state.receivers
        }
        while let receiver = receivers.popFirst() { receiver.resolve(outcome.map { nil }) }
        let waiting = ended.withLock { waiting in
            defer { waiting = [] }
            return waiting
        }
        for promise in waiting { promise.resolve(()) }
    }

    // MARK: Receiver

    /// The next message; nil at the end.
    ///
    /// - Parameter onRoom: Lets the event loop read again.
    func receive(onRoom: () -> Void) async throws -> WebSocketMessage? {
        let receiver = Receiver()
        var hasRoom = false
        let result = state.withLock { state -> Result<WebSocketMessage?, any Error>? in
            if let message = state.messages.popFirst() {
                state.size -= message.length
                hasRoom = state.isPaused && state.messages.count <= countLimit / 2 && state.size <= sizeLimit / 2
                if hasRoom { state.isPaused = false }
                return .success(message)
            }
            if let outcome = state.outcome { return outcome.map { nil } }
            state.receivers.append(receiver)
            return nil
        }
        if hasRoom { onRoom() }
        if let result { return try result.get() }
        guard let result = await receiver.value() else { throw CancellationError() }
        return try result.get()
    }

    /// Waits for the end of the connection, or for the cancellation of the task.
    func waitForEnd() async {
        let promise = Promise<Void>()
        ended.withLock { $0.append(promise) }
        if close != nil { promise.resolve(()) }
        await promise.value()
    }
}
#endif
