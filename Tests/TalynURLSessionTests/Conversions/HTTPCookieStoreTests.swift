import Foundation
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The store of an app's cookies in Foundation.
struct HTTPCookieStoreTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private let store: HTTPCookieStore

    init() throws {
        store = HTTPCookieStore(try #require(URLSessionConfiguration.ephemeral.httpCookieStorage))
    }

    @Test func cookiesKeepTheirParts() throws {
        let cookies = [
            Cookie(
                name: "a",
                value: "1",
                domain: "example.com",
                includesSubdomains: true,
                path: "/docs",
                expires: Self.now.addingTimeInterval(60),
                isSecure: true,
                isHTTPOnly: true,
                createdAt: Self.now
            ),
            Cookie(name: "b", value: "2", domain: "www.example.com", createdAt: Self.now),
        ]
        for cookie in cookies { store.set(cookie) }
        #expect(store.cookies.sorted { $0.name < $1.name } == cookies)
        #expect(store.storage.cookies?.count == 2)
        store.remove(cookies[0])
        #expect(store.cookies == [cookies[1]])
    }

    @Test func cookieKeepsTheAgeOfTheOneThatItReplaces() throws {
        let url = try #require(URL(string: "https://www.example.com/"))
        let time = Locked(Self.now)
        let jar = CookieJar(store: store, now: { time.withLock { $0 } })
        for (seconds, name) in [(0.0, "b"), (1, "a"), (2, "b")] {
            time.withLock { $0 = Self.now.addingTimeInterval(seconds) }
            jar.keep([.setCookie: "\(name)=\(seconds); Path=/"], from: url)
        }
        #expect(jar.field(for: url)?.value == "b=2.0; a=1.0")
    }

    @Test func cookiesOfTheAppAreSent() throws {
        let url = try #require(URL(string: "https://www.example.com/"))
        let properties: [HTTPCookiePropertyKey: Any] = [
            .domain: ".example.com", .path: "/", .name: "session", .value: "7",
        ]
        store.storage.setCookie(try #require(HTTPCookie(properties: properties)))
        #expect(CookieJar(store: store, now: { Self.now }).field(for: url)?.value == "session=7")
    }
}
