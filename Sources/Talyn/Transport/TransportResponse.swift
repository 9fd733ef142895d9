public import Foundation
public import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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

    /// How long the exchange took, as far as the transport knows: after redirects, the last one.
    ///
    /// URLSession tells it only when all of the body has arrived, which is too late for a head: nil there.
    public var timings: TransportTimings?

    /// Foundation's view of the head, if that is what it was made from.
    var foundationResponse: HTTPURLResponse?

    /// Creates a response.
    public init(statusCode: Int, headerFields: HTTPFields = [:], url: URL? = nil, body: HTTPBody) {
        self.statusCode = statusCode
        self.headerFields = headerFields
        self.url = url
        self.body = body
    }

    /// Creates a response from one of Foundation's.
    ///
    /// - Throws: ``HeaderFieldLimitError``.
    init(_ response: HTTPURLResponse, body: HTTPBody) throws(HeaderFieldLimitError) {
        self.init(
            statusCode: response.statusCode,
            headerFields: try HTTPFields(response),
            url: response.url,
            body: body
        )
        foundationResponse = response
    }
}
