import HTTPTypes
import TalynCore

/// A parameter in a header field or a cookie. The call fails if its value has a line break, or another character that no field has.
public struct HeaderItem: Sendable {
    let name: HTTPField.Name?
    let value: String
    let problem: (any Error)?

    private init(_ name: String, _ value: () throws -> String) {
        self.name = HTTPField.Name(name)
        do {
            let value = try value()
            try RequestError.check(method: nil, headerFields: [name: value])
            self.value = value
            problem = nil
        } catch {
            self.value = ""
            problem = error
        }
    }

    /// The style `simple` in a header field: `a,b`, or `R=100,G=200` for an object that is exploded.
    public static func field(_ name: String, _ value: (some Encodable)?, explode: Bool = false) -> HeaderItem? {
        value.flatMap { value in
            item(name, value) { json in
                let isExploded = explode && !json.pairs.isEmpty
                return (isExploded ? json.pairs.map { "\($0.name)=\($0.text)" } : json.texts).joined(separator: ",")
            }
        }
    }

    /// The styles `form` and `cookie` in a cookie: `id=5`.
    ///
    /// - Parameters:
    ///   - name: The name of the parameter.
    ///   - value: The value; nil leaves the parameter out.
    ///   - explode: Whether each element and each member of the value is a cookie of its own.
    ///   - percentEncoded: Whether the texts and the names of members are percent-encoded, as in the style `form`. Those of the style
    ///     `cookie` (OpenAPI 3.2, section 4.12.3) must consist of characters that a cookie can have. The call fails otherwise.
    public static func cookie(
        _ name: String,
        _ value: (some Encodable)?,
        explode: Bool = true,
        percentEncoded: Bool = true
    ) -> HeaderItem? {
        value.flatMap { value in
            item("Cookie", value) { json in
                func text(_ text: String) throws -> String {
                    if percentEncoded { return text.encoded() }
                    guard text.utf8.allSatisfy(\.isInCookies) else { throw CookieError(name: name) }
                    return text
                }
                func cookieName(_ cookie: String) throws -> String {
                    if !cookie.isEmpty, cookie.utf8.allSatisfy(\.isInCookieNames) { return cookie }
                    guard percentEncoded, !cookie.isEmpty else { throw CookieError(name: name) }
                    return cookie.encoded()
                }
                if explode, !json.pairs.isEmpty {
                    return try json.pairs.map { "\(try cookieName($0.name))=\(try text($0.text))" }.joined(
                        separator: "; "
                    )
                }
                let (name, texts) = (try cookieName(name), try json.texts.map { try text($0) })
                if explode, case .array = json { return texts.map { "\(name)=\($0)" }.joined(separator: "; ") }
                return "\(name)=\(texts.joined(separator: ","))"
            }
        }
    }

    /// The item of a value; nil for an array or an object without members, which has no text at all.
    private static func item(_ name: String, _ value: some Encodable, _ text: (ParameterValue) throws -> String)
        -> HeaderItem?
    {
        do {
            let json = try ParameterValue(encoding: value)
            return json == .array([]) || json == .object([:]) ? nil : HeaderItem(name) { try text(json) }
        } catch {
            return HeaderItem(name) { throw error }
        }
    }

    /// A value as JSON in a cookie, percent-encoded.
    public static func cookie(_ name: String, json value: (some Encodable)?) -> HeaderItem? {
        value.map { value in HeaderItem("Cookie") { "\(name)=\(try String(json: value).encoded())" } }
    }

    /// A value as JSON in a header field.
    public static func json(_ name: String, _ value: (some Encodable)?) -> HeaderItem? {
        value.map { value in HeaderItem(name) { try String(json: value) } }
    }
}

/// The reason for which a value can't be a cookie.
struct CookieError: Error, CustomStringConvertible {
    let name: String

    var description: String {
        "The cookie '\(name)' has a character that cookies can't have, such as a space, a comma or a semicolon. Escape it as the server expects."
    }
}

extension UInt8 {
    /// Whether the value of a cookie can have the character (RFC 6265, section 4.1.1). Commas separate the elements of an array alone.
    fileprivate var isInCookies: Bool { 0x21...0x7E ~= self && !"\",;\\".utf8.contains(self) }

    /// Whether the name of a cookie can have the character. Many servers take brackets, which no token has.
    fileprivate var isInCookieNames: Bool { isInCookies && self != UInt8(ascii: "=") }
}

extension HTTPFields {
    /// The fields of parameters. Cookies share one field.
    init(_ items: [HeaderItem]) {
        self.init()
        for item in items {
            guard let name = item.name else { continue }
            if name == .cookie, let others = self[name] {
                self[name] = "\(others); \(item.value)"
            } else {
                self[name] = item.value
            }
        }
    }
}
