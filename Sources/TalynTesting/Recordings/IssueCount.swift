import Foundation
import _TalynSupport

#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Counts the failures of a part of a test.
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
        await observer.start()
        do {
            try await body()
        } catch {
            await observer.stop()
            throw error
        }
        await observer.stop()
        #else
        try await body()
        #endif
    }
}

#if canImport(XCTest)
/// Counts the failures that XCTest reports.
private final class FailureObserver: NSObject, XCTestObservation, Sendable {
    private let count: IssueCount

    init(count: IssueCount) {
        self.count = count
    }

    // On Apple platforms, XCTest raises an exception for an observer that is added or removed on another thread.
    @MainActor func start() { XCTestObservationCenter.shared.addTestObserver(self) }
    @MainActor func stop() { XCTestObservationCenter.shared.removeTestObserver(self) }

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
