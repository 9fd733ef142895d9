public import _TalynFoundation

/// A cookie of a `Set-Cookie` field (RFC 6265, section 5.2).
///
/// The parser reads each byte once. Foundation's on Linux traps on some names, ignores `Max-Age`, and doesn't tell whether a
/// field has a path.
public struct SetCookieField {
    public let name: String
    public let value: String
    public private(set) var domain: String?
    public private(set) var path: String?
    public private(set) var expires: Date?
    /// The value of `Max-Age` in seconds.
    public private(set) var maximumAge: TimeInterval?
    public private(set) var isSecure = false
    public private(set) var isHTTPOnly = false
    public private(set) var sameSite: String?

    /// The maximum length of a name and its value in bytes. Longer cookies are ignored.
    public static let longestPair = 4_096

    /// The maximum length of an attribute's value in bytes. Longer attributes are ignored.
    public static let longestAttribute = 1_024

    /// The values of several fields that Foundation has joined with commas.
    public static func values(inJoined text: String) -> some Sequence<String> {
        sequence(state: text.utf8[...]) { rest in rest.isEmpty ? nil : takeCookie(from: &rest) }
            .lazy.map { trimmed($0) }
    }

    /// Parses the value of a field; nil if it is invalid.
    public init?(_ text: String) {
        var pieces = text.utf8[...].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
        guard let pair = pieces.popFirst(), let equals = pair.firstIndex(of: UInt8(ascii: "=")) else {
            return nil
        }
        name = Self.trimmed(pair[..<equals])
        value = Self.trimmed(pair[pair.index(after: equals)...])
        guard !name.isEmpty, name.utf8.count + value.utf8.count <= Self.longestPair,
            name.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
        else { return nil }
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
        return digits.isEmpty || !digits.allSatisfy(\.isASCIIDigit) ? nil : TimeInterval(text)
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
