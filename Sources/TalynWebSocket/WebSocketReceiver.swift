import TalynCore
import _TalynSupport

/// Asks for a connection in each attempt of a call, and takes it from the response.
final class WebSocketReceiver: RequestAdapter, BodyReceiver {
    private let options: WebSocketOptions
    private let channel = Lock<(any WebSocketChannel)?>(nil)

    init(_ options: WebSocketOptions) {
        self.options = options
    }

    func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
        request.webSocket = options
        // A stored response can't open a connection.
        request.allowsTransportCache = false
    }

    /// The status 101 counts, whatever the target's validation is. Each other status is a failure.
    func receive(_ incoming: IncomingResponse, isAccepted: Bool) async throws -> Response? {
        guard let new = incoming.head.webSocket else { return nil }
        replace(by: new)
        return incoming.response
    }

    /// The connection of the call's response.
    func take() -> (any WebSocketChannel)? { channel.withLock { $0.take() } }

    /// Drops the connection of a call that fails afterwards, or of an earlier attempt.
    func replace(by new: (any WebSocketChannel)? = nil) {
        let old = channel.withLock { channel in
            defer { channel = new }
            return channel
        }
        old?.cancel()
    }
}
