public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// A response, as a transport gives it: the head, and the body still to be read.
public struct TransportResponse: Sendable {
    /// The status code (RFC 9110, section 15).
    public var statusCode: Int

    /// The header fields in the order of their arrival, repeated ones kept apart.
    public var headerFields: HTTPFields

    /// Where the response came from, if it was not the request's URL.
    public var url: URL?

    /// The content.
    public var body: HTTPBody

    /// The times of the exchange and its connection, as far as the transport knows them by now. After redirects, those of
    /// the last exchange.
    ///
    /// URLSession measures them only after the whole body has arrived, and on Linux not at all.
    public var metrics: TransportMetrics? {
        get { currentMetrics?() }
        set { currentMetrics = newValue.map { metrics in { @Sendable in metrics } } }
    }

    /// Returns the metrics that are known by now.
    ///
    /// A closure, since few calls need the metrics, and a response is copied often.
    public var currentMetrics: (@Sendable () -> TransportMetrics?)?

    /// The header fields that the server sent in this exchange, if a cache added stored ones; nil if it sent all.
    public var serverHeaderFields: HTTPFields?

    /// The connection that a request with ``OutgoingRequest/webSocket`` opened, with the status 101; nil for other responses.
    public var webSocket: (any WebSocketChannel)?

    /// Creates a response.
    public init(statusCode: Int, headerFields: HTTPFields = [:], url: URL? = nil, body: HTTPBody) {
        self.statusCode = statusCode
        self.headerFields = headerFields
        self.url = url
        self.body = body
    }
}

extension TransportResponse {
    /// Whether the response is one of an origin. A transport of an app may have followed a redirect to another one.
    func isFrom(_ origin: Origin?) -> Bool { url.map { Origin($0) == origin } ?? true }

    /// The length of the body in bytes, if the head tells it.
    ///
    /// Nil for a compressed body, whose field counts the compressed bytes.
    public var contentLength: Int64? {
        guard headerFields[.contentEncoding] == nil else { return nil }
        return headerFields.contentLength
    }
}

extension TransportResponse {
    /// Limits the size of the body. A longer body fails when it is read.
    ///
    /// - Throws: ``TransportError`` if the head shows that the body is longer.
    public mutating func limitBody(to maximum: Int64, of request: OutgoingRequest) throws(TransportError) {
        let onFailure: @Sendable (any Error) -> Void = { [context = request.context] in context?.noteBodyFailure($0) }
        let error = TransportError(.responseTooLarge, of: request)
        // In these responses, the field has the length of a body that isn't sent (RFC 9110, section 8.6).
        let hasBody = request.method != .head && statusCode != 304
        if hasBody, let length = body.length ?? contentLength, length > maximum {
            onFailure(error)
            throw error
        }
        if body.data == nil { body = body.limited(to: maximum, error, onFailure: onFailure) }
    }
}

extension HTTPBody {
    /// A body that fails after a maximum number of bytes.
    ///
    /// - Parameters:
    ///   - maximum: The number of bytes.
    ///   - error: The error of the reader.
    ///   - onFailure: Gets the error before the reader does.
    public func limited(
        to maximum: Int64,
        _ error: any Error,
        onFailure: @escaping @Sendable (any Error) -> Void = { _ in }
    ) -> HTTPBody {
        HTTPBody(length: length, isReplayable: isReplayable) {
            var chunks = makeAsyncIterator()
            var rest = maximum
            return {
                guard let chunk = try await chunks.next() else { return nil }
                rest -= Int64(chunk.count)
                guard rest >= 0 else {
                    onFailure(error)
                    throw error
                }
                return chunk
            }
        }
    }
}
