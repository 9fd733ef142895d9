public import TalynCore
import _TalynFoundation
import _TalynSupport

/// A log of the last exchanges in memory, for a screen of an app that shows or shares them.
///
/// ```swift
/// let log = TrafficLog()
/// let github = Provider<GitHub>(plugins: [log])
/// _ = try await github.request(.zen)
/// for entry in log.recording.entries { print(entry) }
/// try TrafficReport(log.recording).save(to: page)
/// try log.recording.save(to: archive)
/// ```
///
/// It has each exchange with a server: attempts, redirects and challenges. It also has each response of an attempt that a
/// cache gave without an exchange, and the messages of WebSocket connections. Providers can share a log.
///
/// It masks secrets before it keeps an exchange. The messages of an open WebSocket connection stay in memory as they are up to its end,
/// and are masked in ``recording``.
public final class TrafficLog: ExchangeInterceptor, CallObserver {
    let recorder: ExchangeRecorder

    /// Creates a log.
    ///
    /// - Parameters:
    ///   - maximumSize: The number of bytes of all exchanges, as in a HAR file. The oldest go first. The messages of all open WebSocket
    ///     connections together have the same limit.
    ///   - maximumBodySize: The number of bytes of a body to keep, and of all messages of a WebSocket connection. More is marked as
    ///     truncated.
    ///   - redaction: The names of secrets.
    ///   - clock: The clock of the durations.
    public init(
        maximumSize: Int = 10 << 20,
        maximumBodySize: Int = 1 << 20,
        redaction: Redaction = .default,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        recorder = ExchangeRecorder(
            redaction: redaction,
            maximumBodySize: maximumBodySize,
            maximumSize: maximumSize,
            time: TimeSource(clock)
        )
    }

    /// The exchanges up to now, in the order of their requests, without those under way. An open WebSocket connection has an entry
    /// with its messages up to now.
    public var recording: Recording { recorder.recording }

    /// Removes all exchanges, but those of open WebSocket connections.
    public func removeAll() {
        recorder.removeAll()
    }

    public func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        try await recorder.send(request, by: next)
    }

    /// Keeps a response that a cache gave without an exchange.
    public func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        if case .success(let response) = result { recorder.addStored(response, in: context) }
    }
}
