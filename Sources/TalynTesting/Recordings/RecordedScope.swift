/// A stretch of a test whose calls go by a recording.
struct RecordedScope: Sendable {
    private(set) var file: URL
    let mode: RecordingMode
    let live: (any Transport)?
    let redaction: Redaction
    let repeatsLast: Bool
    let drift: DriftReport.Options
    /// Where problems are reported.
    let place: SourcePlace

    /// The file of a recording beside the source of a test.
    ///
    /// - Parameter directory: Where it is; nil for the directory `Recordings` beside the source.
    static func file(named name: String, in directory: URL?, beside filePath: StaticString) -> URL {
        let beside = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent().appendingPathComponent(
            "Recordings"
        )
        return (directory ?? beside).appendingPathComponent(fileName(name) + ".har")
    }

    /// What a name may be made of without leaving the directory.
    static func fileName(_ name: String) -> String {
        let name = String(name.map { $0.isLetter || $0.isNumber || "-_.+ ".contains($0) ? $0 : "-" }.prefix(200))
        return name.hasPrefix(".") ? "-" + name : name.isEmpty ? "-" : name
    }

    func with(file: URL) -> RecordedScope {
        var scope = self
        scope.file = file
        return scope
    }

    func run(_ body: @Sendable () async throws -> Void) async throws {
        let mode = try RecordingMode.fromEnvironment() ?? mode
        let session = try RecordingSession(
            file: file,
            mode: mode,
            live: live,
            redaction: redaction,
            repeatsLast: repeatsLast,
            drift: drift
        )
        // Servers take their time, recordings don't.
        let clock: any Clock<Duration> = mode == .replay ? VirtualClock() : ContinuousClock()
        let scope = CallScope(transport: session, time: TimeSource(clock))
        let issues = IssueCount()
        do {
            try await issues.counting { try await CallScope.$current.withValue(scope) { try await body() } }
        } catch {
            report(try session.end(isPassed: false))
            throw error
        }
        report(try session.end(isPassed: issues.count == 0))
    }

    private func report(_ problems: [String]) {
        for problem in problems {
            reportIssue(problem, at: place)
        }
    }
}
