#if AsyncHTTPClient && os(Linux)
import NIOCore
import _TalynSupport

/// The messages that senders have handed to a connection, and that its event loop hasn't taken yet.
///
/// The event loop takes all of them at once, which costs one change of threads and one call of the system. It is the buffer of
/// ``/Talyn/WebSocketOptions/sendBufferSize``: while it is full, a sender waits until the system has taken its message.
final class WebSocketOutbox: Sendable {
    /// The frames of a message, or the rest of them.
    struct Message {
        var frames: ArraySlice<ByteBuffer>
        /// The bytes of the buffer that the message needs; zero if its sender waits.
        var size = 0
        /// Hears whether the system has taken the message, if its sender waits.
        var completion: WebSocketHandler.Completion?
    }

    /// The result of handing over a message.
    enum Addition {
        /// The message is in the buffer. The first one in it has to be announced to the event loop.
        case added(isFirst: Bool)
        /// The buffer is full, or the connection sends nothing more. The sender has to ask the event loop.
        case refused
    }

    private struct State {
        var messages: [Message] = []
        /// The size of the messages in the buffer, with those that the event loop has taken and not written.
        var size = 0
        var isClosed = false
    }

    private let limit: Int
    private let state = Lock(State())

    /// - Parameter limit: The size of the messages from which on the buffer is full, in bytes.
    init(limit: Int) {
        self.limit = limit
    }

    func add(_ frames: [ByteBuffer]) -> Addition {
        let size = frames.reduce(0) { $0 + $1.readableBytes }
        return state.withLock { state in
            guard !state.isClosed, state.size + size <= limit else { return .refused }
            state.size += size
            state.messages.append(Message(frames: frames[...], size: size))
            return .added(isFirst: state.messages.count == 1)
        }
    }

    /// Takes the messages in their order.
    func take() -> [Message] {
        state.withLock { state in
            defer { state.messages = [] }
            return state.messages
        }
    }

    /// Makes room after a message is written.
    func written(_ message: Message) {
        if message.size > 0 { state.withLock { $0.size -= message.size } }
    }

    /// Refuses further messages, and drops those that the event loop hasn't taken.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.messages = []
        }
    }
}
#endif
