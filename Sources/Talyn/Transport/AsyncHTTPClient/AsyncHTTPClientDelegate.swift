#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Passes AsyncHTTPClient's events to an exchange, and enforces the idle timeout.
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
    /// The idle timeout; nil for none.
    private let timeout: TimeAmount?
    private let onSend: (@Sendable (Int64) -> Void)?
    /// Retained until the exchange is over, since the transport shuts its client down on deinitialization.
    private let transport: AsyncHTTPClientTransport
    private let state = Lock(State())

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

    /// Observes the client's task.
    ///
    /// - Parameter sendsStream: Whether the request has a body that is not in memory. If a response comes before the
    ///   end of such a body, the client reports some failures to the task only, and not to the delegate.
    func start(_ task: HTTPClient.Task<Void>, sendsStream: Bool) {
        exchange.whenAborted { task.cancel() }
        if sendsStream { task.futureResult.whenFailure { [self] in fail($0) } }
        guard timeout != nil else { return }
        transport.idleTimeout.start(watching: self)
        // The exchange may be over already.
        if state.withLock({ $0.hasEnded }) { transport.idleTimeout.stop(watching: self) }
    }

    /// Calls a closure when the exchange is over.
    func whenEnded(_ onEnd: @escaping @Sendable () -> Void) {
        let hasEnded = state.withLock { state in
            if !state.hasEnded { state.onEnd = onEnd }
            return state.hasEnded
        }
        if hasEnded { onEnd() }
    }

    // MARK: Events of the client

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
        // A short body often arrives with the head. The reader then wakes up once for both.
        exchange.receive(.head(response)) { task.eventLoop.execute($0) }
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

    /// Ends the exchange. The client may report an end twice.
    private func end() {
        let (wasOver, onEnd) = state.withLock { state in
            defer { state.hasEnded = true }
            return (state.hasEnded, state.onEnd.take())
        }
        onEnd?()
        guard !wasOver else { return }
        transport.requestEnded()
        if timeout != nil { transport.idleTimeout.stop(watching: self) }
    }

    // MARK: Idle timeout

    /// The time at which the idle timeout expires.
    var deadline: NIODeadline {
        guard let timeout else { return .distantFuture }
        // While a slow reader blocks the connection, the server isn't idle.
        let lastActivity = exchange.isPaused ? .now() : state.withLock { $0.lastActivity }
        return lastActivity + timeout
    }

    /// Fails the exchange after the idle timeout.
    func deadlineHasPassed() {
        exchange.cancel(TransportError(.timedOut, url: url))
    }

    private func noteActivity() {
        guard timeout != nil else { return }
        state.withLock { $0.lastActivity = .now() }
    }
}

extension Data {
    /// The readable bytes. Small parts of a buffer are copied, so that the buffer can be released.
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
