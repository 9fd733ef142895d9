import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The times in which nothing comes from a server, for one request.
struct Silence: Sendable {
    private let url: URL?
    private let timeout: Duration
    let time: TimeSource

    init(of request: TransportRequest, by time: TimeSource) {
        url = request.urlRequest.url
        let timeout = request.urlRequest.timeoutInterval
        self.timeout = timeout > 0 ? .clamping(timeout) : .longest
        self.time = time
    }

    /// Waits, for as long as the request has it at most.
    ///
    /// - Throws: `TransportError` when the time was too long, and `CancellationError`.
    func wait(_ duration: Duration) async throws {
        guard duration > .zero else { return }
        guard duration > timeout else { return try await time.sleep(for: duration) }
        try await time.sleep(for: timeout)
        throw TransportError(.timedOut, url: url)
    }

    /// Waits for as long as the request has it, and throws.
    func untilTimeout(_ failure: Fault.Failure) async throws {
        try await time.sleep(for: timeout)
        throw error(failure)
    }

    func error(_ failure: Fault.Failure) -> TransportError {
        TransportError(failure.kind, url: url, underlyingError: failure)
    }
}
