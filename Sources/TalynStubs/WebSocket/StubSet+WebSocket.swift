import _TalynFoundation
import _TalynSupport

extension RequestMatcher {
    /// Handshakes of WebSocket connections with a path; see ``path(_:)``.
    public static func webSocket(_ path: String) -> RequestMatcher {
        RequestMatcher(.all([.webSocket, .path(PathTemplate(path))]))
    }
}

extension RequestMatcher.Condition {
    /// Whether an ordinary request would match if it opened a WebSocket.
    func isForWebSocket(only request: MatchedRequest) -> Bool {
        guard request.request.request.webSocket == nil else { return false }
        let others = conjuncts.filter { !$0.isWebSocket }
        return others.count < conjuncts.count && others.allSatisfy { $0.matches(request) }
    }

    private var isWebSocket: Bool { if case .webSocket = self { true } else { false } }
}

extension StubAnswer {
    /// Agrees to a WebSocket connection, and scripts the server's side of it.
    ///
    /// ```swift
    /// stubs.on(.webSocket("/rooms/{id}"), .status(503), .conversation { $0.send("welcome") })
    /// ```
    ///
    /// - Parameters:
    ///   - subprotocol: The subprotocol that the server chooses; nil for none. One that the client doesn't offer fails the handshake.
    ///   - script: The conversation. Its end closes the connection with the code 1000, and its error drops it.
    public static func conversation(
        subprotocol: String? = nil,
        _ script: @escaping @Sendable (StubConversation) async throws -> Void
    ) -> StubAnswer {
        StubAnswer { request, moment in
            guard let options = request.request.webSocket else {
                throw WebSocketError.unsupported(by: "An ordinary request")
            }
            try request.request.checkWebSocket()
            if let subprotocol, !options.subprotocols.contains(subprotocol) {
                let cause = "The client offers no subprotocol '\(subprotocol)', which the stub chooses."
                throw TransportError(
                    .invalidResponse,
                    of: request.request,
                    cause: cause,
                    detail: .unofferedSubprotocol
                )
            }
            let channel = StubWebSocket(options, origin: request.request.origin)
            let conversation = StubConversation(request, channel, moment.time, moment.report)
            // It begins before the client has the connection.
            channel.start(Task.immediately { await conversation.run(script) })
            var response = TransportResponse(statusCode: 101, body: HTTPBody(Data()))
            response.headerFields[.secWebSocketProtocol] = subprotocol
            response.webSocket = StubWebSocketClient(channel)
            return response
        }
    }
}

extension StubSet {
    /// Adds a stub that scripts the server's side of WebSocket conversations; see ``StubConversation``.
    ///
    /// - Parameters:
    ///   - matcher: The handshakes that it answers, such as ``RequestMatcher/webSocket(_:)``.
    ///   - times: The expected number of connections.
    ///   - fileID: The file of the stub, for a test to fail there.
    ///   - filePath: The path of that file.
    ///   - line: The line of the stub.
    ///   - column: The column of the stub.
    ///   - script: The conversation.
    /// - Returns: The stub, for ``requests(to:)``.
    @discardableResult
    public func on(
        _ matcher: RequestMatcher,
        times: StubTimes = .atLeast(1),
        fileID: StaticString = #fileID,
        filePath: StaticString = #filePath,
        line: Int = #line,
        column: Int = #column,
        conversation script: @escaping @Sendable (StubConversation) async throws -> Void
    ) -> Stub {
        on(
            matcher,
            .conversation(script),
            times: times,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }
}

extension HTTPField.Name {
    fileprivate static let secWebSocketProtocol = HTTPField.Name("Sec-WebSocket-Protocol")!
}
