public import TalynCore
import _TalynSupport

extension Provider {
    /// A conversation with a target over one connection after the other; see ``WebSocketSession``.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - codec: The conversion of the messages.
    ///   - webSocket: Subprotocols, limits and pings. Senders wait for the system: ``/Talyn/WebSocketOptions/sendBufferSize`` is zero.
    ///   - reconnection: The rules by which the session connects again.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    ///   - resume: Runs on each new connection before its messages are read, such as to subscribe after the last message. It uses the
    ///     connection and not the session. If it throws on an open connection, the session fails.
    public func session<Incoming, Outgoing>(
        _ target: Target,
        codec: WebSocketCodec<Incoming, Outgoing>,
        webSocket: WebSocketOptions = WebSocketOptions(),
        reconnection: WebSocketReconnection = WebSocketReconnection(),
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line,
        resume: @escaping @Sendable (WebSocketConnection<Incoming, Outgoing>) async throws -> Void = { _ in }
    ) -> WebSocketSession<Incoming, Outgoing> {
        let connect = { @Sendable (timeLeft: Duration?) async throws(TalynError) in
            var (options, webSocket) = (options, webSocket)
            // The session tells its callers which messages weren't sent.
            webSocket.sendBufferSize = 0
            if let timeLeft { options.deadline = timeLeft }
            return try await self.connect(
                target,
                codec: codec,
                webSocket: webSocket,
                options: options,
                fileID: fileID,
                line: line
            )
        }
        return WebSocketSession(SessionDriver(connect, reconnection, TimeSource(clock), resume: resume))
    }
}

extension Provider where Target: WebSocketTargetType {
    /// A conversation with a target over one connection after the other, with the target's types and options.
    ///
    /// See ``session(_:codec:webSocket:reconnection:options:fileID:line:resume:)``.
    public func session(
        _ target: Target,
        reconnection: WebSocketReconnection = WebSocketReconnection(),
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line,
        resume: @escaping @Sendable (WebSocketConnection<Target.Incoming, Target.Outgoing>) async throws -> Void = {
            _ in
        }
    ) -> WebSocketSession<Target.Incoming, Target.Outgoing> {
        session(
            target,
            codec: target.codec,
            webSocket: target.webSocket,
            reconnection: reconnection,
            options: options,
            fileID: fileID,
            line: line,
            resume: resume
        )
    }
}
