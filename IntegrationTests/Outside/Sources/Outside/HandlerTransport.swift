public import Foundation
public import Talyn

/// A transport that calls a handler in the same process, such as the routes of a server that an app contains.
///
/// ```swift
/// let transport = HandlerTransport { request in
///     HandlerTransport.Answer(statusCode: 200, body: Data("Hello \(request.path)".utf8))
/// }
/// ```
public struct HandlerTransport: Transport {
    /// A request, as a handler sees it.
    public struct Request: Sendable {
        /// The method.
        public let method: HTTPRequest.Method

        /// The path and the query.
        public let path: String

        /// The header fields, with those that the transport adds.
        public let headerFields: HTTPFields

        /// The whole body.
        public let body: Data
    }

    /// The answer of a handler.
    public struct Answer: Sendable {
        var statusCode: Int
        var headerFields: HTTPFields
        var body: Data

        /// Creates an answer.
        public init(statusCode: Int, headerFields: HTTPFields = [:], body: Data = Data()) {
            self.statusCode = statusCode
            self.headerFields = headerFields
            self.body = body
        }
    }

    /// The handler has no route for the host of a request.
    public struct UnknownHost: Error, CustomStringConvertible {
        public var description: String { "No handler serves the host." }
    }

    private let host: String?
    private let handle: @Sendable (Request) async throws -> Answer

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - host: The only host that the handler serves; nil for every host.
    ///   - handle: Answers a request. The call fails as one whose connection ended if it throws.
    public init(host: String? = nil, handle: @escaping @Sendable (Request) async throws -> Answer) {
        self.host = host
        self.handle = handle
    }

    public var defaultHeaderFields: HTTPFields { [.userAgent: "Outside"] }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        var request = request
        try request.checkURL()
        try request.useWithoutCache()
        guard host == nil || request.origin?.host == host else {
            var error = TransportError(.cannotConnect, of: request, underlyingError: UnknownHost())
            (error.delivery, error.detail) = (.notSent, .unknownHost)
            throw error
        }
        for field in request.transportHeaderFields where !request.headerFields.contains(field.name) {
            request.headerFields.append(field)
        }
        let start = ContinuousClock.now
        let body = try await body(of: request)
        let sent = ContinuousClock.now
        let answer: Answer
        do {
            let path = request.head.path ?? "/"
            answer = try await handle(
                Request(method: request.method, path: path, headerFields: request.headerFields, body: body)
            )
        } catch is CancellationError {
            throw TransportError(.cancelled, of: request)
        } catch {
            throw TransportError(.connectionLost, of: request, underlyingError: error)
        }
        var metrics = TransportMetrics()
        metrics.sending = sent - start
        metrics.waiting = ContinuousClock.now - sent
        metrics.networkProtocolName = "in-process"
        let isHead = request.method == .head
        var response = TransportResponse(
            statusCode: answer.statusCode,
            headerFields: answer.headerFields,
            body: HTTPBody(isHead ? Data() : answer.body)
        )
        response.metrics = metrics
        return response
    }

    /// Reads the body of a request, and reports how much of it was sent.
    private func body(of request: OutgoingRequest) async throws -> Data {
        guard let body = request.body else { return Data() }
        let data = try await body.collect(upTo: 100_000_000)
        request.onSend?(Int64(data.count))
        return data
    }
}
