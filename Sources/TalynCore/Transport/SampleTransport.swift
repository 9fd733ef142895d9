import HTTPTypes
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        if delay > .zero { try await (request.context?.time ?? TimeSource(ContinuousClock())).sleep(for: delay) }
        if request.body != nil { try await request.readBody() }
        let data = request.target?.sampleData ?? Data()
        return TransportResponse(statusCode: 200, headerFields: .empty, body: HTTPBody(data))
    }
}

extension OutgoingRequest {
    /// Takes the body as a server would: a stream is read to its end, since it may fail or have another length than it
    /// declares. Bytes and files aren't read.
    ///
    /// For a transport that answers without a server.
    ///
    /// - Throws: The errors of the body, such as ``BodyError``.
    public func readBody() async throws {
        guard let body else { return }
        guard body.isStream else {
            if let onSend, let length = body.length { onSend(length) }
            return
        }
        var count: Int64 = 0
        for try await chunk in body {
            try Task.checkCancellation()
            count += Int64(chunk.count)
            onSend?(count)
        }
    }
}
