public import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
public import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// The response of a session's task, between the delegate of the session and the reader of the response.
///
/// A transport on a URLSession of your own creates one for each request, and passes on what its delegate receives:
///
/// ```swift
/// func send(_ request: OutgoingRequest) async throws -> TransportResponse {
///     let exchange = URLSessionExchange()
///     let task = session.dataTask(with: try URLRequest(request))
///     delegate.follow(task, exchange)
///     exchange.whenAborted { task.cancel() }
///     task.resume()
///     return try await exchange.response()
/// }
/// ```
///
/// A slow reader doesn't fill the memory. On Apple platforms, the task pauses until the reader has caught up. On Linux, a session
/// can't stop reading. There, what is unread goes to a file without a name, up to 4 GB.
///
/// A cancelled or forgotten reader aborts the exchange.
public final class URLSessionExchange: Sendable {
    let events: Exchange
    private let hasHead = Lock(false)
    #if os(Linux)
    private let buffer: ResponseBodyBuffer
    #endif

    /// Creates an exchange.
    ///
    /// - Parameter highWaterMark: The number of unread bytes in memory at which the task pauses; by default 1 MB.
    public init(highWaterMark: Int = 1 << 20) {
        events = Exchange(highWaterMark: highWaterMark)
        #if os(Linux)
        buffer = ResponseBodyBuffer(events)
        #endif
    }

    /// Waits for the head of the response. Its body is read from the exchange.
    ///
    /// - Throws: The error of the exchange, and ``/Talyn/TransportError`` with `cancelled` if the task of the caller is cancelled.
    public func response() async throws -> TransportResponse { try await events.response() }

    /// Sets the closure that aborts the exchange with the network. Set it before the request starts.
    ///
    /// The closure retains the task until the exchange is over. It is called at once if the exchange was aborted before.
    public func whenAborted(_ abort: @escaping @Sendable () -> Void) { events.whenAborted(abort) }

    /// Passes the head of the response.
    ///
    /// Skips interim responses (RFC 9110, section 15.2), and every head after the first other one. A head with more than 10,000 fields
    /// fails the exchange.
    public func receive(_ response: HTTPURLResponse) {
        guard response.statusCode >= 200 else { return }
        let isFirst = hasHead.withLock { hasHead in
            defer { hasHead = true }
            return !hasHead
        }
        guard isFirst else { return }
        do {
            let fields = try HTTPFields(response)
            events.receive(
                .head(Exchange.Head(statusCode: response.statusCode, headerFields: fields, url: response.url))
            )
        } catch {
            let origin = response.url.flatMap { Origin($0) }
            events.fail(TransportError(.invalidResponse, origin: origin, underlyingError: error))
        }
    }

    /// Passes a piece of the body.
    ///
    /// - Parameters:
    ///   - chunk: The piece.
    ///   - task: The task that received it; nil for a piece that was held in memory, which comes before all others.
    public func receive(_ chunk: Data, of task: URLSessionTask?) {
        guard let task else {
            events.receive(.chunk(chunk))
            return
        }
        #if os(Linux)
        buffer.receive(.chunk(chunk))
        #else
        events.receive(chunk, suspend: { task.suspend() }, resume: { task.resume() })
        #endif
    }

    /// Passes the end of the response.
    ///
    /// - Parameter error: The failure of the task; nil for a complete response. It reaches the reader after the bytes before it.
    public func finish(_ error: (any Error)? = nil) {
        #if os(Linux)
        buffer.receive(error.map { .failure($0) } ?? .end)
        #else
        events.receive(error.map { .failure($0) } ?? .end)
        #endif
    }

    /// Fails the exchange and aborts it with the network, unless it is over.
    public func fail(_ error: any Error) { events.fail(error) }
}
