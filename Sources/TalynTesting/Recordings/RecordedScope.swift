import Foundation
import Testing

/// A part of a test with a recording for its calls.
struct RecordedScope: Sendable {
    private(set) var file: URL
    let mode: RecordingMode
    let live: (any Transport)?
    let redaction: Redaction
    let repeatsLast: Bool
    let ignoresOrigin: Bool
    let drift: DriftReport.Options
    /// The place at which failures are reported; nil for the declaration of the test.
    let place: CallSite?
    /// The function of the test, for a test of XCTest.
    var function: StaticString?

    /// The file of a recording beside the source of a test.
    ///
    /// - Parameters:
    ///   - name: The name of the recording.
    ///   - directory: The directory; nil for `Recordings` beside the source.
    ///   - filePath: The path of the source.
    static func file(named name: String, in directory: URL?, beside filePath: StaticString) -> URL {
        let source = URL(fileURLWithPath: "\(filePath)").deletingLastPathComponent()
        return file(named: name, in: directory ?? source.appendingPathComponent("Recordings"))
    }

    private static func file(named name: String, in directory: URL) -> URL {
        directory.appendingPathComponent(fileName(name) + ".har")
    }

    /// The name with only those characters that can't leave the directory.
    static func fileName(_ name: String) -> String {
        let name = String(name.map { $0.isLetter || $0.isNumber || "-_.+ ".contains($0) ? $0 : "-" }.prefix(200))
        return name.hasPrefix(".") ? "-" + name : name.isEmpty ? "-" : name
    }

    /// The scope of another recording in the same directory.
    func named(_ name: String) -> RecordedScope {
        var scope = self
        scope.file = Self.file(named: name, in: file.deletingLastPathComponent())
        return scope
    }

    /// Runs a whole test. It fails once if the recording can't be used.
    func runTest(_ body: @Sendable () async throws -> Void) async throws {
        do {
            try await run(isWholeTest: true, body)
        } catch let error as RecordingError {
            report(error)
        }
    }

    /// - Parameter isWholeTest: Whether errors that are reported anyway aren't thrown.
    func run(isWholeTest: Bool = false, _ body: @Sendable () async throws -> Void) async throws {
        let mode = try RecordingMode.fromEnvironment() ?? mode
        let session: RecordingSession
        do {
            session = try RecordingSession(
                file: file,
                mode: mode,
                live: live ?? MultiProvider().transport,
                redaction: redaction,
                repeatsLast: repeatsLast,
                ignoresOrigin: ignoresOrigin,
                drift: drift
            )
        } catch {
            // A whole test reports its error itself. That of a part has no command.
            if !isWholeTest, error.remedy != nil { report(error) }
            throw error
        }
        let issues = IssueCount()
        let caught = CaughtErrors { error in
            error.unwrapped(as: RecordingError.self).flatMap { session.failures.contains($0) ? $0.description : nil }
        }
        do {
            try await caught.leavingOut {
                try await issues.counting {
                    // Calls to servers need real time.
                    if mode == .replay {
                        try await withVirtualTime { try await withSubstitute(session) { try await body() } }
                    } else {
                        try await withLiveCalls {
                            try await withSubstitute(session, clock: ContinuousClock()) { try await body() }
                        }
                    }
                }
            }
        } catch {
            report(try session.end(isPassed: false), caught)
            if isWholeTest, caught.isReported(error) { return }
            throw error
        }
        report(try session.end(isPassed: issues.count == 0), caught)
    }

    private func report(_ problems: [RecordingSession.Problem], _ caught: CaughtErrors) {
        for problem in problems {
            reportIssue(text(problem.text, problem.remedy), at: place, or: caught.location(of: problem.text))
        }
    }

    private func report(_ error: RecordingError) {
        reportIssue(text(error.description, error.remedy), at: place)
    }

    /// The text of a problem, with the command that mends it.
    private func text(_ problem: String, _ remedy: RecordingMode?) -> String {
        guard let remedy, let filter else { return problem }
        return "\(problem) Run \(RecordingMode.environmentVariable)=\(remedy.rawValue) swift test --filter \(filter)"
    }

    /// The filter for the running test, a regular expression; nil if the test isn't known.
    private var filter: String? {
        // Under XCTest, the name of the function is known, but not its class.
        guard let components = Test.current?.id.nameComponents ?? function.map({ ["\($0)"] }) else { return nil }
        // The names without the parameters of functions.
        let names = components.map { String($0.prefix { $0 != "(" }) }
        return String(names.joined(separator: "/").map { $0.isLetter || $0.isNumber || "_/".contains($0) ? $0 : "." })
    }
}
