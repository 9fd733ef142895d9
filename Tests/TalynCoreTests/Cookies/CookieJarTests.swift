import Foundation
import TalynURLSession
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct CookieJarTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let time = Locked(Self.now)
    private let store = MemoryCookieStore()
    private let jar: CookieJar

    init() {
        // The clock moves on with each reading.
        jar = CookieJar(
            store: store,
            now: { [time] in
                time.withLock { time in
                    defer { time.addTimeInterval(0.001) }
                    return time
                }
            }
        )
    }

    private func keep(_ cookies: String..., from url: String = "https://www.example.com/a/b") throws {
        let fields = HTTPFields(cookies.map { HTTPField(name: .setCookie, value: $0) })
        jar.keep(fields, from: try #require(URL(string: url)))
    }

    private func sent(to url: String) throws -> String? {
        jar.field(for: try #require(URL(string: url)))?.value
    }

    @Test func storedCookiesAreSent() throws {
        #expect(try sent(to: "https://www.example.com/") == nil)
        try keep("a=1; Path=/", "b=2; Path=/; HttpOnly")
        #expect(try sent(to: "https://www.example.com/") == "a=1; b=2")
        try keep("a=3; Path=/")
        #expect(try sent(to: "https://www.example.com/x") == "a=3; b=2")
    }

    @Test func fieldsThatFoundationJoinedAreKeptApart() throws {
        let joined = "a=1; Path=/; Expires=Fri, 21 Oct 2067 07:28:00 GMT, b=2; Path=/"
        let url = try #require(URL(string: "https://www.example.com/"))
        let response = try #require(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["Set-Cookie": joined])
        )
        jar.keep(try HTTPFields(response), from: url)
        #expect(try sent(to: "https://www.example.com/") == "a=1; b=2")
    }

    @Test func commaInAFieldStartsNoCookie() throws {
        try keep("prefs=lang=en,theme=dark; Path=/")
        #expect(try sent(to: "https://www.example.com/") == "prefs=lang=en,theme=dark")
    }

    @Test(arguments: ["", "."])
    func emptyDomainIsIgnored(_ domain: String) throws {
        try keep("a=1; Path=/; Domain=\(domain)")
        #expect(try sent(to: "https://www.example.com/") == "a=1")
        #expect(try sent(to: "https://example.com/") == nil)
    }

    @Test func secureCookieNeedsASecureOrigin() throws {
        try keep("a=1; Path=/; Secure", from: "http://www.example.com/")
        #expect(try sent(to: "https://www.example.com/") == nil)
    }

    @Test func prefixesOfNamesAreChecked() throws {
        try keep("__Secure-a=1; Path=/", "__Host-b=1; Path=/; Secure; Domain=www.example.com", "__Host-c=1; Secure")
        #expect(try sent(to: "https://www.example.com/a/b") == nil)
        try keep("__Secure-a=1; Path=/; Secure", "__Host-b=1; Path=/; Secure")
        #expect(try sent(to: "https://www.example.com/") == "__Secure-a=1; __Host-b=1")
    }

    @Test(arguments: ["github.io", "co.uk", "com"])
    func cookieForAPublicSuffixIsRefused(_ suffix: String) throws {
        try keep("a=1; Path=/; Domain=\(suffix)", from: "https://mine.\(suffix)/")
        #expect(try sent(to: "https://other.\(suffix)/") == nil)
        #expect(try sent(to: "https://mine.\(suffix)/") == nil)
    }

    @Test(arguments: ["github.io", ".github.io", "localhost"])
    func cookieOfAPublicSuffixIsForThatHostOnly(_ domain: String) throws {
        let host = domain.trimmingPrefix(".")
        try keep("a=1; Path=/; Domain=\(domain)", from: "https://\(host)/")
        #expect(try sent(to: "https://\(host)/") == "a=1")
        #expect(try sent(to: "https://other.\(host)/") == nil)
    }

    @Test func cookieThatNoFieldCanHoldDoesNotKeepOthersBack() throws {
        let url = try #require(URL(string: "https://www.example.com/"))
        store.set(Cookie(name: "bad", value: "1\r\n2", domain: "www.example.com"))
        jar.keep([.setCookie: "good=1; Path=/"], from: url)
        #expect(jar.field(for: url)?.value == "good=1")
    }

    @Test func pathOfACookieEndsAtASlash() throws {
        try keep("a=1; Path=/docs")
        for path in ["/docs", "/docs/", "/docs/x"] {
            #expect(try sent(to: "https://www.example.com\(path)") == "a=1")
        }
        for path in ["", "/", "/doc", "/docset", "/x/docs"] {
            #expect(try sent(to: "https://www.example.com\(path)") == nil, "\(path)")
        }
    }

    /// RFC 6265, sections 5.1.4 and 5.2.4.
    @Test(
        arguments: [
            ("a=1", "/a"), ("a=1; Path", "/a"), ("a=1; Path=x", "/a"), ("a=1; Path=/; Path=", "/a"),
            ("a=1; path = /x", "/x"),
            ("a=1; Secure; PATH=/", "/"),
        ]
    )
    func cookieWithoutPathIsForTheDirectoryItIsSetIn(_ field: String, path: String) throws {
        try keep(field)
        #expect(store.cookies.map(\.path) == [path])
    }

    @Test(arguments: ["", "/", "/b"]) func directoryAtTheTopIsTheRoot(_ path: String) throws {
        try keep("a=1", from: "https://www.example.com\(path)")
        #expect(store.cookies.map(\.path) == ["/"])
    }

    @Test(arguments: ["e\u{301}=1", "e\u{301}\u{301}=", "\u{1F600}=1", "=1", "a b=1"])
    func nameThatIsNotASCIIIsNoCookie(_ field: String) throws {
        try keep(field, "b=\u{E9}; Path=/")
        #expect(store.cookies.map(\.name) == ["b"])
    }

    @Test func longerPathsComeFirst() throws {
        try keep("a=1; Path=/", "b=2; Path=/docs")
        #expect(try sent(to: "https://www.example.com/docs/x") == "b=2; a=1")
    }

    /// RFC 6265, section 5.4.
    @Test func olderCookiesComeFirst() throws {
        for name in ["c", "a", "b"] { try keep("\(name)=1; Path=/") }
        #expect(try sent(to: "https://www.example.com/") == "c=1; a=1; b=1")
    }

    @Test func callerCanAddPublicSuffixes() throws {
        let url = try #require(URL(string: "https://a.pages.example/"))
        let jar = try #require(CookiePolicy.store(store, isPublicSuffix: { $0 == "pages.example" }).jar)
        jar.keep([.setCookie: "a=1; Domain=pages.example"], from: url)
        #expect(store.cookies.isEmpty)
        jar.keep([.setCookie: "a=1; Domain=a.pages.example"], from: url)
        #expect(store.cookies.count == 1)
    }

    @Test func cookieWithoutDomainIsForItsHostOnly() throws {
        try keep("a=1; Path=/")
        #expect(try sent(to: "https://WWW.example.com/") == "a=1")
        for host in ["example.com", "x.www.example.com", "wwww.example.com"] {
            #expect(try sent(to: "https://\(host)/") == nil, "\(host)")
        }
    }

    @Test func cookieWithDomainIsForTheHostsBelow() throws {
        try keep("a=1; Path=/; Domain=example.com")
        for host in ["www.example.com", "example.com", "x.y.example.com"] {
            #expect(try sent(to: "https://\(host)/") == "a=1", "\(host)")
        }
        for host in ["badexample.com", "com"] { #expect(try sent(to: "https://\(host)/") == nil, "\(host)") }
    }

    @Test(arguments: ["bank.com", "com", "x.www.example.com", "ample.com"])
    func domainOfOthersIsRefused(_ domain: String) throws {
        try keep("a=1; Path=/; Domain=\(domain)")
        #expect(store.cookies.isEmpty)
    }

    @Test(arguments: ["Path=/", "Path=/; Max-Age=60", "Max-Age=60", "HttpOnly"])
    func secureCookieStaysOffPlainConnections(_ attributes: String) throws {
        try keep("a=1; Secure; \(attributes)", from: "https://www.example.com/")
        #expect(store.cookies.first?.isHTTPOnly == (attributes == "HttpOnly"))
        #expect(try sent(to: "https://www.example.com/") == "a=1")
        #expect(try sent(to: "http://www.example.com/") == nil)
    }

    @Test(arguments: [
        "Max-Age=60", "Expires=Fri, 15 Jan 2027 08:01:00 GMT", "Max-Age=60; Expires=Fri, 15 Jan 2100 08:01:00 GMT",
    ])
    func cookieEndsWithItsTime(_ attribute: String) throws {
        try keep("a=1; Path=/; \(attribute)")
        time.withLock { $0 = Self.now.addingTimeInterval(59) }
        #expect(try sent(to: "https://www.example.com/") == "a=1")
        time.withLock { $0 = Self.now.addingTimeInterval(60) }
        #expect(try sent(to: "https://www.example.com/") == nil)
    }

    @Test(arguments: ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    func serverCanTakeACookieBack(_ attribute: String) throws {
        try keep("a=1; Path=/")
        try keep("a=; Path=/; \(attribute)")
        #expect(try sent(to: "https://www.example.com/") == nil)
    }

    @Test(arguments: ["Max-Age=0", "Max-Age=-1", "Expires=Thu, 01 Jan 1970 00:00:00 GMT"])
    func responseRemovesSeveralCookies(_ attribute: String) throws {
        try keep("a=1; Path=/", "b=2; Path=/")
        try keep("a=; Path=/; \(attribute)", "b=; Path=/; \(attribute)")
        #expect(store.cookies.isEmpty)
    }

    /// RFC 6265bis, section 5.7.
    @Test(arguments: ["Path=/", "Path=/; Max-Age=0", "Path=/below", "Path=/; Domain=example.com"])
    func insecureOriginLeavesSecureCookies(_ attributes: String) throws {
        try keep("sid=good; Path=/; Secure")
        try keep("sid=bad; \(attributes)", "other=1; Path=/", from: "http://www.example.com/")
        #expect(store.cookies.filter { $0.name == "sid" }.map(\.value) == ["good"])
        #expect(try sent(to: "https://www.example.com/") == "sid=good; other=1")
        try keep("sid=new; Path=/", from: "https://www.example.com/")
        #expect(try sent(to: "https://www.example.com/") == "sid=new; other=1")
    }

    @Test func secureCookieOfAPathDoesNotProtectOthers() throws {
        try keep("sid=good; Path=/below; Secure")
        try keep("sid=plain; Path=/", from: "http://www.example.com/")
        #expect(try sent(to: "http://www.example.com/") == "sid=plain")
    }

    /// With an effort that grows with the square of its length, it would take hours.
    @Test(.hammer, .serialized, arguments: [",", ";", ", ", "; "])
    func longFieldIsReadOnce(separator: String) throws {
        let field = (0..<50_000).map { "a\($0)=\($0); Path=/" }.joined(separator: separator)
        let url = try #require(URL(string: "https://www.example.com/a/b"))
        let values = SetCookieField.values(inJoined: field)
        jar.keep(HTTPFields(values.map { HTTPField(name: .setCookie, value: $0) }), from: url)
        let expected = separator.hasPrefix(",") ? (49_950..<50_000).map { "a\($0)" } : ["a0"]
        #expect(store.cookies.map(\.name).sorted() == expected)
    }

    /// RFC 6265, section 6.1, asks for 4096 bytes at least.
    @Test func cookieMayHaveAsManyBytesAsEveryClientTakes() throws {
        let longest = String(repeating: "b", count: 4_095)
        try keep("a = \(longest) ; Path=/", "c=\(longest)b; Path=/", "d=1; Path=/; Comment=\(longest)")
        #expect(store.cookies.map(\.name).sorted() == ["a", "d"])
        try keep("e=1; Domain=\(longest).com", "f=1; Path=/\(longest)")
        #expect(store.cookies.first { $0.name == "e" }?.domain == "www.example.com")
        #expect(store.cookies.first { $0.name == "f" }?.path == "/a")
    }

    @Test func domainHasItsNewestCookies() throws {
        try keep("other=1; Path=/", from: "https://www.example.org/")
        for number in 100..<160 { try keep("a\(number)=1; Path=/") }
        #expect(try sent(to: "https://www.example.org/") == "other=1")
        #expect(try sent(to: "https://www.example.com/")?.split(separator: "; ").count == 50)
        #expect(store.cookies.contains { $0.name == "a159" } == true)
    }

    /// RFC 6265bis, section 5.7.
    @Test func secureCookiesStayBeforeOthers() throws {
        try keep("session=1; Path=/; Secure")
        for number in 0..<60 { try keep("note\(number)=1; Path=/") }
        #expect(store.cookies.contains { $0.name == "session" })
        #expect(store.cookies.count == 50)
    }

    @Test func cookiesThatARequestWouldSendStayBeforeOthers() throws {
        try keep("session=1; Path=/")
        for number in 0..<60 { try keep("note\(number)=1; Path=/elsewhere") }
        #expect(try sent(to: "https://www.example.com/") == "session=1")
        #expect(store.cookies.count == 50)
    }

    @Test func dotAfterAPublicSuffixSetsNoCookie() throws {
        for (domain, host) in [("com.", "www.example.com."), (".com.", "example.com."), ("co.uk.", "a.co.uk.")] {
            try keep("a=1; Domain=\(domain)", from: "https://\(host)/")
            #expect(store.cookies.isEmpty, "\(domain)")
        }
    }

    @Test func expiredCookiesGoBeforeLivingOnes() throws {
        try keep("session=1; Path=/")
        for number in 0..<60 {
            try keep("note\(number)=1; Path=/; Max-Age=1")
            time.withLock { $0.addTimeInterval(2) }
        }
        #expect(try sent(to: "https://www.example.com/") == "session=1")
        #expect(store.cookies.count <= 50)
    }

    /// RFC 6265, section 5.1.1.
    @Test(arguments: [
        "Fri, 15 Jan 2027 08:01:00 GMT", "Friday, 15-Jan-27 08:01:00 GMT", "Fri, 15-Jan-2027 08:01:00 GMT",
        "Fri Jan 15 08:01:00 2027", "15 January 2027 8:1:0", "2027 jan/15 08:01:00 UTC",
    ])
    func datesAreReadInAnyOrder(_ text: String) {
        #expect(CookieDate.date(text) == Self.now.addingTimeInterval(60))
    }

    @Test(arguments: [
        "", "x", "Fri, 15 Jan 2027", "15 Jan 2027 25:00:00", "32 Jan 2027 08:00:00", "15 Foo 2027 08:00:00",
        "15 Jan 1600 08:00:00", "99999999999999999999 Jan 2027 08:00:00", "15 Jan 2027 08:00", "15 Jan 2027 ::",
    ])
    func otherTextIsNotADate(_ text: String) {
        #expect(CookieDate.date(text) == nil)
    }

    @Test func daysOfLeapYearsAreCounted() throws {
        let date = try #require(CookieDate.date("29 Feb 2000 00:00:00"))
        #expect(date.timeIntervalSince1970 == 951_782_400)
        #expect(CookieDate.date("1 Mar 2100 00:00:00")?.timeIntervalSince1970 == 4_107_542_400)
        #expect(CookieDate.date("1 Jan 1970 00:00:00")?.timeIntervalSince1970 == 0)
    }

    @Test(arguments: [
        "", "=", "a", ";;;", ",", "Max-Age=1e999", "a=1; Max-Age=nan; Path=", "a=1; Max-Age=1e999; Path=x",
    ])
    func strangeCookieDoesNoHarm(_ cookie: String) throws {
        try keep(cookie)
        let value = try sent(to: "https://www.example.com/")
        #expect(value == nil || value == "a=1" || value == "Max-Age=1e999")
    }
}
