public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The transport of a test with a recording, in any mode. It answers the calls of the test, or it records or compares them.
///
/// The trait `.recording` and `withRecording` of `TalynTesting` use one for each test of Swift Testing and XCTest. Another test
/// framework does the same:
///
/// ```swift
/// let mode = try RecordingMode.fromEnvironment() ?? .replay
/// let session = try RecordingSession(file: file, mode: mode, live: Provider<GitHub>().transport)
/// try await withSubstitute(session) { try await runTest() }
/// for problem in try session.end(isPassed: true) { fail(problem.text) }
/// ```
public final class RecordingSession: SubstituteTransport {
    private let file: URL
    private let mode: RecordingMode
    private let redaction: Redaction
    private let repeatsLast: Bool
    private let ignoresOrigin: Bool
    private let driftOptions: DriftReport.Options
    /// The right to write the file; nil after the end, and in modes that don't write.
    private let claim: Locked<FileClaim?>
    /// The recording of the file.
    private let recorded: Recording
    private let recorder: RecordingTransport
    private let replay: ReplayTransport?
    /// The errors about missing and incomplete entries.
    private let problems: Locked<[RecordingError]>

    /// Starts a session.
    ///
    /// - Parameters:
    ///   - file: The file of the recording.
    ///   - mode: The use of the recording.
    ///   - transport: The transport for calls to servers.
    ///   - redaction: The names of secrets.
    ///   - repeatsLast: Whether the last of several equal entries answers all further calls.
    ///   - ignoresOrigin: Whether an entry answers requests to any scheme, host and port.
    ///   - drift: The parts that a check doesn't compare.
    /// - Throws: ``RecordingError`` if the mode needs the file and it can't be read, or if another session writes it.
    public init(
        file: URL,
        mode: RecordingMode,
        live transport: any Transport,
        redaction: Redaction = .default,
        repeatsLast: Bool = false,
        ignoresOrigin: Bool = false,
        drift: DriftReport.Options = DriftReport.Options()
    ) throws(RecordingError) {
        self.file = file
        self.mode = mode
        self.redaction = redaction
        self.repeatsLast = repeatsLast
        self.ignoresOrigin = ignoresOrigin
        driftOptions = drift
        claim = Locked(try mode == .rerecord || mode == .recordMissing ? FileClaim(file) : nil)
        recorder = RecordingTransport(wrapping: transport, redaction: redaction)
        let isNeeded = mode == .replay || mode == .check
        if isNeeded || (mode == .recordMissing && FileManager.default.fileExists(atPath: file.path)) {
            recorded = try Recording(contentsOf: file)
            // Saving the file must not lose an entry.
            if let problem = recorded.problems.first { throw problem }
        } else {
            recorded = Recording()
        }
        let problems = Locked<[RecordingError]>([])
        self.problems = problems
        guard mode == .replay || mode == .recordMissing else {
            replay = nil
            return
        }
        replay = ReplayTransport(
            recorded,
            otherwise: mode == .recordMissing ? recorder : nil,
            repeatsLast: repeatsLast,
            ignoresOrigin: ignoresOrigin,
            redaction: redaction
        ) { problem in
            if mode == .replay { problems.withLock { $0.append(problem) } }
        }
    }

    public var defaultHeaderFields: HTTPFields { (replay ?? recorder as any Transport).defaultHeaderFields }

    public var sendsFollowUps: Bool { recorder.sendsFollowUps }

    public var isLive: Bool { mode != .replay }

    public func send(_ request: OutgoingRequest) async throws -> TransportResponse {
        try await (replay ?? recorder as any Transport).send(request)
    }

    /// The errors up to now about missing and incomplete entries. The calls failed with them, and ``end(isPassed:)`` reports them.
    public var failures: [RecordingError] { problems.withLock(\.self) }

    /// A failure of the recording, which fails the test.
    public struct Problem: Sendable {
        /// The failure in words, without secrets.
        public let text: String

        /// The mode in which the test mends it; nil if none does.
        public let remedy: RecordingMode?
    }

    /// Ends the session, and saves the recording if the mode says so.
    ///
    /// - Parameter isPassed: Whether the test passed. Only then the file is replaced.
    /// - Returns: The failures of the recording.
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    public func end(isPassed: Bool) throws(RecordingError) -> [Problem] {
        defer { claim.withLock { $0 = nil } }
        switch mode {
        case .replay:
            let problems = failures.map { Problem(text: $0.description, remedy: $0.remedy) }
            // A failed test may not have reached the other calls.
            guard let unused = replay?.unused, !unused.isEmpty, isPassed, problems.isEmpty else { return problems }
            return [Problem(text: Self.text(unused, of: file), remedy: .rerecord)]
        case .recordMissing, .rerecord:
            let added = recorder.recording
            guard isPassed, !added.isEmpty else { return [] }
            var recording = recorded
            recording.add(added)
            try recording.save(to: file)
            return []
        case .check:
            let report = DriftReport(
                live: recorder.recording,
                recorded: recorded,
                redaction: redaction,
                repeatsLast: repeatsLast,
                ignoresOrigin: ignoresOrigin,
                options: driftOptions
            ).withoutUnusedRequests(if: !isPassed)
            guard !report.isEmpty else { return [] }
            let text = "The server has drifted from \(RecordingError.name(of: file)):\n\(report)"
            return [Problem(text: text, remedy: nil)]
        }
    }

    private static func text(_ unused: [Recording.EntrySummary], of file: URL) -> String {
        let list = unused.prefix(10).map { "\n  \($0)" }.joined()
        let rest = unused.count > 10 ? "\n  and \(unused.count - 10) more" : ""
        return "\(unused.count) of the entries of \(RecordingError.name(of: file)) have not been used:\(list)\(rest)\n"
            + "Remove them, or record it again."
    }
}
