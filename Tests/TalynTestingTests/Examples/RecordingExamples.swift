import Foundation
import Talyn
import TalynTesting
import Testing
import XCTest

// The code of Recordings.md and Contracts.md, compiled.

private enum GitHub: TargetType {
    case zen
    case user(String)

    var baseURL: URL { URL(string: "https://api.github.com")! }

    var path: RequestPath {
        switch self {
        case .zen: "/zen"
        case .user(let name): "/users/\(name)"
        }
    }
}

@Suite(.disabled("It is compiled, and needs a network."))
struct RecordingExamples {
    @Test(.recording("zen")) func zenIsShort() async throws {
        let zen = try await Provider<GitHub>().request(.zen, as: String.self)
        #expect(zen.count < 100)
    }

    @Test(.recording("zen", ignoresOrigin: true)) func zenOfAnyServer() async throws {
        let zen = try await Provider<GitHub>().request(.zen, as: String.self)
        #expect(zen.count < 100)
    }

    func byHand(file: URL) async throws {
        let recorder = RecordingTransport(wrapping: Provider<GitHub>().transport)
        let zen = try await Provider<GitHub>(transport: recorder).request(.zen, as: String.self)
        try recorder.recording.save(to: file)
        let recording = try Recording(contentsOf: file)
        let replay = ReplayTransport(recording, pace: .recorded)
        let again = try await Provider<GitHub>(transport: replay).request(.zen, as: String.self)
        #expect(zen == again)
        let provider = Provider<GitHub>(transport: ReplayTransport(recording))
        _ = try await provider.request(.zen)
    }

    func secrets(file: URL) throws {
        let masked = try Recording(contentsOf: file).redacted()
        let leaks = try Recording(contentsOf: file).leaks()
        #expect(masked.leaks().isEmpty && !leaks.isEmpty)
    }

    func drift(sample: Data) async throws {
        let lenient = DriftReport.Options(ignoredPaths: ["items[].links"])
        let recorded = Response(statusCode: 200, data: sample, headerFields: [.contentType: "application/json"])
        let live = try await Provider<GitHub>().request(.user("ada"))
        compare(live: live, recorded: recorded, options: lenient)
        let report = DriftReport(live: live, recorded: recorded)
        for difference in report.differences { print(difference) }
    }
}

/// Not a test case, which XCTest would run.
private struct RecordingXCTestExample {
    func testZen() async throws {
        try await withRecording("zen") {
            let zen = try await Provider<GitHub>().request(.zen, as: String.self)
            XCTAssertLessThan(zen.count, 100)
        }
    }
}

private enum ReportExamples {
    static func report(file: URL) async throws {
        let recorder = RecordingTransport(wrapping: Provider<GitHub>().transport)
        let github = Provider<GitHub>(transport: recorder)
        _ = try await github.request(.zen)
        try TrafficReport(recorder.recording).save(to: file)
    }

    static func log(page: URL, archive: URL) async throws {
        let log = TrafficLog()
        let github = Provider<GitHub>(plugins: [log])
        _ = try await github.request(.zen)
        for entry in log.recording.entries { print(entry) }
        try TrafficReport(log.recording).save(to: page)
        try log.recording.save(to: archive)
    }
}
