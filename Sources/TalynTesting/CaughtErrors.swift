import Testing
import _TalynSupport

/// The errors of a test that are reported at its end.
///
/// The runner or the test itself would record each of them as an issue, too. One failure must be one issue.
final class CaughtErrors: Sendable {
    /// The text of an error that is reported at the end; nil for another error.
    private let report: @Sendable (any Error) -> String?
    private let locations = Locked<[String: SourceLocation]>([:])

    init(_ report: @escaping @Sendable (any Error) -> String?) {
        self.report = report
    }

    func isReported(_ error: any Error) -> Bool { report(error) != nil }

    /// The place at which the test recorded an error with this text.
    func location(of text: String) -> SourceLocation? { locations.withLock { $0[text] } }

    /// Runs a part of a test without issues for these errors.
    ///
    /// - Throws: The error of the part.
    func leavingOut(_ body: @Sendable () async throws -> Void) async throws {
        guard let test = Test.current else { return try await body() }
        let trait: IssueHandlingTrait = .compactMapIssues { [self] issue in
            guard let text = issue.error.flatMap(report) else { return issue }
            if let location = issue.sourceLocation { locations.withLock { $0[text] = location } }
            return nil
        }
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
}

extension Error {
    /// The error as one of a type, also from inside a `TalynError`.
    func unwrapped<Failure: Error>(as type: Failure.Type) -> Failure? {
        self as? Failure ?? (self as? TalynError)?.underlyingError as? Failure
    }
}
