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
    /// The length of the body in bytes, if the head tells it.
    ///
    /// Nil for a compressed body, whose field counts the compressed bytes.
    public var contentLength: Int64? {
        guard headerFields[.contentEncoding] == nil else { return nil }
        return headerFields.contentLength
    }
}
