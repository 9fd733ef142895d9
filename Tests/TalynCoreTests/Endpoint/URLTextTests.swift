import Foundation
import Testing

@testable import TalynCore

/// Requests split URLs without a parser. The parts are those of Foundation's parser.
struct URLTextTests {
    static let urls = [
        "https://example.com", "https://example.com/", "https://example.com?a=b",
        "https://example.com:8443/a/b?c=d&e#f",
        "HTTPS://Example.COM/A", "http://ada:p%40ss@example.com/a", "http://a@b@example.com/", "http://[::1]/a",
        "http://[::1]:8080/a?b=http://c.d/e", "https://example.com/a:b@c", "https://example.com/a?b#c?d",
        "http://127.0.0.1:80",
        "https://%6cocalhost/a", "https://example.com:/a", "https://xn--bcher-kva.example/%C3%BC", "https://a.b/?",
        "https://a.b/#",
        "https://a.b//c//d", "https://a_b.example/~user;v=1/(x)", "https://a.b/?a=1?b=2/c",
    ]

    @Test(arguments: urls)
    func partsAreThoseOfFoundation(text: String) throws {
        let url = try #require(URL(string: text))
        let request = OutgoingRequest(url: url)
        #expect(request.head.scheme == url.scheme?.lowercased())
        let origin = try #require(request.origin)
        #expect(origin.host == url.host(percentEncoded: true)?.lowercased())
        #expect(origin.port == url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80))
        let path = url.path(percentEncoded: true)
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        #expect(request.head.path == (path.isEmpty ? "/" : path) + query)
        #expect(request.fragment == url.fragment(percentEncoded: true))
        #expect(request.head.authority?.contains("@") == false)
    }

    @Test(arguments: [
        "ftp://example.com/a", "mailto:ada@example.com", "/a/b", "//example.com/a", "a", "file:///a", "https:///a",
        "https://:80/",
        "http://a.b:65536/", "http://a.b:x/", "https:a.b",
    ])
    func otherTextsHaveNoOrigin(text: String) {
        #expect(Origin(text) == nil)
        let request = OutgoingRequest(URLText(text), method: .get, headerFields: [:])
        #expect(throws: TransportError.self) { try request.checkURL() }
    }

    @Test(arguments: ["mailto:ada@example.com", "/a/b", "//example.com/a", "a", "file:///a", "https:a.b"])
    func otherTextsStayAsTheyAre(text: String) {
        #expect(OutgoingRequest(URLText(text), method: .get, headerFields: [:]).urlText == text)
    }

    @Test func userInformationIsNotSent() throws {
        let parts = URLText("https://ada%3A:p%40ss:x@example.com/")
        #expect(parts.authority == "example.com")
        #expect(parts.authorization == "Basic " + Data("ada::p@ss:x".utf8).base64EncodedString())
    }

    /// The hosts and ports that need no parser at all.
    @Test func plainAuthoritiesAreKnown() {
        for (text, isPlain) in [
            "https://a.b": true, "https://a.b:80": true, "https://a.b:65535/": true, "https://a.b:65536/": false,
            "https://a.b:99999999999999999999/": false, "https://[::1]/": false, "https://a%2E/": false,
            "https://:80/": false,
            "https:///": false, "https://a:b/": false, "/a": false,
        ] {
            #expect(URLText(text).hasPlainAuthority == isPlain, "\(text)")
        }
    }

    /// See RFC 6454, section 6.2.
    @Test(arguments: [
        ("https://A.example:443/b", "https://a.example"), ("http://a.example", "http://a.example"),
        ("https://a.example:80", "https://a.example:80"), ("http://[::1]:8080", "http://[::1]:8080"),
        ("https://[::443]", "https://[::443]"),
    ])
    func serializedOriginLacksThePortOfItsScheme(url: String, text: String) {
        #expect(Origin(url)?.serialized == text)
    }
}
