import Foundation
import TalynCore
import TestSupport
import Testing

@testable import TalynRecordings

struct DriftReportTests {
    private static func report(
        _ recorded: String,
        _ live: String,
        options: DriftReport.Options = DriftReport.Options()
    ) -> [String] {
        let fields: HTTPFields = [.contentType: "application/json"]
        return DriftReport(
            live: Response(statusCode: 200, data: Data(live.utf8), headerFields: fields),
            recorded: Response(statusCode: 200, data: Data(recorded.utf8), headerFields: fields),
            options: options
        ).differences.map(\.description)
    }

    @Test(arguments: [
        (#"{"a": 1}"#, #"{"a": 2}"#, []), (#"{"a": 1, "b": "x"}"#, #"{"b": "y", "a": 0.5}"#, []),
        (#"{"a": 1}"#, #"{"a": 1, "b": [1]}"#, ["'b' is new: array"]),
        (#"{"a": 1, "b": 2}"#, #"{"a": 1}"#, ["'b' is missing"]),
        (#"{"a": 1}"#, #"{"a": "1"}"#, ["'a' is string, and was number"]),
        (#"{"a": 1}"#, #"{"a": null}"#, ["'a' may be null"]),
        (#"{"a": null}"#, #"{"a": 1}"#, []), (#"{"a": null}"#, #"{"a": null}"#, []), (#"[]"#, #"[{"a": 1}]"#, []),
        (#"[{"a": 1}]"#, #"[]"#, []), (#"[{"a": 1}]"#, #"{"a": 1}"#, ["'.' is object, and was array"]),
        (#"{"items": [{"name": "x"}]}"#, #"{"items": [{"name": 1}]}"#, ["'items[].name' is number, and was string"]),
        (#"[{"a": 1}, {"b": 2}]"#, #"[{"b": 1}, {"a": 2}]"#, []),
        (#"[{"a": 1}, {"a": 2}]"#, #"[{"a": 1}, {}]"#, ["'[].a' is not always there"]),
        (#"[1, "a"]"#, #"["b"]"#, []), (#"[1]"#, #"[1, null]"#, ["'[]' may be null"]),
        (#"[[{"a": 1}]]"#, #"[[{"a": true}]]"#, ["'[][].a' is boolean, and was number"]),
        (#"{"a": {"b": {"c": 1}}}"#, #"{"a": {"b": {}}}"#, ["'a.b.c' is missing"]),
        ("{}", "oops", ["the content is not JSON any more"]), ("oops", "{}", ["the content is JSON, and was not"]),
        ("text", "other", ["the content can't be compared: a part of it is missing, or it isn't JSON"]),
        ("text", "text", []),
    ])
    func theShapeOfJSONIsCompared(recorded: String, live: String, expected: [String]) {
        #expect(Self.report(recorded, live) == expected)
    }

    @Test func pathsCanBeLeftOut() {
        let options = DriftReport.Options(ignoredPaths: ["a", "items[].x"])
        let live = #"{"a": {"c": 1}, "ab": 1, "items": [{"x": [1]}]}"#
        #expect(
            Self.report(#"{"a": {"b": 1}, "items": [{"x": 1}]}"#, live, options: options) == ["'ab' is new: number"]
        )
    }

    @Test func statusAndHeaderFieldsAreCompared() {
        let report = DriftReport(
            live: Response(
                statusCode: 404,
                data: Data("<html>".utf8),
                headerFields: [.contentType: "text/html; charset=utf-8", .date: "now", .retryAfter: "1"]
            ),
            recorded: Response(
                statusCode: 200,
                data: Data("{}".utf8),
                headerFields: [.contentType: "application/json", .server: "a", .allow: "GET"]
            )
        )
        #expect(
            report.description.split(separator: "\n") == [
                "the status is 404, and was 200", "the header field 'allow' is missing",
                "the header field 'retry-after' is new", "the content is text/html, and was application/json",
                "the content is not JSON any more",
            ]
        )
        #expect(!report.isEmpty)
    }

    @Test func contentThatIsNotKnownIsNotTakenForTheSame() throws {
        func recording(_ type: String, isTruncated: Bool) throws -> Recording {
            let own = isTruncated ? #""_talyn": {"truncated": true}, "startedDateTime""# : #""startedDateTime""#
            let entry = RecordingSupport.entry().replacingOccurrences(of: #""startedDateTime""#, with: own)
            return try Recording(
                RecordingSupport.har(
                    entry.replacingOccurrences(of: #""value": "application/json""#, with: "\"value\": \"\(type)\"")
                )
            )
        }
        for (type, count) in [("application/json", 1), ("application/problem+json", 1), ("application/x-ndjson", 0)] {
            let whole = try recording(type, isTruncated: false)
            let part = try recording(type, isTruncated: true)
            #expect(DriftReport(live: part, recorded: whole).differences.map(\.change).count == count)
            #expect(DriftReport(live: whole, recorded: part).differences.allSatisfy { $0.change == .notCompared })
            #expect(DriftReport(live: part, recorded: part).differences.count == count)
            #expect(DriftReport(live: whole, recorded: whole).isEmpty)
        }
    }

    @Test func aReportHasNoValues() {
        let texts = Self.report(
            #"{"token": "s3cr3tMarker", "a": "s3cr3tMarker"}"#,
            #"{"token": 1, "b": "s3cr3tMarker"}"#
        )
        #expect(texts.count == 3 && !texts.joined().contains("s3cr3tMarker"))
    }

    @Test func recordingsAreComparedRequestByRequest() async throws {
        func recording(_ answers: [String: String]) async throws -> Recording {
            let recorder = RecordingTransport(
                wrapping: ClosureTransport { request in
                    let path = request.url?.path ?? ""
                    if answers[path] == nil { throw TransportError(.timedOut) }
                    return TransportResponse(statusCode: 200, body: HTTPBody(Data((answers[path] ?? "").utf8)))
                }
            )
            for path in ["/a", "/b"] {
                _ = try? await recorder.send(OutgoingRequest("GET", "https://a.example\(path)?token=s3cr3tMarker"))
            }
            return recorder.recording
        }
        let report = DriftReport(
            live: try await recording(["/a": #"{"x": 1}"#]),
            recorded: try await recording(["/a": "{}", "/b": "{}"])
        )
        #expect(
            report.description.split(separator: "\n") == [
                "GET https://a.example/a?token=%E2%80%A6: 'x' is new: number",
                "GET https://a.example/b?token=%E2%80%A6: the call fails now: timedOut",
            ]
        )
    }
}
