import Talyn
import TalynTesting
import TestSupport
import XCTest

private typealias Support = RecordingSupport

final class RecordingXCTests: XCTestCase {
    func testARecordingAnswersTheCallsOfATest() async throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let recordings = file.deletingLastPathComponent().appendingPathComponent("Recordings")
        try await withRecording("x", mode: .rerecord, live: Support.answer("[1]"), directory: recordings) {
            let text = try await Provider<RecordingSupport.Shop>().request(.item(id: "a"), as: String.self)
            XCTAssertEqual(text, "[1]")
        }
        try await withRecording("x", directory: recordings) {
            let text = try await Provider<RecordingSupport.Shop>().request(.item(id: "a"), as: String.self)
            XCTAssertEqual(text, "[1]")
        }
    }
}
