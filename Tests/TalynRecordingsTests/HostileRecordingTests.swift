import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings

private typealias Support = RecordingSupport

/// HAR files that someone made to do harm.
struct HostileRecordingTests {
    private static func fields(_ count: Int) -> String {
        (0..<count).map { #"{"name": "a\#($0)", "value": ""}"# }.joined(separator: ",")
    }

    @Test(.hammer, .serialized, arguments: [10_001, 65_535])
    func aMessageOfVeryManyHeaderFieldsIsRefused(count: Int) throws {
        let request = Support.entry().replacingOccurrences(
            of: #"{"name": ":authority", "value": "shop.example.com"}"#,
            with: Self.fields(count)
        )
        let response = Support.entry().replacingOccurrences(
            of: #"{"name": "content-type", "value": "application/json"}"#,
            with: Self.fields(count)
        )
        for (entry, member) in [(request, "request.headers"), (response, "response.headers")] {
            let error = #expect(throws: RecordingError.self) { try Recording(Support.har(entry)) }
            guard case .invalidEntry(_, 0, member, let problem)? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(problem == "has \(count) header fields, which is more than 10000")
        }
    }

    @Test func asManyHeaderFieldsAsAllowedAreLoadedRedactedAndReplayed() async throws {
        let entry = Support.entry("GET", "https://a.example/x").replacingOccurrences(
            of: #"{"name": "content-type", "value": "application/json"}"#,
            with: Self.fields(10_000)
        )
        let recording = try Recording(Support.har(entry)).redacted()
        #expect(recording.entries.first?.headerFields.count == 10_000)
        let response = try await ReplayTransport(recording).send(OutgoingRequest("GET", "https://a.example/x"))
        #expect(response.headerFields.count == 10_000)
    }

    @Test func textThatFoundationDoesNotDecodeIsNamed() throws {
        let entry = Support.entry().replacingOccurrences(of: "\"GET\"", with: #""\ud83d""#)
        #expect(entry.contains(#"\ud83d"#))
        let error = #expect(throws: RecordingError.self) { try Recording(Support.har(entry)) }
        #expect(error?.description.contains("nested") == false)
    }

    @Test(arguments: [#"\ud83d"#, #"\ude00"#, #"\ud83d\n"#, #"\ud83d\ud83d\ude00"#, #"\\\ud83dx"#])
    func anEntryWithHalfACharacterLeavesTheOthers(text: String) throws {
        let good = Support.entry(text: "ab").replacingOccurrences(of: "ab", with: #"\\ud83d \ud83d\ude00"#)
        let bad = Support.entry(text: "ab").replacingOccurrences(of: "ab", with: text)
        let recording = try Recording(Support.har(good, bad, good))
        #expect(
            recording.entries.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == [
                #"\ud83d 😀"#, #"\ud83d 😀"#,
            ]
        )
        guard case .invalidEntry(_, entry: 1, member: _, let problem)? = recording.problems.first else {
            Issue.record("\(recording.problems)")
            return
        }
        #expect(recording.problems.count == 1)
        #expect(problem == "has an escape of half a character")
    }

    /// Foundation's decoder doesn't look at members that it doesn't need.
    @Test(arguments: [
        (#""\ud83d""#, true), (#""\ud83d", "comment": "\ude00""#, true), (#""\x""#, false),
    ])
    func secretsBesideAMemberThatFoundationDoesNotDecodeAreMasked(value: String, isKept: Bool) throws {
        let entry = Support.entry("GET", "https://a.example/?token=s3cr3tMark3r", request: #", "_x": \#(value)"#)
        let recording = try Recording(Support.har(entry, Support.entry()))
        #expect(recording.entries.count == 2)
        #expect(recording.leaks().map(\.entry).contains(0))
        let redacted = recording.redacted()
        #expect(redacted.entries.count == (isKept ? 2 : 1))
        #expect(redacted.problems.count == (isKept ? 0 : 1))
        #expect(redacted.leaks().isEmpty)
        for text in [redacted.data, TrafficReport(redacted).html].map({ String(decoding: $0, as: UTF8.self) }) {
            #expect(!text.contains("s3cr3tMark3r"))
        }
        #expect(try Recording(redacted.data).entries.count == redacted.entries.count)
    }

    @Test func titleOfAPageCanEndInHalfACharacter() throws {
        let har = #"{"log": {"pages": [{"id": "p", "title": "a\ud83d"}], "entries": [\#(Support.entry())]}}"#
        let recording = try Recording(Data(har.utf8))
        #expect(String(decoding: recording.data, as: UTF8.self).contains("a\u{FFFD}"))
    }

    @Test func textThatIsNoJSONIsNoEntry() throws {
        for text in ["tru", #""\x""#, #""\u12""#] {
            let bad = Support.entry().replacingOccurrences(of: #""[]""#, with: text)
            let error = #expect(throws: RecordingError.self) { try Recording(Support.har(Support.entry(), bad)) }
            guard case .notJSON? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
    }

    /// JSON of a million levels, in a file; and of as many levels as no thread has room for, in a body.
    private static func nested(_ count: Int, isClosed: Bool) -> String {
        String(repeating: "[", count: count) + (isClosed ? String(repeating: "]", count: count) : "")
    }

    @Test(.hammer, .serialized, arguments: [true, false])
    func deepJSONDoesNotTrap(isClosed: Bool) async throws {
        let file = Self.nested(1_000_000, isClosed: isClosed)
        #expect(throws: RecordingError.self) { try Recording(Data(file.utf8)) }
        #expect(throws: RecordingError.self) { try Recording(Data("{\"log\": {\"entries\": [\(file)]}}".utf8)) }
        let json = Self.nested(20_000, isClosed: isClosed)
        let recorder = RecordingTransport(wrapping: Support.answer(json))
        let objects = String(repeating: #"{"a":"#, count: 20_000) + #"{"password": "s3cr3tMark3r"}"#
        for body in [json, objects] {
            let fields = ["Content-Type": "application/json"]
            _ = try await recorder.send(OutgoingRequest("POST", "https://a.example", body: body, fields: fields))
        }
        let recording = try Recording(recorder.recording.data)
        #expect(recording.entries.count == 2)
        #expect(recording.entries.first?.body == Data(json.utf8))
        #expect(!String(decoding: recording.data, as: UTF8.self).contains("s3cr3tMark3r"))
        _ = try await ReplayTransport(recording)
            .send(
                OutgoingRequest("POST", "https://a.example", body: json, fields: ["Content-Type": "application/json"])
            )
    }

    /// Values that stand where others belong.
    private static let values = [
        "null", "true", "0", "-1", "1e999", "-0.0", "99999999999999999999", "1e-999", "\"\"", "\"\\u0000\"",
        "\"\\ud83d\"",
        "\"\\r\\nX: y\"", "[]", "[[]]", "{}", "{\"name\": {}}", "[null]", "[{\"name\": \":\", \"value\": 1}]", "\"%\"",
        "\"//\"",
        "\"http://[::1\"", "\"http://a:99999999/\"", "\"…\"",
    ]

    private static let members = [
        "startedDateTime", "time", "request", "response", "timings", "method", "url", "headers", "queryString",
        "cookies",
        "bodySize", "status", "content", "size", "mimeType", "text", "redirectURL", "_talyn", "postData", "receive",
        "encoding", "params", "_error",
    ]

    /// Every member is given every value: each file is loaded or refused with an error that says why.
    @Test(.hammer, .serialized, arguments: members)
    func hostileMembersNeverTrap(member: String) async throws {
        let original = Support.entry(
            "POST",
            "https://ada:pw@shop.example.com/a;sid=1?token=x#y",
            request: #", "postData": {"mimeType": "a/b", "text": "c", "params": []}"#,
            response: #", "_error": "net::ERR_FAILED""#
        )
        let own = #"{"_talyn": {"target": "A.B", "module": "C", "case": "d", "url": "x", "failure": "timedOut"}, "#
        let entry =
            own
            + original.dropFirst().replacingOccurrences(of: #""text": "[]""#, with: #""text": "[]", "encoding": """#)
        for value in Self.values {
            // The name once as it is, and once more with another value before it.
            for replacement in ["\"\(member)\": \(value), \"_was\":", "\"\(member)\": \(value), \"\(member)\":"] {
                let text = entry.replacingOccurrences(of: "\"\(member)\":", with: replacement)
                #expect(text != entry)
                do throws(RecordingError) {
                    let recording = try Recording(Support.har(text))
                    let again = try Recording(recording.redacted().data)
                    #expect(again.leaks().isEmpty)
                    _ = ReplayTransport(again).unused.map(\.description)
                    _ = DriftReport(live: again, recorded: recording).description
                } catch {
                    #expect(!error.description.isEmpty)
                }
            }
        }
    }
}
