import HTTPTypes
public import TalynCore
import _TalynSupport

/// An open WebSocket connection. It is a sequence of the server's messages.
///
/// ```swift
/// let connection = try await chat.connect(.room(id: 7), codec: .json(Event.self, Command.self))
/// try await connection.send(.join(name: "ada"))
/// for try await event in connection { print(event.text) }
/// ```
///
/// The sequence ends when the server closes with the code 1000 or 1001 or with none, and after ``close(_:reason:)``. With another
/// code, it throws a ``/Talyn/TalynError`` with a ``/Talyn/WebSocketError``. Each message goes to one iterator.
///
/// A cancelled task closes the connection that it receives from, with the code 1001, and can drop the one that it sends to. The release
/// of the connection drops it.
public final class WebSocketConnection<Incoming: Sendable, Outgoing: Sendable>: AsyncSequence, Sendable {
    /// The response of the handshake, with the status 101.
    public let response: Response

    private let codec: WebSocketCodec<Incoming, Outgoing>
    private let coding: CodingOptions
    private let channel: any WebSocketChannel
    private let closeTimeout: Duration
    private let watch: ConnectionWatch

    init(
        _ channel: any WebSocketChannel,
        _ response: Response,
        _ codec: WebSocketCodec<Incoming, Outgoing>,
        _ coding: CodingOptions,
        _ options: WebSocketOptions
    ) {
        self.channel = channel
        self.response = response
        self.codec = codec
        self.coding = coding
        closeTimeout = options.closeTimeout
        watch = ConnectionWatch(channel, options, response.context)
    }

    deinit {
        watch.stop()
        channel.cancel()
    }

    /// The subprotocol that the server chose; nil for none.
    public var subprotocol: String? { response.headerFields[.secWebSocketProtocol] }

    /// The end of the connection; nil while it is open. Without a close frame of the server, it has the code
    /// ``/Talyn/WebSocketCloseCode/abnormalClosure``.
    public var end: WebSocketClose? { channel.end }

    /// Whether messages can be sent, as far as is known.
    var isOpen: Bool { channel.end == nil && !watch.isLost }

    /// Sends a message, and returns when the system has taken it for the network, or when the message is in the buffer of
    /// ``/Talyn/WebSocketOptions/sendBufferSize``.
    ///
    /// A slow server so slows the sender. After an error, the server may have the message, or not.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Throws: ``/Talyn/TalynError``. Its cause is a ``/Talyn/WebSocketError`` for a message that can't be encoded, and on a closed
    ///   connection.
    public func send(
        _ message: Outgoing,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) {
        let encoded: WebSocketMessage
        do {
            encoded = try codec.encode(message, coding)
        } catch {
            throw failure(WebSocketError(.invalidMessage, underlyingError: error))
        }
        do {
            try await channel.send(encoded, from: CallSite(fileID: fileID, line: line))
        } catch {
            watch.noteLoss(error)
            throw failure(error)
        }
    }

    /// Sends a ping, and returns at its pong. Connections send pings by themselves, too; see ``/Talyn/WebSocketOptions/pingInterval``.
    ///
    /// - Returns: The time between both.
    /// - Throws: ``/Talyn/TalynError``.
    @discardableResult
    public func ping() async throws(TalynError) -> Duration {
        let start = watch.time.now
        do {
            try await channel.ping()
        } catch {
            watch.noteLoss(error)
            throw failure(error)
        }
        return watch.time.now - start
    }

    /// Closes the connection with the code 1000; see ``close(_:reason:)``.
    ///
    /// - Returns: The end of the connection.
    @discardableResult
    public func close() async -> WebSocketClose { await end(by: WebSocketClose()) }

    /// Closes the connection, and waits for the server to agree, at most for ``/Talyn/WebSocketOptions/closeTimeout``.
    ///
    /// A cancelled task waits, too. Messages that arrive afterwards are dropped. A further call only waits.
    ///
    /// - Parameters:
    ///   - code: A code that a close frame may have; see ``/Talyn/WebSocketCloseCode/isAllowedInFrame``.
    ///   - reason: The reason, of at most 123 bytes.
    /// - Returns: The end of the connection. Without an answer of the server, it has the code
    ///   ``/Talyn/WebSocketCloseCode/abnormalClosure``.
    /// - Throws: ``/Talyn/TalynError`` with a ``/Talyn/WebSocketError`` for a code or a reason that can't be sent. The connection stays
    ///   open.
    @discardableResult
    public func close(_ code: WebSocketCloseCode, reason: String = "") async throws(TalynError) -> WebSocketClose {
        await end(by: try .checked(code, reason, response))
    }

    /// Closes the connection, also for a cancelled task.
    @discardableResult
    func end(by close: WebSocketClose) async -> WebSocketClose {
        let close = watch.close(by: close)
        await Task.inScope { [channel, closeTimeout, time = watch.time] in
            let limit = TimeLimit(duration: closeTimeout, time: time)
            // A channel may wait for the server even if its task is cancelled.
            _ = await limit.outcome {
                await channel.close(close)
            } onReach: {
                channel.cancel()
            }
            if channel.end == nil { channel.cancel() }
        }.value
        return end ?? WebSocketClose(.abnormalClosure)
    }

    public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(connection: self) }

    /// Receives the messages of a connection.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let connection: WebSocketConnection

        /// The next message; nil at the end.
        ///
        /// - Throws: ``/Talyn/TalynError``. Its cause is a ``/Talyn/WebSocketError`` for a message that can't be decoded, after which
        ///   the next one
        ///   can be received.
        public mutating func next() async throws(TalynError) -> Incoming? { try await connection.receive() }
    }

    /// Notes how the caller closes the connection. The first call counts, also before that of a cancelled task.
    func willEnd(by close: WebSocketClose) { _ = watch.close(by: close) }

    private func receive() async throws(TalynError) -> Incoming? {
        let message: WebSocketMessage?
        do {
            // A queue with messages doesn't see it.
            try Task.checkCancellation()
            message = try await watch.receive()
        } catch {
            if error is CancellationError {
                // The caller may close the connection before the task does.
                let close = watch.close(by: WebSocketClose(.goingAway))
                Task.inScope { await self.end(by: close) }
            } else {
                watch.stop()
                if watch.isClosing { return nil }
            }
            throw failure(error)
        }
        guard let message else {
            watch.stop()
            guard let end = channel.end, !end.isNormal, !watch.isClosing else { return nil }
            throw failure(WebSocketError(.closed, close: end))
        }
        do {
            return try codec.decode(message, coding)
        } catch {
            throw failure(WebSocketError(.invalidMessage, underlyingError: error))
        }
    }

    /// The error of the caller: the limit that ended the connection, if one did.
    private func failure(_ error: any Error) -> TalynError {
        let isMessage = (error as? WebSocketError)?.kind == .invalidMessage
        return TalynError(isMessage ? error : watch.failure ?? error, response: response)
    }
}

extension WebSocketClose {
    /// An end that a close frame can have.
    ///
    /// - Parameter response: The response of the error, if a connection is open.
    static func checked(
        _ code: WebSocketCloseCode,
        _ reason: String,
        _ response: Response? = nil
    ) throws(TalynError) -> WebSocketClose {
        let close = WebSocketClose(code, reason: reason)
        do {
            try close.check()
        } catch {
            throw TalynError(error, response: response)
        }
        return close
    }
}

extension HTTPField.Name {
    static let secWebSocketProtocol = HTTPField.Name("Sec-WebSocket-Protocol")!
}
