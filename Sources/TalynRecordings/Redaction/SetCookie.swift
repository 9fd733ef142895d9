import TalynCore
import _TalynSupport

/// A value of the `Set-Cookie` field (RFC 6265, section 4.1.1).
struct SetCookie {
    let name: String
    let value: String
    /// The attributes, as they are written.
    let attributes: [(name: String, value: String?)]

    /// The cookies in a field. Foundation joins several fields with commas, and programs that control Chrome with line feeds.
    static func cookies(in field: String) -> [SetCookie] {
        field.split(whereSeparator: \.isNewline).flatMap { SetCookieField.values(inJoined: String($0)) }
            .map { SetCookie($0) }
    }

    private init(_ text: String) {
        let parts = text.split(separator: ";").map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return pair.map { $0.withoutOuterSpaces }
        }
        let pair = parts.first ?? []
        name = pair.count > 1 ? pair[0] : ""
        value = pair.last ?? ""
        attributes = parts.dropFirst().map { ($0.first ?? "", $0.count > 1 ? $0[1] : nil) }
    }

    subscript(_ attribute: String) -> String? {
        attributes.first { $0.name.lowercased() == attribute }.map { $0.value ?? "" }
    }

    /// The cookie without its value. Unknown attributes are masked, too.
    var masked: String {
        let masked = attributes.map { name, value in
            guard let value else { return Self.known.contains(name.lowercased()) ? name : Redaction.mask }
            return "\(name)=\(Self.known.contains(name.lowercased()) ? value : Redaction.mask)"
        }
        return (["\(name.isEmpty ? "" : name + "=")\(Redaction.mask)"] + masked).joined(separator: "; ")
    }

    private static let known: Set<String> = [
        "domain", "expires", "httponly", "max-age", "partitioned", "path", "priority", "samesite", "secure",
    ]
}
