import Foundation
import TestSupport
import Testing

@testable import TalynCore

/// Cookies with `Secure`, and the origins that may have them.
struct SecureCookieTests {
    private let store = MemoryCookieStore()

    private func jar(at time: TimeInterval = 0) -> CookieJar {
        CookieJar(store: store, now: { Date(timeIntervalSince1970: 1_800_000_000 + time) })
    }

    /// curl and browsers take these hosts for secure.
    @Test(arguments: [
        "http://localhost", "http://localhost:8080", "http://LOCALHOST", "http://127.0.0.1:8080", "http://[::1]:8080",
    ])
    func thisHostMaySetThem(_ origin: String) throws {
        let url = try #require(URL(string: "\(origin)/"))
        jar().keep([.setCookie: "a=1; Path=/; Secure"], from: url)
        jar().keep([.setCookie: "__Host-b=2; Path=/; Secure"], from: url)
        #expect(jar().field(for: url)?.value == "__Host-b=2; a=1")
        jar().keep([.setCookie: "a=3; Path=/"], from: url)
        #expect(jar().field(for: url)?.value == "__Host-b=2; a=3")
    }

    @Test(arguments: [
        "http://www.example.com", "http://localhost.example.com", "http://127.0.0.1.example.com", "http://192.168.0.1",
        "http://1.0.0.127", "http://[::2]", "ftp://localhost",
    ])
    func otherHostsMayNot(_ origin: String) throws {
        let url = try #require(URL(string: "\(origin)/"))
        jar().keep([.setCookie: "a=1; Path=/; Secure"], from: url)
        #expect(store.cookies.isEmpty)
        store.set(Cookie(name: "a", value: "1", domain: url.host() ?? "", isSecure: true))
        #expect(jar().field(for: url) == nil)
    }

    /// The store removes expired cookies only if there are many.
    @Test func expiredOneProtectsNoName() throws {
        let (secure, plain) = (try #require(URL(string: "https://a.b/")), try #require(URL(string: "http://a.b/")))
        jar().keep([.setCookie: "sid=old; Path=/; Secure; Max-Age=60"], from: secure)
        jar(at: 59).keep([.setCookie: "sid=new; Path=/"], from: plain)
        #expect(jar(at: 59).field(for: plain) == nil)
        jar(at: 60).keep([.setCookie: "sid=new; Path=/"], from: plain)
        #expect(jar(at: 60).field(for: plain)?.value == "sid=new")
        // The age of the expired cookie isn't that of the new one.
        #expect(store.cookies.map(\.createdAt) == [Date(timeIntervalSince1970: 1_800_000_060)])
    }
}
