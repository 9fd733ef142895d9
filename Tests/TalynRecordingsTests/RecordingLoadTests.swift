import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynRecordings
@testable import TalynStubs

private typealias Support = RecordingSupport

struct RecordingLoadTests {
    @Test func filesOfChromeAreLoaded() throws {
        let recording = try Recording(
            Data("\u{FEFF}".utf8)
                + Support.har(
                    """
                    {"_initiator": {"type": "script", "stack": {"callFrames": []}}, "_priority": "High", "_resourceType": "fetch",
                    "cache": {}, "connection": "443", "pageref": "page_1", "request": {"method": "POST",
                    "url": "https://shop.example.com/v1/login", "httpVersion": "http/2.0", "headers": [
                    {"name": ":method", "value": "POST"}, {"name": "content-type", "value": "application/x-www-form-urlencoded"}],
                    "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 11, "postData": {"mimeType":
                    "application/x-www-form-urlencoded", "params": [{"name": "a b", "value": "c&d"}]}},
                    "response": {"status": 200, "statusText": "", "httpVersion": "http/2.0", "headers": [], "cookies": [],
                    "content": {"size": 3, "mimeType": "image/png", "text": "AQID", "encoding": "base64"}, "redirectURL": "",
                    "headersSize": -1, "bodySize": -1, "_transferSize": 100, "_error": null, "_fetchedViaServiceWorker": false},
                    "serverIPAddress": "[::1]", "startedDateTime": "2026-01-02T03:04:05.678Z", "time": 12.345000000000001,
                    "timings": {"blocked": 1.5, "dns": -1, "ssl": -1, "connect": -1, "send": 0.1, "wait": 10, "receive": 0.7,
                    "_blocked_queueing": 1.4}}
                    """
                )
        )
        let entry = try #require(recording.entries.first)
        #expect(entry.body == Data([1, 2, 3]))
        #expect(entry.requestBody == Data("a+b=c%26d".utf8))
        #expect(entry.requestHeaderFields == [.contentType: "application/x-www-form-urlencoded"])
        #expect(entry.duration == .microseconds(12_345))
        #expect(entry.startedAt == Date(timeIntervalSince1970: 1_767_323_045.678))
        let saved = String(decoding: recording.data, as: UTF8.self)
        #expect(saved.contains("_initiator") && saved.contains("12.345000000000001") && saved.contains("_transferSize"))
    }

    /// Members that others leave out, or say otherwise.
    @Test(arguments: [
        #"{"request": {"method": "GET", "url": "https://a.example"}, "response": {"status": 200}}"#,
        #"{"request": {"method": "GET", "url": "https://a.example"}}"#,
        #"{"request": {"method": "GET", "url": "https://a.example"}, "response": {"status": -1, "content": {}}}"#,
        #"{"request": {"method": "GET", "url": "https://a.example", "postData": null, "cookies": null}, "response": null}"#,
        #"{"request": {"method": "GET", "url": "https://a.example"}, "response": {"status": 204, "content": {"size": -1}}}"#,
        #"{"request": {"method": "CONNECT", "url": "a.example:443"}, "response": {"status": 200}, "time": -1}"#,
        #"{"request": {"method": "GET", "url": "https://a.example", "headers": [{"name": "a"}]}, "time": 1e300}"#,
        #"{"request": {"method": "GET", "url": "data:text/plain,a"}, "timings": {"receive": null}, "time": null}"#,
        #"{"request": {"method": "GET", "url": "wss://a.example"}, "_webSocketMessages": [{"data": "a", "opcode": 1}]}"#,
    ])
    func loadsWhatLacksMembers(entry: String) throws {
        #expect(try Recording(Support.har(entry)).entries.count == 1)
    }

    @Test func loadsAFileInUTF16() throws {
        let text = String(decoding: Support.har(Support.entry(text: "\"é\"")), as: UTF8.self)
        let recording = try Recording(try #require(text.data(using: .utf16)))
        #expect(recording.entries.first?.body == Data("\"é\"".utf8))
    }

    @Test func textOfABrowserIsReadInItsEncoding() throws {
        let entry = Support.entry(text: "é").replacingOccurrences(
            of: #""mimeType": "application/json""#,
            with: #""mimeType": "text/html; charset=ISO-8859-1""#
        )
        #expect(try Recording(Support.har(entry)).entries.first?.body == Data([0xE9]))
    }

    /// As programs that control Chrome write them.
    @Test(arguments: [#"\n"#, #"\r\n"#]) func cookiesThatAreJoinedByLineBreaksAreRead(separator: String) throws {
        let value = "id=s3cr3tMark3r; path=/\(separator)other=0therM4rk3r; path=/"
        let fields = #"[{"name": "set-cookie", "value": "\#(value)"}]"#
        let entry = #"{"request": {"method": "GET", "url": "a"}, "response": {"status": 200, "headers": \#(fields)}}"#
        let recording = try Recording(Support.har(entry))
        #expect(
            recording.entries.first?.headerFields[values: .setCookie] == [
                "id=s3cr3tMark3r; path=/", "other=0therM4rk3r; path=/",
            ]
        )
        let text = String(decoding: recording.redacted(by: .default).data, as: UTF8.self)
        #expect(!text.contains("s3cr3tMark3r") && !text.contains("0therM4rk3r"), "\(text)")
    }

    @Test func fileThatIsReplacedKeepsItsPermissions() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let recording = try Recording(Support.har(Support.entry()))
        try recording.save(to: file)
        #expect(chmod(file.path, 0o600) == 0)
        try recording.save(to: file)
        var status = stat()
        #expect(stat(file.path, &status) == 0 && status.st_mode & 0o777 == 0o600)
    }

    @Test func negativeStatusIsNoResponse() throws {
        let entry = #"{"request": {"method": "GET", "url": "a"}, "response": {"status": -2}}"#
        #expect(try Recording(Support.har(entry)).entries.first?.statusCode == 0)
    }

    @Test(arguments: ["encoding", "_encoding"]) func bodyOfARequestCanBeBase64(member: String) throws {
        let body = #"{"mimeType": "a/b", "text": "aGk=", "\#(member)": "base64"}"#
        let entry = #"{"request": {"method": "POST", "url": "a", "postData": \#(body)}}"#
        #expect(try Recording(Support.har(entry)).entries.first?.requestBody == Data("hi".utf8))
    }

    @Test(arguments: [
        (#"{"response": {}}"#, "request"), ("7", "the whole"), (#"{"request": []}"#, "request"),
        (#"{"request": {"method": "", "url": "a"}}"#, "request.method"),
        (#"{"request": {"method": "GE T", "url": "a"}}"#, "request.method"),
        (#"{"request": {"method": 1, "url": "a"}}"#, "request.method"),
        (#"{"request": {"method": "GET"}}"#, "request.url"),
        (#"{"request": {"method": "GET", "url": "a", "headers": {}}}"#, "request.headers"),
        (#"{"request": {"method": "GET", "url": "a", "headers": [1]}}"#, "request.headers[0]"),
        (
            #"{"request": {"method": "GET", "url": "a", "headers": [{"name": "a"}, {"name": "b c", "value": ""}]}}"#,
            "request.headers[1].name"
        ),
        (
            #"{"request": {"method": "GET", "url": "a", "headers": [{"name": "a", "value": "b\r\nc: d"}]}}"#,
            "request.headers[0].value"
        ),
        (#"{"request": {"method": "GET", "url": "a"}, "response": {"status": 1e30}}"#, "response.status"),
        (#"{"request": {"method": "GET", "url": "a"}, "response": {"status": 200.5}}"#, "response.status"),
        (#"{"request": {"method": "GET", "url": "a"}, "response": {"status": -5.5}}"#, "response.status"),
        (#"{"request": {"method": "GET", "url": "a"}, "response": {"status": "200"}}"#, "response.status"),
        (
            #"{"request": {"method": "GET", "url": "a"}, "response": {"status": 200, "content": {"text": "*", "encoding": "base64"}}}"#,
            "response.content.text"
        ),
        (
            #"{"request": {"method": "GET", "url": "a"}, "response": {"status": 200, "content": {"text": 1}}}"#,
            "response.content.text"
        ),
        (#"{"request": {"method": "GET", "url": "a"}, "time": "long"}"#, "time"),
        (#"{"request": {"method": "GET", "url": "a"}, "_talyn": {"failure": "boredom"}}"#, "_talyn.failure"),
    ])
    func refusesAnEntryWithoutSense(entry: String, member: String) throws {
        let file = URL(fileURLWithPath: "/tmp/some.har")
        let recording = try Recording(Support.har(Support.entry(), entry), file: file)
        // The other entry is there.
        #expect(recording.entries.count == 1)
        let error = recording.problems.first
        #expect(throws: RecordingError.self) { try Recording(Support.har(entry)) }
        guard case .invalidEntry(file, entry: 1, member: member, _)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("/tmp/some.har") == true)
        #expect(error?.recoverySuggestion != nil)
    }

    @Test(arguments: [
        "", "GIF89a", "<html></html>", "{}", "[]", "7", #"{"log": []}"#, #"{"log": {}}"#, #"{"log": {"entries": {}}}"#,
        #"{"log": {"entries": []}} x"#, #"{"swagger": "2.0"}"#,
    ])
    func refusesAForeignFile(text: String) {
        let error = #expect(throws: RecordingError.self) { try Recording(Data(text.utf8)) }
        switch error {
        case .notJSON?, .notHAR?: break
        default: Issue.record("\(String(describing: error))")
        }
    }

    @Test func refusesAFileThatWasCutOff() {
        let data = Support.har(Support.entry(), Support.entry())
        for length in stride(from: 1, to: data.count, by: 7) {
            let error = #expect(throws: RecordingError.self) { try Recording(data.prefix(length)) }
            guard case .notJSON(nil, _, isCutOff: true)? = error else {
                Issue.record("\(length): \(String(describing: error))")
                continue
            }
            #expect(error?.recoverySuggestion?.contains("cut off") == true)
        }
    }

    @Test func refusesAFileThatIsTooLarge() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let data = Support.har()
        try data.write(to: file)
        #expect(throws: RecordingError.tooLarge(file, length: data.count, maximum: 10)) {
            try Recording(contentsOf: file, maximumSize: 10)
        }
        #expect(throws: RecordingError.tooLarge(nil, length: data.count, maximum: 10)) {
            try Recording(data, maximumSize: 10)
        }
    }

    @Test func missingFilesAndDirectoriesAreRefused() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        #expect(throws: RecordingError.cannotRead(file, reason: "the file doesn't exist")) {
            try Recording(contentsOf: file)
        }
        #expect(throws: RecordingError.self) { try Recording(contentsOf: file.deletingLastPathComponent()) }
        #expect(throws: RecordingError.self) { try Recording(contentsOf: URL(fileURLWithPath: "/dev/zero")) }
    }

    @Test func allProblemsOfAFileAreListed() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        try Support.har("1", Support.entry(), "2").write(to: file)
        #expect(Recording.problems(in: file).count == 2)
    }

    @Test func looksForManyProblemsAndNotForAll() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let entries = (Array(repeating: "1", count: 2_000) + [Support.entry()]).joined(separator: ",")
        try Data("{\"log\": {\"entries\": [\(entries)]}}".utf8).write(to: file)
        #expect(Recording.problems(in: file).count == 1000)
        #expect(try Recording(contentsOf: file).entries.count == 1)
    }

    @Test func savesInOneStep() throws {
        let file = try Support.temporaryFile()
        defer { Support.remove(file) }
        let nested = file.deletingLastPathComponent().appendingPathComponent("a/b/c.har")
        let recording = try Recording(Support.har(Support.entry()))
        try recording.save(to: nested)
        try recording.save(to: nested)
        let names = try FileManager.default.contentsOfDirectory(atPath: nested.deletingLastPathComponent().path)
        #expect(names == ["c.har"])
        #expect(try Recording(contentsOf: nested).entries.count == 1)
        let blocked = nested.appendingPathComponent("d.har")
        let error = #expect(throws: RecordingError.self) { try recording.save(to: blocked) }
        guard case .cannotWrite? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test func unknownMembersAreKept() throws {
        let data = Data(
            """
            {"_tool": {"v": 1.50}, "log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "browser": {"name": "b",
            "version": "2"}, "pages": [{"id": "p", "title": "t", "startedDateTime": "2026-01-02T03:04:05Z", "pageTimings": {}}],
            "comment": "c", "entries": [\(Support.entry(request: #", "_x": [1.0, 2e5]"#))]}}
            """.utf8
        )
        let recording = try Recording(data)
        for copy in [recording, recording.redacted()] {
            let (before, after) = (try JSONNode(json: data), try JSONNode(json: copy.data))
            #expect(before["_tool"] == after["_tool"])
            for name in ["version", "creator", "browser", "pages", "comment", "entries"] {
                #expect(before["log"]?[name] == after["log"]?[name])
            }
        }
    }
}
