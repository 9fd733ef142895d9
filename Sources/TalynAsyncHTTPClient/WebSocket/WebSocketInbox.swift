#if AsyncHTTPClient && os(Linux)
import TalynCore
import _TalynSupport

/// The received messages of a connection and its end, between its event loop and the tasks that receive.
final class WebSocketInbox: Sendable {
    let messages: MessageQueue<WebSocketMessage>
    private let closeState = Lock<WebSocketClose?>(nil)
    private let activityState = Lock(0)

    init(_ options: WebSocketOptions) {
        messages = MessageQueue(countLimit: options.queueLimit, sizeLimit: options.maximumMessageSize)
    }

    /// The end of the connection; nil while it is open.
    var close: WebSocketClose? { closeState.withLock { $0 } }

    /// Whether the conversation has ended with a close frame.
    var hasClosingHandshake: Bool { close.map { $0.code != .abnormalClosure } ?? false }

    /// A number that changes whenever bytes arrive or leave.
    var activity: Int { activityState.withLock { $0 } }

    func noteActivity() { activityState.withLock { $0 &+= 1 } }

    /// Ends the messages. The first call counts.
    ///
    /// - Parameters:
    ///   - close: The end of the connection.
    ///   - outcome: The result after the last message.
    func end(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        closeState.withLock { $0 = $0 ?? close }
        messages.end(outcome)
    }
}
#endif
