import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// Answers with the ``TargetType/sampleData`` of each target, and with status 200.
///
/// ```swift
/// let provider = Provider<GitHub>(transport: SampleTransport())
/// ```
///
/// For previews and simple tests. The product TalynTesting has stubs by request, with statuses, failures and delays.
public final class SampleTransport: SubstituteTransport {
    private let delay: Duration

    /// Creates a transport.
    ///
    /// - Parameter delay: The time before each answer, by the clock of the provider.
    public init(delay: Duration = .zero) {
        self.delay = delay
    }

    public var isLive: Bool { false }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try request.refuseWebSocket(by: "A SampleTransport")
        if delay > .zero { try await (request.context?.time ?? TimeSource(ContinuousClock())).sleep(for: delay) }
        if request.body != nil { try await request.readBody() }
        let data = request.target?.sampleData ?? Data()
        return TransportResponse(statusCode: 200, headerFields: .empty, body: HTTPBody(data))
    }
}

extension OutgoingRequest {
    /// Takes the body as a server would, and reports its bytes to ``onSend``. A stream is read to its end, since it may fail or have
    /// another length than it declares.
    ///
    /// For a transport that answers without a server.
    ///
    /// - Parameter limit: The number of bytes to keep. The rest is read, counted and dropped. By default none; then files aren't read.
    /// - Returns: The first bytes; nil without a body.
    /// - Throws: The errors of the body, such as ``BodyError``, or `CancellationError`.
    @discardableResult
    public func readBody(upTo limit: Int = 0) async throws -> Data? {
        guard let body else { return nil }
        if limit <= 0, !body.isStream {
            if let onSend, let length = body.length { onSend(length) }
            return Data()
        }
        if let data = body.data {
            onSend?(Int64(data.count))
            return data.prefix(limit)
        }
        var kept = Data()
        var count: Int64 = 0
        for try await chunk in body {
            try Task.checkCancellation()
            kept.append(chunk.prefix(max(limit - kept.count, 0)))
            count += Int64(chunk.count)
            onSend?(count)
        }
        return kept
    }
}
