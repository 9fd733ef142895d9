public import Talyn

/// Reports each exchange of another transport, after the head of its response.
public struct MeteredTransport: WrappingTransport {
    /// An exchange, as the transport saw it.
    public struct Exchange: Sendable, Hashable {
        /// The path and the query.
        public let target: String

        /// The status of the response.
        public let statusCode: Int
    }

    public let base: any Transport
    private let report: @Sendable (Exchange) -> Void

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - base: The transport that sends the requests.
    ///   - report: Gets each exchange.
    public init(_ base: any Transport, report: @escaping @Sendable (Exchange) -> Void) {
        self.base = base
        self.report = report
    }

    public func wrapping(_ base: any Transport) -> any Transport {
        MeteredTransport(base, report: report)
    }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        let response = try await base.send(request)
        report(Exchange(target: request.head.path ?? "/", statusCode: response.statusCode))
        return response
    }
}
