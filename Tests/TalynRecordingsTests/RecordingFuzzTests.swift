import Foundation
import TestSupport
import Testing

@testable import TalynRecordings

private typealias Support = RecordingSupport

struct RecordingFuzzTests {
    private static let words = [
        "{", "}", "[", "]", "\"", ",", ":", "null", "-1", "1e999", "\\u0000", "\\ud800", "\r\n", "true", "base64",
        "\"status\"",
        "9999999999999999999999", "\u{0}", "é",
    ]

    /// Whatever a file holds, it is loaded or refused with a typed error; and what is loaded can be redacted, saved and replayed.
    @Test(.hammer, .serialized, arguments: 1...8 as ClosedRange<UInt64>)
    func randomlyChangedFilesNeverTrap(seed: UInt64) async throws {
        var chance = SeededGenerator(seed: seed)
        let original = Support.har(
            Support.entry(),
            Support.entry(
                "POST",
                "https://ada:pw@shop.example.com/a?token=x#y",
                request: #", "postData": {"mimeType": "a", "text": "b"}"#
            ),
            Support.entry(response: #", "_error": "net::ERR_FAILED""#)
        )
        var loaded = 0
        for _ in 0..<150 {
            var data = original
            for _ in 0..<Int.random(in: 1...6, using: &chance) {
                let start = Int.random(in: 0..<data.count, using: &chance)
                let end = min(data.count, start + Int.random(in: 0...8, using: &chance))
                let word = Self.words.randomElement(using: &chance) ?? ""
                switch Int.random(in: 0..<4, using: &chance) {
                case 0: data.replaceSubrange(start..<end, with: Data(word.utf8))
                case 1: data[start] = UInt8.random(in: 0...255, using: &chance)
                case 2: data.insert(contentsOf: Data(word.utf8), at: start)
                default: if data.count > 100 { data.removeSubrange(start..<end) }
                }
            }
            do throws(RecordingError) {
                let recording = try Recording(data)
                loaded += 1
                let redacted = recording.redacted()
                let omitted = redacted.problems.count - recording.problems.count
                #expect(redacted.entries.count + omitted == recording.entries.count)
                let again = try Recording(redacted.data)
                #expect(again.leaks().isEmpty)
                _ = ReplayTransport(again).unused
                _ = DriftReport(live: again, recorded: recording)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
        #expect(loaded > 0)
    }
}
