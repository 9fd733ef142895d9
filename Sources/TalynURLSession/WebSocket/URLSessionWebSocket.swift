#if canImport(Darwin)
import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

/// A WebSocket connection of a session. Foundation carries the frames, and answers pings.
///
/// Foundation fragments and checks messages itself. It doesn't tell the frame that violates the protocol, only an error.
final class URLSessionWebSocket: WebSocketChannel {
    private struct State {
        var end: WebSocketClose?
        /// Whether Foundation has a receive under way.
        var isReceiving = false
        var activity = 0
    }

    private let task: URLSessionWebSocketTask
    private let request: OutgoingRequest
    private let messages: MessageQueue<WebSocketMessage>
    private let opened = Promise<Result<TransportResponse, any Error>>()
    private let state = Lock(State())

    init(_ task: URLSessionWebSocketTask, _ request: OutgoingRequest, _ options: WebSocketOptions) {
        self.task = task
        self.request = request.withoutContext
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
            opened.resolve(.success(TransportResponse(statusCode: 101, headerFields: fields, body: HTTPBody(Data()))))
            pump()
        } catch {
            fail(error)
        }
    }

    /// The server has sent a close frame.
    func didClose(_ code: Int, _ reason: Data?) {
        let code = WebSocketCloseCode(rawValue: UInt16(clamping: code))
        end(WebSocketClose(code, reason: String(decoding: reason ?? Data(), as: UTF8.self)), .success(()))
    }

    /// The task has ended.
    func didComplete(_ error: (any Error)?) {
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
        fail(error ?? URLError(.networkConnectionLost))
    }

    private func fail(_ error: any Error) {
        let failure = TransportError(urlSession: error, url: request.url)
        opened.resolve(.failure(failure))
        // Foundation knows a close frame before it reports it.
        if task.closeCode != .invalid {
            didClose(task.closeCode.rawValue, task.closeReason)
        } else if (error as? URLError)?.code == .dataLengthExceedsMaximum || (error as NSError).code == Self.tooLong {
            end(WebSocketClose(.messageTooBig), .failure(WebSocketError(.messageTooLarge)))
        } else if (error as NSError).code == Self.badMessage {
            end(WebSocketClose(.protocolError), .failure(WebSocketError(.protocolViolation)))
        } else {
            let lost = TransportError(.connectionLost, of: request, underlyingError: error)
            end(WebSocketClose(.abnormalClosure), .failure(lost))
        }
    }

    /// `EMSGSIZE`, the error of Foundation for a message above the limit.
    private static let tooLong = Int(EMSGSIZE)
    /// `EPROTO`, the error of Foundation for an invalid frame.
    private static let badMessage = Int(EPROTO)

    private func end(_ close: WebSocketClose, _ outcome: Result<Void, any Error>) {
        state.withLock { $0.end = $0.end ?? close }
        messages.end(outcome)
    }

    // MARK: Messages

    var end: WebSocketClose? { state.withLock(\.end) }

    var isPaused: Bool { messages.isPaused }

    var activity: Int { state.withLock(\.activity) }

    /// Receives while there is room.
    private func pump() {
        guard messages.hasRoom() else { return }
        let isNew = state.withLock { state in
            defer { state.isReceiving = true }
            return !state.isReceiving
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
            case .failure(let error): fail(error)
            }
        }
    }

    private func add(_ message: WebSocketMessage) {
        messages.add(message, size: message.length)
        pump()
    }

    func receive() async throws -> WebSocketMessage? {
        do {
            return try await messages.next { pump() }
        } catch let error as CancellationError {
            cancel()
            throw error
        }
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
        if let end { throw WebSocketError(.closed, close: end) }
        // Foundation may call back twice, or never.
        let done = Promise<Result<Void, any Error>>()
        action(task) { error in done.resolve(error.map { .failure($0) } ?? .success(())) }
        let ended = Task.inScope { [messages] in
            await messages.waitForEnd()
            done.resolve(.failure(CancellationError()))
        }
        defer { ended.cancel() }
        let result = await done.value()
        if Task.isCancelled {
            cancel()
            throw CancellationError()
        }
        if case .success? = result { return }
        if let end, end.code != .abnormalClosure { throw WebSocketError(.closed, close: end) }
        guard case .failure(let error)? = result, !(error is CancellationError) else {
            throw TransportError(.connectionLost, of: request)
        }
        throw TransportError(.connectionLost, of: request, underlyingError: error)
    }

    func close(_ close: WebSocketClose) async {
        let code = URLSessionWebSocketTask.CloseCode(rawValue: Int(close.code.rawValue)) ?? .normalClosure
        task.cancel(with: code, reason: Data(close.reasonBytes))
        await messages.waitForEnd()
    }

    func cancel() {
        task.cancel()
        fail(URLError(.cancelled))
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
