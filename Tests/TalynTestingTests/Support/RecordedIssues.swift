import Talyn
import Testing
import _TalynSupport

/// The issues that a part of a test records. They don't fail the test.
func recordedIssues(_ body: @escaping @Sendable (Test) async throws -> Void) async throws -> [Issue] {
    let issues = Locked<[Issue]>([])
    let collecting: IssueHandlingTrait = .compactMapIssues { issue in
        issues.withLock { $0.append(issue) }
        return nil
    }
    let test = try #require(Test.current)
    try await collecting.provideScope(for: test, testCase: Test.Case.current) { try await body(test) }
    return issues.withLock(\.self)
}
