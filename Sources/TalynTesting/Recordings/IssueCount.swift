#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Counts what fails the test while a part of it runs.
final class IssueCount: Sendable {
    private let issues = Locked(0)

    var count: Int { issues.withLock(\.self) }

    func add() { issues.withLock { $0 += 1 } }

    func counting(_ body: @Sendable () async throws -> Void) async throws {
        #if canImport(Testing) && compiler(>=6.2)
        if let test = Test.current {
            let trait: IssueHandlingTrait = .compactMapIssues { [self] issue in
                if issue.isFailure { add() }
                return issue
            }
            return try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
        }
        #endif
        #if canImport(XCTest)
        let observer = FailureObserver(count: self)
        XCTestObservationCenter.shared.addTestObserver(observer)
        defer { XCTestObservationCenter.shared.removeTestObserver(observer) }
        #endif
        try await body()
    }
}

#if canImport(XCTest)
/// Hears of failures of XCTest.
private final class FailureObserver: NSObject, XCTestObservation {
    private let count: IssueCount

    init(count: IssueCount) {
        self.count = count
    }

    #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) { count.add() }
    #else
    func testCase(
        _ testCase: XCTestCase,
        didFailWithDescription description: String,
        inFile filePath: String?,
        atLine lineNumber: Int
    ) {
        count.add()
    }
    #endif
}
#endif
