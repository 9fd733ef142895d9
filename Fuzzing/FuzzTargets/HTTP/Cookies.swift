#if FUZZING
import Foundation
import HTTPTypes
import _TalynSupport

@testable import TalynCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension FuzzTarget {
    /// Cookies have valid names and values within the limits, and are written and parsed without loss.
    static let cookies = FuzzTarget("cookies") { input in
        let text = input.text
        let fields = SetCookieField.values(inJoined: text).compactMap { SetCookieField($0) }
        require(fields.count <= text.utf8.count, "A cookie has at least one byte.")
        for field in fields {
            require(field.name.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "A name is visible ASCII.")
            require(field.value.utf8.count <= 3 * SetCookieField.longestPair, "A value is limited.")
            require((field.path ?? "").utf8.count <= 3 * SetCookieField.longestAttribute, "A path is limited.")
            require(field.maximumAge?.isNaN != true, "A maximum age is a number.")
            _ = field.cookie(from: origin, at: now)
        }
        guard let field = fields.first, !field.name.utf8.contains(0x2C), !field.value.utf8.contains(0x2C) else {
            return
        }
        let again = [SetCookieField("\(field.name)=\(field.value)")].compactMap(\.self)
        requireEqual(again.map(\.name), [field.name], "A name is written and parsed without loss.")
        requireEqual(again.map(\.value), [field.value], "A value is written and parsed without loss.")
        if let date = CookieDate.date(text) {
            require(abs(date.timeIntervalSince1970) < 1e12, "A date has a year of four digits.")
        }
    }

    /// A cookie is kept only for a domain of its server, and sent only to it.
    static let cookieJar = FuzzTarget("cookie-jar") { input in
        let host = input.element(of: hosts)
        guard let url = URL(string: "https://\(host)/a/b"), let host = url.host(percentEncoded: true) else { return }
        let store = MemoryCookieStore()
        let jar = CookieJar(store: store, now: { now })
        var fields = HTTPFields()
        // Several fields, since a jar limits the number of cookies.
        for line in input.text.split(separator: "\n").prefix(80) {
            fields.append(HTTPField(name: .setCookie, value: String(line)))
        }
        jar.keep(fields, from: url)
        let kept = store.cookies
        require(kept.count <= 50, "A jar keeps 50 cookies of a response.")
        for cookie in kept {
            let domain = cookie.domain
            let isOwn = domain == host
            let isParent = cookie.includesSubdomains && host.hasSuffix("." + domain) && domain.contains(".")
            let isAddress = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
            require(isOwn || (isParent && !isAddress), "A cookie of \(host) isn't kept for \(domain).")
        }
        for other in ["https://other.test/a/b", "https://com/a/b", "https://1.2.3.5/a/b"] {
            let value = URL(string: other).flatMap { jar.field(for: $0)?.value }
            require(value == nil, "A cookie of \(host) isn't sent to \(other).")
        }
        guard let value = jar.field(for: url)?.value else { return }
        require(HTTPField.isValidValue(value), "The cookies are a valid field.")
        let plain = URL(string: "http\(url.absoluteString.dropFirst(5))").flatMap { jar.field(for: $0)?.value } ?? ""
        let sent = plain.components(separatedBy: "; ")
        for cookie in kept where cookie.isSecure && !kept.contains(where: { !$0.isSecure && $0.name == cookie.name }) {
            require(!sent.contains("\(cookie.name)=\(cookie.value)"), "A secure cookie needs https.")
        }
    }

    private static let hosts = ["api.example.com", "example.com", "localhost", "1.2.3.4", "a.b.co.uk", "[::1]"]
    private static let now = Date(timeIntervalSince1970: 1_700_000_000)
    private static let origin = URL(string: "https://api.example.com/a/b") ?? URL(fileURLWithPath: "/")
}
#endif
