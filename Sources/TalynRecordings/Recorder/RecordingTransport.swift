public import TalynCore
import _TalynFoundation
import _TalynSupport

/// Records the calls of another transport, with their failures.
///
/// ```swift
/// let recorder = RecordingTransport(wrapping: Provider<GitHub>().transport)
/// let zen = try await Provider<GitHub>(transport: recorder).request(.zen, as: String.self)
/// try recorder.recording.save(to: file)
/// ```
///
/// It masks secrets before it keeps anything. It copies bodies while they are read, up to a limit. If a response isn't read to its
/// end, the recording has the part that was read, and a mark. Of a WebSocket connection, it copies the messages up to the limit, in
/// both directions, and the end. Pings aren't recorded.
public final class RecordingTransport: WrappingTransport {
    public let base: any Transport
    let recorder: ExchangeRecorder

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - transport: The transport of the requests.
    ///   - redaction: The names of secrets.
    ///   - maximumBodySize: The number of bytes of a body to keep, and of all messages of a WebSocket connection. More is marked as
    ///     truncated.
    ///   - clock: The clock of the durations.
    public convenience init(
        wrapping transport: any Transport,
        redaction: Redaction = .default,
        maximumBodySize: Int = 64 << 20,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        let recorder = ExchangeRecorder(
            redaction: redaction,
            maximumBodySize: maximumBodySize,
            dropsRepeated: true,
            time: TimeSource(clock)
        )
        self.init(transport, recorder)
    }

    init(_ base: any Transport, _ recorder: ExchangeRecorder) {
        self.base = base
        self.recorder = recorder
    }

    public func wrapping(_ base: any Transport) -> any Transport { RecordingTransport(base, recorder) }

    /// The entries up to now, in the order of the requests, without requests under way. An open WebSocket connection has an entry
    /// with its messages up to now.
    public var recording: Recording { recorder.recording }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await recorder.send(request) { try await base.sendNamingLimits($0) }
    }
}
