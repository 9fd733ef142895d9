import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends and keeps the cookies in Foundation's storage as RFC 6265 says.
///
/// Foundation on Linux returns expired cookies and cookies of other paths, and accepts cookies for any domain.
struct CookieJar: Sendable {
    let storage: HTTPCookieStorage
    /// Whether a domain is a public suffix, in addition to those of ``PublicSuffix``.
    var isPublicSuffix: @Sendable (_ domain: String) -> Bool = { _ in false }
    var now: @Sendable () -> Date = { Date() }

    /// The value of the `Cookie` field (RFC 6265, section 5.4); nil if there are no cookies to send.
    func fieldValue(for url: URL) -> String? {
        guard let cookies = storage.cookies(for: url), !cookies.isEmpty else { return nil }
        let now = now()
        let sent = cookies.filter { cookie in
            cookie.expiresDate.map { $0 > now } ?? true
                && (!cookie.isSecure || url.scheme?.lowercased() == "https")
                && Self.matches(host: url.host(percentEncoded: true) ?? "", domain: cookie.domain)
                && Self.matches(path: url.path(percentEncoded: true), cookiePath: cookie.path)
        }
        // Longer paths come first, and then older cookies (RFC 6265, section 5.4). The name makes the order deterministic.
        .map { (cookie: $0, created: created($0)) }
        .sorted { left, right in
            (right.cookie.path.utf8.count, left.created, left.cookie.name)
                < (left.cookie.path.utf8.count, right.created, right.cookie.name)
        }
        .map(\.cookie)
        // A cookie with an invalid value must not prevent the others.
        let value = sent.map { "\($0.name)=\($0.value)" }.filter { HTTPField.isValidValue($0) }.joined(separator: "; ")
        return value.isEmpty ? nil : value
    }

    /// Stores the cookies of a response (RFC 6265, section 5.3).
    ///
    /// Keeps the last 50 cookies of a response, and the newest 50 cookies of a domain: the minimum that section 6.1
    /// requires.
    func keep(_ headerFields: HTTPFields, from url: URL) {
        let values = headerFields[values: .setCookie]
        guard !values.isEmpty, let host = url.host(percentEncoded: true) else { return }
        let now = now()
        var domains: Set<String> = []
        for field in values.compactMap({ SetCookieField($0) }).suffix(Self.cookiesPerDomain) {
            guard field.isAllowed(from: url),
                let cookie = field.cookie(from: url, at: now, isPublicSuffix: hasPublicSuffix),
                mayBeSet(by: host, domain: cookie.domain)
            else { continue }
            if let expires = cookie.expiresDate, expires <= now {
                storage.deleteCookie(cookie)
            } else {
                keepAge(of: cookie)
                storage.setCookies([cookie], for: url, mainDocumentURL: nil)
                domains.insert(cookie.domain)
            }
        }
        removeExcess(of: domains)
    }

    /// Removes the oldest cookies of domains with too many.
    private func removeExcess(of domains: Set<String>) {
        guard let all = storage.cookies, all.count > Self.cookiesPerDomain else { return }
        for cookies in Dictionary(grouping: all, by: \.domain).values where domains.contains(cookies[0].domain) {
            for cookie in oldest(cookies, besides: Self.cookiesPerDomain) { storage.deleteCookie(cookie) }
        }
        for cookie in oldest(storage.cookies ?? [], besides: Self.maximumCookies) { storage.deleteCookie(cookie) }
    }

    /// The oldest cookies beyond a limit.
    private func oldest(_ cookies: [HTTPCookie], besides limit: Int) -> some Sequence<HTTPCookie> {
        guard cookies.count > limit else { return [HTTPCookie]().prefix(0) }
        let dated = cookies.map { (cookie: $0, created: created($0)) }
        return dated.sorted { $0.created < $1.created }.map(\.cookie).prefix(cookies.count - limit)
    }

    static let cookiesPerDomain = 50
    static let maximumCookies = 3_000

    /// A cookie of a storage.
    private struct ID: Hashable {
        let storage: ObjectIdentifier
        let name: String
        let domain: String
        let path: String

        init(_ cookie: HTTPCookie, in storage: HTTPCookieStorage) {
            self.storage = ObjectIdentifier(storage)
            (name, domain, path) = (cookie.name, cookie.domain, cookie.path)
        }
    }

    /// The times at which cookies that were replaced later were first stored. Foundation forgets them.
    private static let firstTimes = Locked<[ID: Double]>([:])

    /// Lets a cookie keep the age of the one that it replaces (RFC 6265, section 5.3).
    private func keepAge(of cookie: HTTPCookie) {
        let id = ID(cookie, in: storage)
        guard let replaced = storage.cookies?.first(where: { ID($0, in: storage) == id }) else {
            Self.firstTimes.withLock { _ = $0.removeValue(forKey: id) }
            return
        }
        let time = created(replaced)
        Self.firstTimes.withLock { times in
            if times.count >= Self.maximumCookies { times.removeAll() }
            times[id] = time
        }
    }

    /// The time at which a cookie was first stored, in seconds.
    private func created(_ cookie: HTTPCookie) -> Double {
        let own = cookie.properties?[HTTPCookiePropertyKey("Created")] as? Double ?? 0
        return Self.firstTimes.withLock { $0.isEmpty ? nil : $0[ID(cookie, in: storage)] } ?? own
    }

    /// Whether a host may set cookies for a domain: its own name, or a parent domain that isn't a public suffix.
    private func mayBeSet(by host: String, domain: String) -> Bool {
        Self.matches(host: host, domain: domain) && !(domain.hasPrefix(".") && hasPublicSuffix(domain.dropFirst()))
    }

    private func hasPublicSuffix(_ domain: Substring) -> Bool {
        PublicSuffix.contains(domain) || isPublicSuffix(String(domain))
    }

    /// Domain matching (RFC 6265, section 5.1.3). Foundation marks domains that include subdomains with a dot at the
    /// start.
    private static func matches(host: String, domain: String) -> Bool {
        let host = host.lowercased()
        let domain = domain.lowercased()
        guard domain.hasPrefix(".") else { return host == domain }
        guard domain.count > 1 else { return false }
        return host == domain.dropFirst() || (host.hasSuffix(domain) && !isAddress(host))
    }

    /// Path matching (RFC 6265, section 5.1.4).
    private static func matches(path: String, cookiePath: String) -> Bool {
        let path = path.isEmpty ? "/" : path
        guard path.hasPrefix(cookiePath) else { return false }
        return path.count == cookiePath.count || cookiePath.hasSuffix("/")
            || path.dropFirst(cookiePath.count).hasPrefix("/")
    }

    /// Whether the host is an IP address, which has no parent domain.
    private static func isAddress(_ host: String) -> Bool {
        host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    }
}

/// A cookie of a `Set-Cookie` field (RFC 6265, section 5.2).
///
/// Foundation's parser on Linux traps on some names, ignores `Max-Age`, and doesn't tell whether a field has a path.
/// This parser reads each byte once.
struct SetCookieField {
    let name: String
    let value: String
    private(set) var domain: String?
    private(set) var path: String?
    private(set) var expires: Date?
    /// The value of `Max-Age` in seconds.
    private(set) var maximumAge: TimeInterval?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite: String?

    /// The maximum length of a name and its value in bytes. Longer cookies are ignored.
    static let longestPair = 4_096

    /// The maximum length of an attribute's value in bytes. Longer attributes are ignored.
    static let longestAttribute = 1_024

    /// The maximum age of a cookie in seconds.
    private static let longestAge: TimeInterval = 400 * 86_400

    /// The values of several fields that Foundation has joined with commas.
    static func values(inJoined text: String) -> some Sequence<String> {
        sequence(state: text.utf8[...]) { rest in rest.isEmpty ? nil : takeCookie(from: &rest) }
            .lazy.map { trimmed($0) }
    }

    /// Parses the value of a field; nil if it is invalid.
    init?(_ text: String) {
        var pieces = text.utf8[...].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        guard let pair = pieces.popFirst(), pair.count <= Self.longestPair,
            let equals = pair.firstIndex(of: UInt8(ascii: "="))
        else { return nil }
        name = Self.trimmed(pair[..<equals])
        value = Self.trimmed(pair[pair.index(after: equals)...])
        guard !name.isEmpty, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
        for piece in pieces { add(piece) }
    }

    private mutating func add(_ attribute: Substring.UTF8View) {
        let end = attribute.firstIndex(of: UInt8(ascii: "=")) ?? attribute.endIndex
        let content = attribute[end...].dropFirst()
        guard attribute[..<end].count <= 64, content.count <= Self.longestAttribute else { return }
        let value = Self.trimmed(content)
        switch Self.trimmed(attribute[..<end]).lowercased() {
        case "expires": if let date = CookieDate.date(value) { expires = date }
        case "max-age": if let seconds = Self.seconds(value) { maximumAge = seconds }
        // A user agent ignores an empty domain (RFC 6265, section 5.2.3).
        case "domain": if !value.isEmpty, value != "." { domain = value.lowercased() }
        case "path": path = value
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite": sameSite = value.lowercased()
        default: break
        }
    }

    /// Parses seconds, which have digits and a sign only (RFC 6265, section 5.2.2).
    private static func seconds(_ text: String) -> TimeInterval? {
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        guard !digits.isEmpty, digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return TimeInterval(text)
    }

    /// Takes the text up to a comma that starts another cookie: one with a name and an equals sign after it. A comma in
    /// a date doesn't.
    private static func takeCookie(from rest: inout Substring.UTF8View) -> Substring.UTF8View {
        let text = rest
        while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
            rest = rest[rest.index(after: comma)...]
            let name = rest.drop { $0 == UInt8(ascii: " ") }
            let end = name.firstIndex { " \t;,=".utf8.contains($0) } ?? name.endIndex
            if end > name.startIndex, end < name.endIndex, name[end] == UInt8(ascii: "=") {
                return text[..<comma]
            }
            rest = rest[end...]
        }
        rest = rest[rest.endIndex...]
        return text
    }

    private static func trimmed(_ text: Substring.UTF8View) -> String {
        let isSpace: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        let start = text.drop(while: isSpace)
        let end = start.lastIndex { !isSpace($0) }.map { start.index(after: $0) } ?? start.startIndex
        return String(decoding: start[..<end], as: UTF8.self)
    }
}

extension SetCookieField {
    /// Whether the prefix of the name, and `Secure`, fit the origin (RFC 6265bis, sections 4.1.3 and 5.7).
    func isAllowed(from url: URL) -> Bool {
        let isSecureOrigin = url.scheme?.lowercased() == "https"
        if isSecure, !isSecureOrigin { return false }
        let name = name.lowercased()
        if name.hasPrefix("__secure-") { return isSecure }
        if name.hasPrefix("__host-") { return isSecure && domain == nil && path == "/" }
        return true
    }

    /// Creates Foundation's cookie; nil if the field has an invalid domain.
    ///
    /// - Parameters:
    ///   - url: The URL of the response.
    ///   - now: The time of the response.
    ///   - isPublicSuffix: Whether a domain in lower case is a public suffix.
    func cookie(
        from url: URL,
        at now: Date,
        isPublicSuffix: (Substring) -> Bool = PublicSuffix.contains
    ) -> HTTPCookie? {
        guard let host = url.host(percentEncoded: true) else { return nil }
        var properties: [HTTPCookiePropertyKey: Any] = [.name: name, .value: value, .path: path(for: url)]
        // A public suffix that is the host itself gets a cookie of its own (RFC 6265, section 5.3).
        if let domain,
            domain.trimmingPrefix(".") != host.lowercased() || !isPublicSuffix(domain.trimmingPrefix("."))
        {
            // Foundation marks domains that include subdomains with a dot at the start.
            properties[.domain] = domain.hasPrefix(".") ? domain : "." + domain
        } else {
            properties[.domain] = host.lowercased()
        }
        if let maximumAge {
            properties[.expires] = now.addingTimeInterval(min(max(maximumAge, -1), Self.longestAge))
        } else if let expires {
            properties[.expires] = expires
        }
        if isSecure { properties[.secure] = "TRUE" }
        if isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        if let sameSite, ["lax", "strict"].contains(sameSite) {
            properties[HTTPCookiePropertyKey("SameSite")] = sameSite
        }
        return HTTPCookie(properties: properties)
    }

    /// The path, by default the directory of the URL (RFC 6265, sections 5.1.4 and 5.2.4).
    private func path(for url: URL) -> String {
        if let path, path.hasPrefix("/") { return path }
        let own = url.path(percentEncoded: true)
        let directory = own.lastIndex(of: "/").map { own[..<$0] } ?? ""
        return directory.hasPrefix("/") ? String(directory) : "/"
    }
}

/// Dates in cookies, in any order and with any separators (RFC 6265, section 5.1.1).
enum CookieDate {
    /// Parses a date; nil if the text is not a date.
    static func date(_ text: String) -> Date? {
        var time: [Int]?
        var day: Int?
        var month: Int?
        var year: Int?
        for token in text.utf8.split(whereSeparator: isDelimiter) {
            if time == nil, let found = self.time(token) {
                time = found
            } else if day == nil, let found = number(token, digits: 1...2) {
                day = found
            } else if month == nil, let found = self.month(token) {
                month = found
            } else if year == nil, let found = number(token, digits: 2...4) {
                year = found
            }
        }
        guard let time, let day, let month, var year else { return nil }
        if year < 70 { year += 2_000 } else if year < 100 { year += 1_900 }
        guard (1...31).contains(day), year >= 1_601, time[0] <= 23, time[1] <= 59, time[2] <= 59 else { return nil }
        let seconds = (time[0] * 60 + time[1]) * 60 + time[2]
        return Date(timeIntervalSince1970: TimeInterval(days(year, month, day)) * 86_400 + TimeInterval(seconds))
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses a time such as `07:28:00` into hours, minutes and seconds.
    private static func time(_ token: Substring.UTF8View) -> [Int]? {
        let parts = token.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let numbers = parts.prefix(4).compactMap { number($0, digits: 1...2) }
        return parts.count == 3 && numbers.count == 3 ? numbers : nil
    }

    /// Parses the number at the start of a token; nil if it has another number of digits.
    private static func number(_ token: Substring.UTF8View, digits: ClosedRange<Int>) -> Int? {
        let text = token.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard digits.contains(text.count) else { return nil }
        return Int(String(decoding: text, as: UTF8.self))
    }

    /// Parses the name of a month by its first three letters. January is 1.
    private static func month(_ token: Substring.UTF8View) -> Int? {
        let name = String(decoding: token.prefix(3), as: UTF8.self).lowercased()
        return months.firstIndex(of: name).map { $0 + 1 }
    }

    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

    /// The days from 1 January 1970 to a Gregorian date. Years start in March here, so that a leap day is the last day.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let year = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
    }
}
