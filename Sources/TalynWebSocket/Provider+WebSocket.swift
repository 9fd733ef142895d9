public import TalynCore
import _TalynSupport

extension Provider {
    /// Opens a WebSocket connection to a target.
    ///
    /// The handshake is a call with all plugins: it can be retried, signed, redirected and logged. A server that refuses it fails the
    /// call with its status, and the error has the body. The ``/Talyn/RequestOptions/deadline`` counts for the handshake and the connection
    /// together, and ``/Talyn/RequestOptions/timeout`` for an attempt of the handshake.
    ///
    /// - Parameters:
    ///   - target: The target. Its method is GET, and it has no body. Its base URL and the URL of the options can have the schemes
    ///     `ws` and `wss`, which count as `http` and `https`.
    ///   - codec: The conversion of the messages.
    ///   - webSocket: Subprotocols, limits and pings.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    /// - Throws: ``/Talyn/TalynError``.
    public func connect<Incoming, Outgoing>(
        _ target: Target,
        codec: WebSocketCodec<Incoming, Outgoing>,
        webSocket: WebSocketOptions = WebSocketOptions(),
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> WebSocketConnection<Incoming, Outgoing> {
        try await open(target, codec, webSocket, options, CallSite(fileID: fileID, line: line))
    }

    /// Opens a WebSocket connection for the time of a closure, and closes it on every way out.
    ///
    /// The connection is closed with the code 1000 after the closure has returned, and with 1001 after an error or a cancellation. The
    /// function returns when the server has agreed, at the latest after ``/Talyn/WebSocketOptions/closeTimeout``.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - codec: The conversion of the messages.
    ///   - webSocket: Subprotocols, limits and pings.
    ///   - options: Options that replace those of the target.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    ///   - isolation: The actor of the closure.
    ///   - body: The conversation.
    /// - Returns: The result of the closure.
    /// - Throws: ``/Talyn/TalynError`` of the handshake, and the error of the closure.
    public func withWebSocket<Incoming, Outgoing, Value>(
        _ target: Target,
        codec: WebSocketCodec<Incoming, Outgoing>,
        webSocket: WebSocketOptions = WebSocketOptions(),
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WebSocketConnection<Incoming, Outgoing>) async throws -> Value
    ) async throws -> Value {
        let site = CallSite(fileID: fileID, line: line)
        return try await open(target, codec, webSocket, options, site).closing(after: body)
    }

    fileprivate func open<Incoming, Outgoing>(
        _ target: Target,
        _ codec: WebSocketCodec<Incoming, Outgoing>,
        _ webSocket: WebSocketOptions,
        _ options: RequestOptions,
        _ site: CallSite?
    ) async throws(TalynError) -> WebSocketConnection<Incoming, Outgoing> {
        let receiver = WebSocketReceiver(webSocket)
        var setup = CallSetup(callSite: site)
        setup.receiver = receiver
        setup.plugins = [receiver]
        let response: Response
        do throws(TalynError) {
            response = try await request(target, options: options, setup: setup)
        } catch {
            receiver.replace()
            throw error
        }
        guard let channel = receiver.take() else {
            throw TalynError(WebSocketError.unsupported(by: "A plugin that answers the call"), response: response)
        }
        return WebSocketConnection(channel, response, codec, target.coding, webSocket)
    }
}

extension Provider where Target: WebSocketTargetType {
    /// Opens a WebSocket connection to a target, with the target's types and options.
    ///
    /// See ``connect(_:codec:webSocket:options:fileID:line:)``.
    ///
    /// - Throws: ``/Talyn/TalynError``.
    public func connect(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) async throws(TalynError) -> WebSocketConnection<Target.Incoming, Target.Outgoing> {
        try await open(target, target.codec, target.webSocket, options, CallSite(fileID: fileID, line: line))
    }

    /// Opens a WebSocket connection for the time of a closure, with the target's types and options.
    ///
    /// See ``withWebSocket(_:codec:webSocket:options:fileID:line:isolation:_:)``.
    ///
    /// - Returns: The result of the closure.
    /// - Throws: ``/Talyn/TalynError`` of the handshake, and the error of the closure.
    public func withWebSocket<Value>(
        _ target: Target,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line,
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WebSocketConnection<Target.Incoming, Target.Outgoing>) async throws -> Value
    ) async throws -> Value {
        let site = CallSite(fileID: fileID, line: line)
        return try await open(target, target.codec, target.webSocket, options, site).closing(after: body)
    }
}

extension WebSocketConnection {
    fileprivate func closing<Value>(
        isolation: isolated (any Actor)? = #isolation,
        after body: (WebSocketConnection) async throws -> Value
    ) async throws -> Value {
        do {
            let value = try await body(self)
            await close()
            return value
        } catch {
            await end(by: WebSocketClose(.goingAway))
            throw error
        }
    }
}
