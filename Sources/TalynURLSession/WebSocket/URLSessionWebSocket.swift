#if canImport(Darwin)
import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

/// A WebSocket connection of a session. Foundation carries the frames, and answers pings.
///
/// Foundation fragments and checks messages itself. It doesn't tell the frame that violates the protocol, only an error.
final class URLSessionWebSocket: WebSocketChannel {
    private typealias Completion = Promise<Result<Void, any Error>>

    private struct State {
        var isOpen = false
        /// The end, after the last message.
        var end: WebSocketClose?
        /// The close frame of the server. The messages before it may still have to be received.
        var close: WebSocketClose?
        /// Whether the caller closes the connection, or Foundation has ended it.
        var isClosing = false
        /// Whether the caller closes the connection. Further messages are dropped.
        var isClosedByCaller = false
        /// The error of the ended task.
        var failure: (any Error)?
        /// Whether Foundation has a receive under way.
        var isReceiving = false
        var activity = 0
        /// The frames that wait for Foundation, which may call back twice, or never.
        var waiting: [UInt64: Completion] = [:]
        var lastKey: UInt64 = 0
    }

    private let task: URLSessionWebSocketTask
    private let request: OutgoingRequest
    private let subprotocols: [String]
    private let messages: MessageQueue<WebSocketMessage>
    private let opened = Promise<Result<TransportResponse, any Error>>()
    private let state = Lock(State())

    init(_ task: URLSessionWebSocketTask, _ request: OutgoingRequest, _ options: WebSocketOptions) {
        self.task = task
        self.request = request.withoutContext
        subprotocols = options.subprotocols
        messages = MessageQueue(countLimit: options.queueLimit, sizeLimit: options.maximumMessageSize)
        task.maximumMessageSize = options.maximumMessageSize
    }

    deinit {
        task.cancel()
    }

    // MARK: Handshake

    /// Waits for the end of the handshake.
    ///
    /// - Returns: The response with the status 101, or that of a server that refuses, without its body.
    func response() async throws -> TransportResponse {
        guard let result = await opened.value() else {
            task.cancel()
            throw CancellationError()
        }
        var response = try result.get()
        if response.statusCode == 101 { response.webSocket = self }
        return response
    }

    /// The handshake has succeeded.
    func didOpen() {
        do {
            let fields = try (task.response as? HTTPURLResponse).map { try HTTPFields($0) } ?? [:]
            let chosen = fields[values: HTTPField.Name("Sec-WebSocket-Protocol")!]
            guard chosen.count <= 1, chosen.allSatisfy({ subprotocols.contains($0) }) else {
                let cause = "It names a subprotocol that wasn't asked for."
                throw TransportError(.invalidResponse, of: request, cause: cause)
            }
            state.withLock { $0.isOpen = true }
            opened.resolve(.success(TransportResponse(statusCode: 101, headerFields: fields, body: HTTPBody(Data()))))
            pump()
        } catch {
            refuse(error as? TransportError ?? TransportError(urlSession: error, url: request.url))
        }
    }

    /// The handshake fails, or must not go on.
    func refuse(_ error: TransportError) {
        opened.resolve(.failure(error))
        task.cancel()
        finish(error)
    }

    /// The server has sent a close frame.
    func didClose(_ code: Int, _ reason: Data?) {
        let code = WebSocketCloseCode(rawValue: UInt16(clamping: code))
        let close = WebSocketClose(code, reason: String(decoding: reason ?? Data(), as: UTF8.self))
        state.withLock { state in
            state.close = state.close ?? close
            state.isClosing = true
        }
        release(lost(WebSocketError(.closed, close: close)))
        // The messages before the close frame come first. Then, the next receive fails.
        pump()
    }

    /// The task has ended.
    func didComplete(_ error: (any Error)?) {
        let error = error ?? URLError(.networkConnectionLost)
        if let response = task.response as? HTTPURLResponse, response.statusCode != 101,
            let fields = try? HTTPFields(response)
        {
            let refusal = TransportResponse(
                statusCode: response.statusCode,
                headerFields: fields,
                url: response.url,
                body: HTTPBody(Data())
            )
            opened.resolve(.success(refusal))
        }
        let (isOpen, isReceiving) = state.withLock { state in
            state.isClosing = true
            state.failure = error
            return (state.isOpen, state.isReceiving)
        }
        guard isOpen else { return refuse(TransportError(urlSession: error, url: request.url)) }
        release(lost(error))
        // Foundation may never call back a receive that is under way. It has called back for each message that has arrived.
        guard !isReceiving else { return finish(error) }
        // The messages that have arrived come first. Then, the next receive fails.
        pump()
    }

    // MARK: End

    /// Ends the messages after the last one.
    private func finish(_ error: any Error) {
        let error = state.withLock(\.failure) ?? error
        let isPOSIX = [NSPOSIXErrorDomain, "kNWErrorDomainPOSIX"].contains((error as NSError).domain)
        let code = isPOSIX ? (error as NSError).code : 0
        if let close = state.withLock(\.close) {
            end(close, .success(()))
        } else if (error as? URLError)?.code == .dataLengthExceedsMaximum || code == Self.tooLong {
            // Foundation then has a close code of its own.
            end(WebSocketClose(.messageTooBig), .failure(WebSocketError(.messageTooLarge)))
        } else if code == Self.badMessage {
            end(WebSocketClose(.protocolError), .failure(WebSocketError(.protocolViolation)))
        } else if task.closeCode != .invalid {
            // Foundation knows a close frame before it reports it.
            let reason = String(decoding: task.closeReason ?? Data(), as: UTF8.self)
            let code = WebSocketCloseCode(rawValue: UInt16(clamping: task.closeCode.rawValue))
            end(WebSocketClose(code, reason: reason), .success(()))
        } else {
            end(WebSocketClose(.abnormalClosure), .failure(lost(error)))
        }
    }

    /// `EMSGSIZE`, the error of Foundation for a message above the limit.
    private static let tooLong = Int(EMSGSIZE)
    /// `EPROTO`, the error of Foundation for an invalid frame.
    private static let badMessage = Int(EPROTO)

    private func end(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        state.withLock { $0.end = $0.end ?? close }
        messages.end(outcome)
        if case .failure(let error) = outcome { release(error as? TransportError ?? lost(error)) }
        release(lost(WebSocketError(.closed, close: close)))
    }

    /// The error of a frame that Foundation may have sent, and of a connection without a close frame.
    private func lost(_ error: any Error) -> TransportError {
        TransportError(.connectionLost, of: request, underlyingError: error)
    }

    /// Fails what waits for Foundation.
    private func release(_ error: TransportError) {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for completion in waiting { completion.resolve(.failure(error)) }
    }

    // MARK: Messages

    var end: WebSocketClose? { state.withLock(\.end) }

    var isPaused: Bool { messages.isPaused }

    var activity: Int { state.withLock(\.activity) }

    /// Receives while there is room.
    private func pump() {
        // The end comes after the messages, also if nobody receives those in the queue any longer.
        guard state.withLock(\.isClosedByCaller) || messages.hasRoom() else { return }
        let isNew = state.withLock { state in
            guard state.isOpen, state.end == nil, !state.isReceiving else { return false }
            state.isReceiving = true
            return true
        }
        guard isNew else { return }
        task.receive { [weak self] result in
            guard let self else { return }
            state.withLock { state in
                state.isReceiving = false
                state.activity &+= 1
            }
            switch result {
            case .success(.string(let text)): add(.text(text))
            case .success(.data(let data)): add(.data(data))
            case .success: pump()
            case .failure(let error): finish(error)
            }
        }
    }

    private func add(_ message: WebSocketMessage) {
        if !state.withLock(\.isClosedByCaller) { messages.add(message, size: message.length) }
        pump()
    }

    func receive() async throws -> WebSocketMessage? {
        try await messages.next { pump() }
    }

    func send(_ message: WebSocketMessage, from site: CallSite?) async throws {
        let converted: URLSessionWebSocketTask.Message =
            switch message {
            case .text(let text): .string(text)
            case .data(let data): .data(data)
            }
        try await perform { task, done in task.send(converted) { done($0) } }
    }

    func ping() async throws {
        try await perform { task, done in task.sendPing { done($0) } }
    }

    private func perform(
        _ action: (URLSessionWebSocketTask, @escaping @Sendable ((any Error)?) -> Void) -> Void
    ) async throws {
        try Task.checkCancellation()
        let completion = Completion()
        let key = try state.withLock { state in
            if state.isClosing || state.end != nil { throw WebSocketError(.closed, close: state.end ?? state.close) }
            state.lastKey += 1
            state.waiting[state.lastKey] = completion
            return state.lastKey
        }
        defer { state.withLock { $0.waiting[key] = nil } }
        action(task) { error in completion.resolve(error.map { .failure($0) } ?? .success(())) }
        guard let result = await completion.value() else {
            cancel()
            throw CancellationError()
        }
        guard case .failure(let error) = result else { return }
        try Task.checkCancellation()
        if error is TransportError { throw error }
        if let close = end ?? state.withLock(\.close), close.code != .abnormalClosure {
            throw lost(WebSocketError(.closed, close: close))
        }
        throw lost(error)
    }

    func close(_ close: WebSocketClose) async {
        state.withLock { state in
            state.isClosing = true
            state.isClosedByCaller = true
        }
        let code = close.code.isAllowedInFrame ? Int(close.code.rawValue) : 1000
        task.cancel(
            with: URLSessionWebSocketTask.CloseCode(rawValue: code) ?? .normalClosure,
            reason: Data(close.reasonBytes)
        )
        pump()
        await messages.waitForEnd()
    }

    func cancel() {
        task.cancel()
        finish(URLError(.cancelled))
    }
}

extension URLSessionTransportDelegate: URLSessionWebSocketDelegate {
    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didOpenWithProtocol protocol: String?
    ) {
        sockets.withLock { $0[webSocketTask.taskIdentifier] }?.value?.didOpen()
    }

    func urlSession(
        _ session: URLSession,
        webSocketTask: URLSessionWebSocketTask,
        didCloseWith closeCode: URLSessionWebSocketTask.CloseCode,
        reason: Data?
    ) {
        sockets.withLock { $0[webSocketTask.taskIdentifier] }?.value?.didClose(closeCode.rawValue, reason)
    }

    func add(_ socket: URLSessionWebSocket, for task: URLSessionTask) {
        sockets.withLock { $0[task.taskIdentifier] = WeakSocket(value: socket) }
    }

    /// - Returns: Whether the task is one of a WebSocket.
    func completeSocket(_ task: URLSessionTask, _ error: (any Error)?) -> Bool {
        guard let socket = sockets.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return false }
        socket.value?.didComplete(error)
        return true
    }
}

/// A connection that its reader retains.
struct WeakSocket: Sendable {
    weak var value: URLSessionWebSocket?
}

extension URLRequest {
    /// Creates the request of a handshake, which needs a URL with `ws` or `wss`.
    init(webSocket request: OutgoingRequest, _ options: WebSocketOptions) throws(TransportError) {
        self = try URLRequest(request)
        if let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: false) {
            parts.scheme = parts.scheme?.lowercased() == "https" ? "wss" : "ws"
            self.url = parts.url
        }
        if !options.subprotocols.isEmpty {
            setValue(options.subprotocols.joined(separator: ", "), forHTTPHeaderField: "Sec-WebSocket-Protocol")
        }
    }
}
#endif
