#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Feeds an exchange with what AsyncHTTPClient receives, and ends it when the server is silent for too long.
final class AsyncHTTPClientDelegate: HTTPClientResponseDelegate {
    typealias Response = Void

    private struct State {
        let start: NIODeadline
        var headSent: NIODeadline?
        var requestSent: NIODeadline?
        var lastActivity: NIODeadline
        var onEnd: (@Sendable () -> Void)?
        var hasEnded = false
        var sentBytes: Int64 = 0

        init() {
            start = .now()
            lastActivity = start
        }
    }

    let exchange = Exchange()
    private let url: URL
    /// How long the server may be silent; nil if for ever.
    private let timeout: TimeAmount?
    private let onSend: (@Sendable (Int64) -> Void)?
    /// Kept until the exchange is over, since it shuts its client down when nobody holds it.
    private let transport: AsyncHTTPClientTransport
    private let state = Locked(State())

    init(
        url: URL,
        timeout: TimeInterval,
        onSend: (@Sendable (Int64) -> Void)?,
        transport: AsyncHTTPClientTransport
    ) {
        self.url = url
        self.timeout = timeout > 0 && timeout < 1e9 ? .nanoseconds(Int64(timeout * 1e9)) : nil
        self.onSend = onSend
        self.transport = transport
    }

    /// Follows the client's task to its end.
    ///
    /// - Parameter sendsStream: Whether the request has a body that is not in memory. When a response comes before its
    ///   end, some failures reach the task only, and not the delegate.
    func start(_ task: HTTPClient.Task<Void>, sendsStream: Bool) {
        exchange.whenAborted { task.cancel() }
        if sendsStream { task.futureResult.whenFailure { [self] in fail($0) } }
        guard timeout != nil else { return }
        transport.idleTimeout.start(watching: self)
        // It may have ended before it was watched.
        if state.withLock({ $0.hasEnded }) { transport.idleTimeout.stop(watching: self) }
    }

    /// Calls the closure when the exchange is over.
    func whenEnded(_ onEnd: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd = onEnd }
            return state.hasEnded
        }
        if hasEnded { onEnd() }
    }

    // MARK: What the client reports

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLock { $0.headSent = .now() }
    }

    func didSendRequest(task: HTTPClient.Task<Void>) {
        state.withLock { $0.requestSent = .now() }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        noteActivity()
        guard let onSend else { return }
        onSend(
            state.withLock { state in
                state.sentBytes += Int64(part.readableBytes)
                return state.sentBytes
            }
        )
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        let moments = state.withLock { state in
            state.lastActivity = .now()
            return state
        }
        let headerFields: HTTPFields
        do throws(HeaderFieldLimitError) {
            headerFields = try HTTPFields(limiting: head.headers)
        } catch {
            let failure = TransportError(.invalidResponse, url: url, underlyingError: error)
            exchange.receive(.failure(failure))
            return task.eventLoop.makeFailedFuture(failure)
        }
        var response = Exchange.Head(statusCode: Int(head.status.code), headerFields: headerFields, url: url)
        response.timings = TransportTimings(
            start: moments.start,
            headSent: moments.headSent,
            requestSent: moments.requestSent,
            head: moments.lastActivity
        )
        exchange.receive(.head(response))
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        noteActivity()
        let isFull = exchange.receive(.chunk(Data(chunk: buffer))) { task.eventLoop.execute($0) }
        guard isFull else { return task.eventLoop.makeSucceededVoidFuture() }
        let drained = task.eventLoop.makePromise(of: Void.self)
        exchange.whenDrained { [self] in
            noteActivity()
            drained.succeed()
        }
        return drained.futureResult
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        end()
        exchange.receive(.end)
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        fail(error)
    }

    private func fail(_ error: any Error) {
        end()
        exchange.receive(.failure(TransportError(asyncHTTPClient: error, url: url)))
    }

    private func end() {
        let onEnd = state.withLock { state in
            state.hasEnded = true
            return state.onEnd.take()
        }
        onEnd?()
        if timeout != nil { transport.idleTimeout.stop(watching: self) }
    }

    // MARK: Silence

    /// When the server's silence has lasted too long, as things are now.
    var deadline: NIODeadline {
        guard let timeout else { return .distantFuture }
        // While the reader is slow it is not the server that is silent.
        let lastActivity = exchange.isPaused ? .now() : state.withLock { $0.lastActivity }
        return lastActivity + timeout
    }

    /// Ends the exchange, since the server has been silent for too long.
    func deadlineHasPassed() {
        exchange.cancel(TransportError(.timedOut, url: url))
    }

    private func noteActivity() {
        guard timeout != nil else { return }
        state.withLock { $0.lastActivity = .now() }
    }
}

extension Data {
    /// The readable bytes: those of the buffer if they are many and most of it, otherwise a copy that doesn't keep it alive.
    fileprivate init(chunk buffer: ByteBuffer) {
        guard buffer.readableBytes >= 16_384, buffer.readableBytes >= buffer.storageCapacity / 4 else {
            self = buffer.withUnsafeReadableBytes { Data($0) }
            return
        }
        self = buffer.withUnsafeReadableBytesWithStorageManagement { bytes, storage in
            guard let start = bytes.baseAddress else { return Data() }
            _ = storage.retain()
            return Data(
                bytesNoCopy: UnsafeMutableRawPointer(mutating: start),
                count: bytes.count,
                deallocator: .custom { _, _ in storage.release() }
            )
        }
    }
}
#endif
