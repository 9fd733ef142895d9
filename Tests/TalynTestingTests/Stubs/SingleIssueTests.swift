import Talyn
import TalynTesting
import TestSupport
import Testing
import _TalynSupport

private let shared = Provider<Hub>()

private struct Other: Error {}

/// One failure of a test with stubs is one issue.
struct SingleIssueTests {
    private func issues(_ body: @escaping @Sendable () async throws -> Void) async throws -> [Issue] {
        try await recordedIssues { test in
            let trait: StubsTrait = .stubs
            try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
        }
    }

    @Test func errorThatATestThrowsIsReportedOnceWhereTheCallIsWritten() async throws {
        let line = #line + 3
        let issues = try await issues {
            StubSet.current.on(.get("/zem"), .text("a"))
            _ = try await shared.request(.zen)
        }
        #expect(issues.count == 1)
        #expect(issues.first?.sourceLocation?.line == line)
        #expect("\(issues)".contains("No stub answers Hub.zen"))
    }

    @Test func errorInAnExpectationIsReportedOnce() async throws {
        let line = #line + 2
        let issues = try await issues { () async throws in
            #expect(try await shared.request(.zen).statusCode == 200)
        }
        #expect(issues.map { $0.sourceLocation?.line } == [line])
    }

    @Test func errorThatATestRecordsIsReportedOnce() async throws {
        let line = #line + 5
        let issues = try await issues {
            do {
                _ = try await shared.request(.zen, line: 0)
            } catch {
                Issue.record(error)
            }
        }
        #expect(issues.map { $0.sourceLocation?.line } == [line])
    }

    @Test func callWithoutAPlaceIsReportedAtTheTestOtherwise() async throws {
        let issues = try await issues { _ = try? await shared.request(.zen, line: 0) }
        #expect(issues.map(\.sourceLocation) == [Test.current?.sourceLocation])
    }

    @Test func stubsThatATestDidNotComeToAreNotReported() async throws {
        let seen = Locked<[Issue]>([])
        await #expect(throws: Other.self) {
            let collecting: IssueHandlingTrait = .compactMapIssues { issue in
                seen.withLock { $0.append(issue) }
                return nil
            }
            let test = try #require(Test.current)
            try await collecting.provideScope(for: test, testCase: Test.Case.current) {
                let trait: StubsTrait = .stubs
                try await trait.provideScope(for: test, testCase: Test.Case.current) {
                    StubSet.current.on(.get("/zen"), .text("a"))
                    throw Other()
                }
            }
        }
        #expect(seen.withLock(\.count) == 0)
    }

    @Test func withStubsReportsNoStubsThatAnErrorKeptFromUse() async throws {
        let issues = try await recordedIssues { _ in
            await #expect(throws: Other.self) {
                try await withStubs { stubs in
                    stubs.on(.get("/zen"), .text("a"))
                    throw Other()
                }
            }
        }
        #expect(issues.isEmpty)
    }

    @Test func unusedStubIsReportedIfAllCallsWereAnswered() async throws {
        let issues = try await issues { () async throws in
            StubSet.current.on(.get("/zen"), .text("a"))
            StubSet.current.on(.get("/other"), .text("a"))
            #expect(try await shared.request(.zen, as: String.self) == "b")
        }
        #expect(issues.count == 2)
        #expect("\(issues)".contains("is expected to be called at least once, but was never called"))
    }

    /// Nobody else tells of it.
    @Test func errorOfAnotherSetIsThrown() async throws {
        let other = StubSet()
        await #expect {
            _ = try await issues { _ = try await Provider<Hub>(transport: other).request(.zen) }
        } throws: {
            "\($0)".contains("No stub answers Hub.zen")
        }
    }
}
