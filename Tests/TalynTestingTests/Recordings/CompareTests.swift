import Foundation
import TalynTesting
import Testing

struct CompareTests {
    @Test func driftFailsTheTest() {
        let recorded = Response(statusCode: 200, data: Data("{}".utf8), headerFields: [:])
        compare(live: recorded, recorded: recorded)
        withKnownIssue {
            let live = Response(statusCode: 500, data: Data("{}".utf8), headerFields: [:])
            let report = compare(live: live, recorded: recorded)
            #expect(report.differences.map(\.change) == [.status(recorded: 200, live: 500)])
        } matching: { issue in
            issue.comments.contains { $0.rawValue.contains("the status is 500, and was 200") }
                && issue.sourceLocation?.fileName == "CompareTests.swift"
        }
    }
}
