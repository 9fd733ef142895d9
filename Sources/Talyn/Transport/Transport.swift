public import HTTPTypes

/// A type that sends a request to a server and returns the response.
///
/// Live, stubbed and recorded calls differ only in their transport. All other code of a call is the same. To write a transport
/// of your own, implement one method:
///
/// ```swift
/// struct Echo: Transport {
///     func send(_ request: TransportRequest) async throws -> TransportResponse {
///         TransportResponse(statusCode: 200, body: request.body ?? HTTPBody(Data()))
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// The header fields for requests that don't set them.
    ///
    /// A transport adds `Accept`, `Accept-Encoding`, `Accept-Language` and `User-Agent` itself. The provider adds the others
    /// to the first request of a call, and removes secret ones before a redirect to another origin.
    var defaultHeaderFields: HTTPFields { get }

    /// Sends a request, and returns when the head of the response arrives.
    ///
    /// A transport carries one exchange. It returns responses of any status. The provider follows redirects, answers
    /// challenges and keeps cookies, alike for all transports. If the task is cancelled, the exchange ends immediately and
    /// frees its connection, also while the caller reads the body.
    ///
    /// - Throws: A ``TransportError``, here or while the caller reads the body. Other errors reach the caller unchanged.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

extension Transport {
    public var defaultHeaderFields: HTTPFields { .empty }
}

/// A transport that replaces the transport of a provider: it answers with stubs or a recording, or it records.
///
/// ``CallScope`` gives one to all tasks of a test. A provider that already has a substitute keeps it.
package protocol SubstituteTransport: AnyObject, Transport {
    /// Whether the requests reach a server.
    var isLive: Bool { get }
}

extension Transport {
    /// The transport as a substitute, or the substitute below its layers; nil without one.
    package var substitute: (any SubstituteTransport)? {
        self as? any SubstituteTransport ?? (self as? any TransportLayer)?.transport.substitute
    }
}
