/// What carries a request to a server and brings back the response.
///
/// The pipeline around it is the same for all: live, stubbed and recorded calls differ in their transport alone. A
/// transport of your own has one method to write:
///
/// ```swift
/// struct Echo: Transport {
///     func send(_ request: TransportRequest) async throws -> TransportResponse {
///         TransportResponse(statusCode: 200, body: request.body ?? HTTPBody(Data()))
///     }
/// }
/// ```
public protocol Transport: Sendable {
    /// The header fields that are added to every request that doesn't set them itself.
    var defaultHeaderFields: [String: String] { get }

    /// Sends a request and returns once the head of the response is there.
    ///
    /// Cancelling the task ends the exchange promptly and lets go of the connection, now or while the body is read.
    /// A transport doesn't judge statuses; it may follow redirects.
    ///
    /// - Throws: A ``TransportError``, here or while the body is read. Another error is passed on as it is.
    func send(_ request: TransportRequest) async throws -> TransportResponse
}

extension Transport {
    public var defaultHeaderFields: [String: String] { [:] }
}
