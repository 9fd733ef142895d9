import Testing
import _TalynSupport

struct URLPathTests {
    /// See RFC 3986, section 5.2.4.
    @Test(arguments: [
        ("/a/b/c/./../../g", "/a/g", "/a/g"), ("/a/./b/..", "/a/", "/a/"), ("/../../a", "/a", "/a"), ("/..", "/", "/"),
        ("/.", "/", "/"), ("/", "/", "/"), ("", "", ""), ("/a..b/...", "/a..b/...", "/a..b/..."), ("/a/", "/a/", "/a/"),
        ("/a//../b", "/a/b", "/b"), ("//a///b//", "//a///b//", "/a/b/"), ("/%2e%2E/a", "/%2e%2E/a", "/%2e%2E/a"),
    ])
    func dotSegmentsAreRemoved(path: String, removed: String, withoutEmptySegments: String) {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(text(URLPath.removingDotSegments(path.utf8)) == removed)
        #expect(text(URLPath.removingDotSegments(path.utf8, keepsEmptySegments: false)) == withoutEmptySegments)
    }

    @Test func oneSlashStandsBetweenBaseAndPath() {
        for base in ["http://h/a", "http://h/a/"] {
            for path in ["b", "/b"] { #expect(URLPath.join(base, path) == "http://h/a/b") }
        }
    }
}
