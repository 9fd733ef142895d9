import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct URLJoiningTests {
    private struct Target: TargetType {
        let baseURL: URL
        let path: RequestPath
    }

    @Test(arguments: URLJoiningCase.all)
    func pathContinuesBaseURL(_ example: URLJoiningCase) throws {
        let base = try #require(URL(string: "https://example.com:8080" + example.base))
        let endpoint = try Endpoint(Target(baseURL: base, path: RequestPath(percentEncoded: example.path)))
        #expect(endpoint.url == "https://example.com:8080" + example.joined)
        // A request has a path (RFC 9110, section 4.2.3).
        let isWithoutPath = URL(string: endpoint.url)?.path(percentEncoded: true) == ""
        let sent = isWithoutPath ? endpoint.url.replacing(":8080", with: ":8080/") : endpoint.url
        #expect(try endpoint.request().url?.absoluteString == sent)
    }

    @Test(arguments: [
        ("https://other.example/next?page=2", "https://other.example/next?page=2"),
        ("http://other.example", "http://other.example"),
        ("HTTPS://other.example/a%20b#part", "HTTPS://other.example/a%20b"),
        ("https://other.example?page=2", "https://other.example?page=2"),
        ("?page=2", "https://example.com/v1/a?page=2"),
        ("b?page=2#x", "https://example.com/v1/b?page=2"),
        ("/b", "https://example.com/b"),
        ("wss://other.example/a?b=1", "https://other.example/a?b=1"),
        ("WS://other.example", "http://other.example"),
    ])
    func otherURLTakesThePlaceOfTheTargets(text: String, url: String) throws {
        let base = try #require(URL(string: "https://example.com/v1?key=1"))
        let options = RequestOptions { $0.url = URL(string: text) }
        #expect(try Endpoint(Target(baseURL: base, path: "/a"), options: options).url == url)
    }

    @Test func otherURLWithABaseOfItsOwnIsResolvedAgainstThat() throws {
        let url = URL(string: "b", relativeTo: URL(string: "https://other.example/a/"))
        let base = try #require(URL(string: "https://example.com"))
        let endpoint = try Endpoint(Target(baseURL: base, path: "/a"), options: RequestOptions { $0.url = url })
        #expect(endpoint.url == "https://other.example/a/b")
    }

    @Test func fragmentOfTheBaseIsDropped() throws {
        let base = try #require(URL(string: "https://example.com/v1?key=1#top"))
        #expect(try Endpoint(Target(baseURL: base, path: "/a")).url == "https://example.com/v1/a?key=1")
    }

    @Test func schemesOfWebSocketsBecomeThoseOfHTTP() throws {
        let base = try #require(URL(string: "Wss://example.com/v1"))
        var endpoint = try Endpoint(Target(baseURL: base, path: "/a"))
        #expect(endpoint.url == "https://example.com/v1/a")
        let options = RequestOptions { $0.url = URL(string: "b?page=2") }
        let next = try Endpoint(Target(baseURL: base, path: "/a"), options: options)
        #expect(next.url == "https://example.com/v1/b?page=2")
        endpoint.url = "WS://other.example"
        #expect(try endpoint.request().url?.absoluteString == "http://other.example/")
    }

    @Test func anotherBaseURLCanBeGiven() throws {
        let base = try #require(URL(string: "https://example.com/v1"))
        let staging = try #require(URL(string: "https://staging.example.com"))
        #expect(
            try Endpoint(Target(baseURL: base, path: "/a"), baseURL: staging).url == "https://staging.example.com/a"
        )
    }

    @Test(arguments: [
        ("", "It is empty"),
        ("https://example.com/a b", "' ' at offset 21"),
        ("https://example.com/\r\n", "'\\r' at offset 20"),
        ("https://example.com/é", "'\\u{00E9}' at offset 20"),
        ("https://example.com/100%", "percent sign at offset 23"),
        ("https://example.com:port/", "scheme, host or port"),
    ])
    func invalidURLFailsWithTheReason(url: String, reason: String) throws {
        let endpoint = try Endpoint.of(url)
        let error = #expect(throws: TalynError.self) { try endpoint.request() }
        #expect((error?.underlyingError as? RequestError)?.part == .url)
        #expect(error?.reason == .invalidRequest)
        #expect(error?.description.contains(reason) == true, "\(String(describing: error))")
    }

    @Test func errorTextShowsTheTemplateOfThePath() async {
        let query = RequestParameters(percentEncoded: "q=50%")
        let probe = Probe(URL(string: "https://example.com")!, "/reset/\("hush")", query: query)
        let error = await #expect(throws: TalynError.self) {
            try await Provider<Probe>(transport: SampleTransport()).request(probe) as Response
        }
        #expect(error?.reason == .invalidRequest)
        #expect(error?.description.contains("The URL 'https://example.com/reset/{}?q=…' is invalid.") == true)
        #expect(error?.description.contains("hush") == false)
    }

    @Test func errorTextHidesSecretsOfTheURL() {
        let error = RequestError.invalidURL("https://ada:secret@example.com/a b?token=secret&page=secret")
        let text = TalynError(error).description
        #expect(!text.contains("secret"))
        #expect(text.contains("https://example.com/a b?token=…&page=…"))
    }
}
