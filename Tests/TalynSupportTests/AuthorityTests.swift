import Testing
import _TalynSupport

struct AuthorityTests {
    @Test(arguments: [
        ("A.example:443", "https", "a.example"), ("a.example:80", "HTTP", "a.example"),
        ("a.example:80", "https", "a.example:80"), ("a.example:", "http", "a.example"),
        ("[::443]:443", "https", "[::443]"), ("[::443]", "https", "[::443]"), ("", "https", ""),
    ])
    func authorityLosesThePortOfItsScheme(authority: String, scheme: String, expected: String) {
        #expect(authority.normalizedAuthority(of: scheme) == expected)
    }

    @Test func addressOfVersion6HasBracketsInAURL() {
        #expect("::1".asURLHost == "[::1]")
        #expect("a.example".asURLHost == "a.example")
    }
}
