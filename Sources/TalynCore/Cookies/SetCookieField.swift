import HTTPTypes
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A cookie of a `Set-Cookie` field (RFC 6265, section 5.2).
///
/// The parser reads each byte once. Foundation's on Linux traps on some names, ignores `Max-Age`, and doesn't tell whether a
/// field has a path.
package struct SetCookieField {
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
    package static func values(inJoined text: String) -> some Sequence<String> {
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
        Substring(text).trimming { $0 == " " || $0 == "\t" }
    }
}

extension SetCookieField {
    /// Whether the prefix of the name, and `Secure`, fit the origin (RFC 6265bis, sections 4.1.3 and 5.7).
    func isAllowed(from url: URL) -> Bool {
        if isSecure, !url.isTrustworthy { return false }
        let name = name.lowercased()
        if name.hasPrefix("__secure-") { return isSecure }
        if name.hasPrefix("__host-") { return isSecure && domain == nil && path == "/" }
        return true
    }

    /// Creates the cookie; nil for a URL without a host.
    ///
    /// - Parameters:
    ///   - url: The URL of the response.
    ///   - now: The time of the response.
    ///   - isPublicSuffix: Whether a domain in lower case is a public suffix.
    func cookie(
        from url: URL,
        at now: Date,
        isPublicSuffix: (Substring) -> Bool = PublicSuffix.contains
    ) -> Cookie? {
        guard let host = url.host(percentEncoded: true)?.lowercased() else { return nil }
        let given = domain?.trimmingPrefix(".")
        // A public suffix that is the host itself gets a cookie of its own (RFC 6265, section 5.3).
        let isForSubdomains = given.map { $0 != host || !isPublicSuffix($0) } ?? false
        return Cookie(
            name: name,
            value: value,
            domain: isForSubdomains ? given.map { String($0) } ?? host : host,
            includesSubdomains: isForSubdomains,
            path: path(for: url),
            expires: maximumAge.map { now.addingTimeInterval(min(max($0, -1), Self.longestAge)) } ?? expires,
            isSecure: isSecure,
            isHTTPOnly: isHTTPOnly,
            sameSite: sameSite.flatMap { ["lax", "strict"].contains($0) ? $0 : nil },
            createdAt: now
        )
    }

    /// The path, by default the directory of the URL (RFC 6265, sections 5.1.4 and 5.2.4).
    private func path(for url: URL) -> String {
        if let path, path.hasPrefix("/") { return path }
        let own = url.path(percentEncoded: true)
        let directory = own.lastIndex(of: "/").map { own[..<$0] } ?? ""
        return directory.hasPrefix("/") ? String(directory) : "/"
    }
}
