import _TalynFoundation
import _TalynSupport

/// The waiting times of one request, within its timeout.
struct Silence: Sendable {
    private let url: URL?
    private let timeout: Duration
    let time: TimeSource

    init(of request: OutgoingRequest, by time: TimeSource) {
        url = request.url
        let timeout = request.options.idleTimeout ?? Self.standardTimeout
        self.timeout = timeout > .zero ? timeout : .longest
        self.time = time
    }

    /// The timeout of requests without one.
    private static let standardTimeout = Duration.seconds(60)

    /// Waits, at most for the timeout of the request.
    ///
    /// - Throws: `TransportError` if the timeout is shorter, or `CancellationError`.
    func wait(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        guard duration > timeout else { return try await time.sleep(for: duration) }
        try await time.sleep(for: timeout)
        throw TransportError(.timedOut, origin: url.flatMap { Origin($0) })
    }

    /// Waits for the timeout of the request, and throws.
    func untilTimeout(_ failure: Fault.Failure) async throws {
        try await time.sleep(for: timeout)
        throw error(failure)
    }

    func error(_ failure: Fault.Failure) -> TransportError {
        TransportError(failure.kind, origin: url.flatMap { Origin($0) }, underlyingError: failure)
    }
}
