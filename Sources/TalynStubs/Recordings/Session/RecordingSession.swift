package import Foundation

/// What stands in for the transports of a test which has a recording, in any mode.
package final class RecordingSession: Transport, StandInTransport {
    private let file: URL
    private let mode: RecordingMode
    private let redaction: Redaction
    private let repeatsLast: Bool
    private let ignoresOrigin: Bool
    private let driftOptions: DriftReport.Options
    /// Keeps other sessions from writing the file, if this one does; nil once it has ended.
    private let claim: Locked<FileClaim?>
    /// What was recorded before.
    private let recorded: Recording
    private let recorder: RecordingTransport
    private let replay: ReplayTransport?
    /// What the recording didn't answer, or not as a whole.
    private let problems: Locked<[RecordingError]>

    /// Begins a session.
    ///
    /// - Parameters:
    ///   - file: The recording.
    ///   - mode: What is done with it.
    ///   - transport: What speaks to servers, if the mode needs any.
    ///   - redaction: What is masked.
    ///   - repeatsLast: Whether the last of several entries that are alike goes on answering.
    ///   - ignoresOrigin: Whether an entry answers requests to any scheme, host and port.
    ///   - drift: What doesn't count when the recording is checked.
    /// - Throws: ``RecordingError`` if the mode needs the file, and it can't be read or makes no sense, or if the mode
    ///   writes the file while another session does.
    package init(
        file: URL,
        mode: RecordingMode,
        live transport: (any Transport)? = nil,
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
        recorder = RecordingTransport(wrapping: transport ?? DefaultTransport.shared, redaction: redaction)
        let isNeeded = mode == .replay || mode == .check
        if isNeeded || (mode == .recordMissing && FileManager.default.fileExists(atPath: file.path)) {
            recorded = try Recording(contentsOf: file)
        } else {
            recorded = Recording()
        }
        let problems = Locked<[RecordingError]>([])
        self.problems = problems
        switch mode {
        case .replay:
            replay = ReplayTransport(
                recorded,
                repeatsLast: repeatsLast,
                ignoresOrigin: ignoresOrigin,
                redaction: redaction
            ) { problem in
                problems.withLock { $0.append(problem) }
            }
        case .recordMissing:
            replay = ReplayTransport(
                recorded,
                otherwise: recorder,
                repeatsLast: repeatsLast,
                ignoresOrigin: ignoresOrigin,
                redaction: redaction
            )
        case .rerecord, .check:
            replay = nil
        }
    }

    package var defaultHeaderFields: [String: String] { (replay ?? recorder as any Transport).defaultHeaderFields }

    package var isLive: Bool { mode != .replay }

    package func send(_ request: TransportRequest) async throws -> TransportResponse {
        try await (replay ?? recorder as any Transport).send(request)
    }

    /// Ends the session: saves what was recorded, if that is to be.
    ///
    /// - Parameter isPassed: Whether the test has passed: only then the file is replaced.
    /// - Returns: What speaks against the recording, a sentence or a list each; none if all is well.
    /// - Throws: ``RecordingError/cannotWrite(_:reason:)``.
    package func end(isPassed: Bool) throws(RecordingError) -> [String] {
        defer { claim.withLock { $0 = nil } }
        switch mode {
        case .replay:
            let problems = problems.withLock { $0.map(\.description) }
            // A test that has failed may not have come to the rest.
            guard let unused = replay?.unused, !unused.isEmpty, isPassed, problems.isEmpty else { return problems }
            return [Self.text(unused, of: file)]
        case .recordMissing, .rerecord:
            let added = recorder.recording
            guard isPassed, !added.isEmpty else { return [] }
            var recording = recorded
            recording.entries += added.entries
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
            return ["The server has drifted from \(RecordingError.name(of: file)):\n\(report)"]
        }
    }

    /// Whether the end of the session tells of an error.
    package func reports(_ error: RecordingError) -> Bool {
        problems.withLock { $0.contains(error) }
    }

    private static func text(_ unused: [Recording.EntrySummary], of file: URL) -> String {
        let list = unused.prefix(10).map { "\n  \($0)" }.joined()
        let rest = unused.count > 10 ? "\n  and \(unused.count - 10) more" : ""
        return "\(unused.count) of the entries of \(RecordingError.name(of: file)) have not been used:\(list)\(rest)\n"
            + "Remove them, or record it again: \(RecordingMode.rerecord.command)"
    }
}
