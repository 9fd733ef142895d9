import Foundation
import TalynStubs
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynRecordings

private typealias Support = RecordingSupport

/// Entries without header fields, as programs write them that remove secrets.
struct BareEntryTests {
    private static let form = "application/x-www-form-urlencoded"

    /// A HAR with one entry of few members.
    private func recording(
        _ request: String = "",
        _ response: String = "",
        method: String = "POST",
        url: String = "https://a.example/x",
        status: Int = 200
    ) throws -> Recording {
        try Recording(
            Support.har(
                """
                {"request": {"method": "\(method)", "url": "\(url)", "headers": []\(request)},
                "response": {"status": \(status), "headers": []\(response)}}
                """
            )
        )
    }

    private func replay(
        _ recording: Recording,
        _ method: String = "POST",
        _ url: String = "https://a.example/x",
        body: String? = nil,
        type: String? = nil
    ) async throws -> (status: Int, fields: HTTPFields, body: Data) {
        let fields = type.map { ["Content-Type": $0] } ?? [:]
        let request = try OutgoingRequest(method, url, body: body, fields: fields)
        let response = try await ReplayTransport(recording).send(request)
        return (response.statusCode, response.headerFields, try await response.read().body)
    }

    // MARK: The body of the request

    @Test(arguments: [
        #""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "a=1&b=x%20y"}"#,
        #""postData": {"mimeType": "Application/X-WWW-Form-URLEncoded; charset=UTF-8", "text": "b=x+y&a=1"}"#,
        #""postData": {"mimeType": "", "text": "a=1&b=x%20y"}"#, #""postData": {"text": "a=1&b=x%20y"}"#,
        #""postData": {"mimeType": "Application/X-WWW-Form-URLEncoded", "params": [{"name": "a", "value": "1"}, {"name": "b", "value": "x y"}]}"#,
        #""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "", "params": [{"name": "a", "value": "1"}, {"name": "b", "value": "x y"}]}"#,
    ])
    func formOfAnEntryWithoutContentTypeIsFound(_ member: String) async throws {
        let recording = try recording(", \(member)")
        for body in ["a=1&b=x%20y", "b=x+y&a=1"] {
            #expect(try await replay(recording, body: body, type: Self.form).status == 200)
        }
        await #expect(throws: RecordingError.self) { try await replay(recording, body: "a=1&b=x", type: Self.form) }
    }

    @Test func formOfARequestWithoutContentTypeIsFound() async throws {
        let recording = try recording(
            #", "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "a=1&b=x%20y"}"#
        )
        #expect(try await replay(recording, body: "a=1&b=x%20y").status == 200)
    }

    @Test func typeOfTheBodyIsPartOfTheRequest() throws {
        let posted = #", "postData": {"mimeType": "application/json", "text": "{}"}"#
        #expect(try recording(posted).entries.first?.requestHeaderFields[.contentType] == "application/json")
        let entry = Support.entry("POST", request: posted)
            .replacing(
                #"{"name": ":authority", "value": "shop.example.com"}"#,
                with: #"{"name": "content-type", "value": "text/plain"}"#
            )
        #expect(
            try Recording(Support.har(entry)).entries.first?.requestHeaderFields[values: .contentType] == ["text/plain"]
        )
    }

    @Test func secretOfAFormIsMaskedByItsType() throws {
        let recording = try recording(
            #", "postData": {"mimeType": "application/x-www-form-urlencoded", "text": "password=s3cr3tMark3r"}"#,
            #", "content": {"text": "is s3cr3tMark3r"}"#
        )
        #expect(recording.redacted().entries.first?.body == Data("is …".utf8))
    }

    // MARK: The URL

    @Test func parametersOfTheQueryAreThoseOfTheURL() async throws {
        let list =
            #", "queryString": [{"name": "q", "value": "a b&c"}, {"name": "page", "value": "2"}, {"name": "flag"}]"#
        let recording = try recording(list, method: "GET")
        #expect(recording.entries.first?.url == "https://a.example/x?q=a%20b%26c&page=2&flag")
        #expect(try await replay(recording, "GET", "https://a.example/x?page=2&flag&q=a+b%26c").status == 200)
        await #expect(throws: RecordingError.self) { try await replay(recording, "GET", "https://a.example/x") }
    }

    @Test(arguments: [
        (#", "queryString": [{"name": "q", "value": "1"}]"#, "https://a.example/x?q=2"),
        (#", "queryString": [{"name": "q", "value": "1"}]"#, "https://a.example/x?"),
        (#", "queryString": []"#, "https://a.example/x"), (#", "queryString": "q=1""#, "https://a.example/x"),
        (#", "queryString": [7, {"name": 1}]"#, "https://a.example/x"),
    ])
    func ownQueryOfTheURLCounts(_ list: String, url: String) throws {
        #expect(try recording(list, url: url).entries.map(\.url) == [url])
    }

    @Test func parametersComeBeforeAFragment() throws {
        let list = #", "queryString": [{"name": "q", "value": "1"}]"#
        #expect(try recording(list, url: "https://a.example/x#f").entries.first?.url == "https://a.example/x?q=1#f")
    }

    // MARK: The response

    @Test func typeOfTheContentIsPartOfTheResponse() async throws {
        let content = #", "content": {"mimeType": "text/html; charset=iso-8859-1", "text": "\u00e9"}"#
        let response = try await replay(try recording("", content), body: "")
        #expect(response.fields[.contentType] == "text/html; charset=iso-8859-1")
        #expect(response.body == Data([0xE9]))
    }

    @Test(arguments: [
        #", "content": {"mimeType": "x-unknown", "text": "a"}"#, #", "content": {"mimeType": "text/html"}"#,
        #", "content": {"mimeType": "text/html", "text": ""}"#,
        #", "content": {"mimeType": "text/\u000ahtml", "text": "a"}"#,
    ])
    func otherTextsAreNoTypes(_ content: String) throws {
        #expect(try recording("", content).entries.map { $0.headerFields[.contentType] } == [nil])
    }

    /// Chrome writes the type without its charset, and the text as it decoded it.
    @Test(arguments: ["text/html", ""]) func charsetOfTheHeaderFieldCounts(_ type: String) throws {
        let entry = Support.entry(text: "\u{E9}")
            .replacing(#""mimeType": "application/json""#, with: #""mimeType": "\#(type)""#)
            .replacing(#""value": "application/json""#, with: #""value": "text/html; charset=\"ISO-8859-1\"; a=b""#)
        #expect(try Recording(Support.har(entry)).entries.first?.body == Data([0xE9]))
    }

    @Test func redirectIsFollowed() throws {
        let redirect = #", "redirectURL": "/next""#
        #expect(try recording("", redirect, status: 302).entries.first?.headerFields[.location] == "/next")
        #expect(try recording("", redirect).entries.first?.headerFields[.location] == nil)
        #expect(try recording("", #", "redirectURL": """#, status: 302).entries.first?.headerFields[.location] == nil)
        #expect(try recording("", #", "redirectURL": 7"#, status: 302).entries.count == 1)
    }

    @Test func cookiesArePartOfBothMessages() throws {
        let recording = try recording(
            #", "cookies": [{"name": "a", "value": "1"}, {"name": "b", "value": "2"}, {"value": "3"}, {"name": "c", "value": "4;5"}]"#,
            """
            , "cookies": [{"name": "sid", "value": "7", "path": "/", "domain": "a.example", "httpOnly": true, "secure": true,
            "sameSite": "Lax", "expires": "2027-01-15T08:01:00.000Z"}, {"name": "b", "value": "x", "expires": -1, "path": "/;x"}, 8]
            """
        )
        let entry = try #require(recording.entries.first)
        #expect(entry.requestHeaderFields[.cookie] == "a=1; b=2")
        #expect(
            entry.headerFields[values: .setCookie] == [
                "sid=7; Path=/; Domain=a.example; Expires=15 Jan 2027 08:01:00 GMT; SameSite=Lax; Secure; HttpOnly",
                "b=x",
            ]
        )
        let field = try #require(SetCookieField(entry.headerFields[values: .setCookie][0]))
        #expect(field.expires == Date(timeIntervalSince1970: 1_800_000_060))
    }

    /// A recording of Talyn has each of them twice.
    @Test func ownEntriesAreNotCompleted() throws {
        let entry = """
            {"_talyn": {}, "request": {"method": "POST", "url": "https://a.example/x", "headers": [],
            "queryString": [{"name": "q", "value": "1"}], "cookies": [{"name": "a", "value": "1"}],
            "postData": {"mimeType": "application/octet-stream", "text": "a"}},
            "response": {"status": 302, "headers": [], "cookies": [{"name": "a", "value": "1"}], "redirectURL": "/next",
            "content": {"mimeType": "application/octet-stream", "text": "a"}}}
            """
        let read = try #require(try Recording(Support.har(entry)).entries.first)
        #expect(read.url == "https://a.example/x")
        #expect(read.requestHeaderFields.isEmpty)
        #expect(read.headerFields.isEmpty)
    }

    @Test(arguments: [("{}", ""), ("null", "?a=1")])
    func memberOfTalynWithoutAValueIsThatOfNoEntryOfTalyn(_ own: String, _ query: String) throws {
        let entry = """
            {"_talyn": \(own), "request": {"method": "GET", "url": "https://a.example/x", "headers": [],
            "queryString": [{"name": "a", "value": "1"}]}, "response": {"status": 200, "headers": []}}
            """
        #expect(try Recording(Support.har(entry)).entries.first?.url == "https://a.example/x\(query)")
    }

    @Test func savedRecordingHasOnlyTheMembersOfItsFile() throws {
        let recording = try recording(#", "postData": {"mimeType": "text/plain", "text": "a"}"#)
        let node = try #require(recording.entries.first?.node)
        #expect(node["request"]?["headers"]?.elements?.isEmpty == true)
    }
}
