import Foundation
import HTTPTypes
import Synchronization
import TalynCore
import TalynPlugins
import TalynRecordings
import Testing

struct TrafficReportTests {
    private struct Page: TargetType {
        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "/pages" }
    }

    /// An origin that fails once.
    private final class Origin: Transport {
        private let count = Mutex(0)
        private let text: String

        init(_ text: String) {
            self.text = text
        }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            let number = count.withLock { count in
                count += 1
                return count
            }
            return TransportResponse(statusCode: number == 1 ? 503 : 200, body: HTTPBody(Data(text.utf8)))
        }
    }

    /// The recording of a call with a retry.
    private func recording(_ text: String = "text") async throws -> Recording {
        let recorder = RecordingTransport(wrapping: Origin(text))
        let retry = RetryPlugin(RetryPlugin.Configuration { $0.backoff = .none })
        let provider = Provider<Page>(transport: recorder, plugins: [retry])
        _ = try await provider.request(Page())
        return recorder.recording
    }

    /// The entries in a page, as a browser reads them.
    private func entries(_ page: String) throws -> [[String: Any]] {
        let start = try #require(page.range(of: #"<script type="application/json"[^>]*>"#, options: .regularExpression))
        let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
        let json = Data(page[start.upperBound..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    }

    @Test func pageHasTheEntries() async throws {
        let page = String(decoding: TrafficReport(try await recording(), title: "A < B").html, as: UTF8.self)
        #expect(page.contains("<title>A &lt; B</title>"))
        let statuses = try entries(page).map { ($0["response"] as? [String: Any])?["status"] as? Int }
        #expect(statuses == [503, 200])
    }

    @Test func attemptsOfACallHaveItsNumberAndTheirReason() async throws {
        let own = try entries(String(decoding: TrafficReport(try await recording()).html, as: UTF8.self))
            .compactMap { $0["_talyn"] as? [String: Any] }
        #expect(own.map { $0["call"] as? Int } == [1, 1])
        #expect(own.first?["reason"] == nil)
        #expect((own.last?["reason"] as? String)?.contains("503") == true)
    }

    @Test(arguments: ["</script><script>alert(1)</script>", "<!--<script>", "]]>", "\u{2028}<"])
    func contentCannotEndTheScript(text: String) async throws {
        let page = String(decoding: TrafficReport(try await recording(text)).html, as: UTF8.self)
        #expect(page.components(separatedBy: "<script").count == 3)
        #expect(page.components(separatedBy: "</script").count == 3)
        let content = try entries(page).compactMap { entry in
            ((entry["response"] as? [String: Any])?["content"] as? [String: Any])?["text"] as? String
        }
        #expect(content == [text, text])
    }

    /// Talyn reads and masks the first of equal members, and a browser reads the last.
    @Test func secretInASecondMemberOfANameIsNotShown() throws {
        let entry = #"""
            {"request": {"method": "GET", "method": "SECRET", "url": "https://a.example/",
            "url": "https://a.example/?token=SECRET"}, "request": {"url": "https://SECRET.example"}}
            """#
        let recording = try Recording(Data(#"{"log": {"entries": [\#(entry)]}}"#.utf8))
        for recording in [recording, recording.redacted()] {
            let page = String(decoding: TrafficReport(recording).html, as: UTF8.self)
            #expect(!page.contains("SECRET"))
            #expect(try entries(page).map { ($0["request"] as? [String: Any])?["method"] as? String } == ["GET"])
        }
    }

    @Test func pageIsHardlyLongerThanTheRecording() async throws {
        let recording = try await recording(String(repeating: "{\"a\": \"<b>\"}", count: 20_000))
        #expect(TrafficReport(recording).html.count < recording.data.count * 3 / 2)
    }

    @Test func pageIsWritten() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("pages/report.html")
        let report = TrafficReport(try await recording())
        try report.save(to: file)
        try report.save(to: file)
        #expect(try Data(contentsOf: file).starts(with: Data("<!doctype html>".utf8)))
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
        let blocked = file.appendingPathComponent("report.html")
        #expect(throws: RecordingError.self) { try report.save(to: blocked) }
    }
}
