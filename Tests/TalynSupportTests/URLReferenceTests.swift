import Foundation
import Testing

@testable import _TalynSupport

struct URLReferenceTests {
    private static let base = URL(string: "https://example.com/a/b?c=d")!

    @Test(arguments: [
        // Escapes stay, and raw characters are escaped.
        ("/last?page[cursor]=abc%3D%3D", "https://example.com/last?page%5Bcursor%5D=abc%3D%3D"),
        ("/a%2Fb c", "https://example.com/a%2Fb%20c"),
        ("/caf%E9/ü", "https://example.com/caf%E9/%C3%BC"),
        ("/100%", "https://example.com/100%25"),
        ("?q=a|b&r=%7C#x y", "https://example.com/a/b?q=a%7Cb&r=%7C#x%20y"),
        ("x", "https://example.com/a/x"),
        ("../x", "https://example.com/x"),
        ("//other.example/x y", "https://other.example/x%20y"),
        // Dot segments (RFC 3986, section 5.2.2).
        ("http://h/public/../admin", "http://h/admin"),
        ("http://h/a/./b/..", "http://h/a/"),
        ("http://h/../../a", "http://h/a"),
        ("http://h", "http://h"),
        ("http://h/a..b/...", "http://h/a..b/..."),
    ])
    func referenceIsResolved(_ reference: String, _ expected: String) {
        #expect(URL(reference: reference, relativeTo: Self.base)?.absoluteString == expected)
    }

    @Test func encodedPathKeepsEscapesThatAreNotUTF8() throws {
        #expect(try #require(URL(string: "http://h/caf%E9")).encodedPath == "/caf%E9")
        #expect(try #require(URL(string: "http://h")).encodedPath == "/")
    }
}
