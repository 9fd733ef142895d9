import HTTPTypes

/// A parameter in a header field or a cookie.
public struct HeaderItem: Sendable {
    let name: HTTPField.Name?
    let value: String
    let problem: (any Error)?

    private init(_ name: String, _ value: () throws -> String) {
        self.name = HTTPField.Name(name)
        do {
            self.value = try value()
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

    /// The style `form` in a cookie: `id=5`.
    public static func cookie(_ name: String, _ value: (some Encodable)?, explode: Bool = true) -> HeaderItem? {
        value.flatMap { value in
            item("Cookie", value) { json in
                let texts = json.texts.map { $0.encoded() }
                if explode, !json.pairs.isEmpty {
                    return json.pairs.map { "\($0.name)=\($0.text.encoded())" }.joined(separator: "; ")
                }
                if explode, case .array = json { return texts.map { "\(name)=\($0)" }.joined(separator: "; ") }
                return "\(name)=\(texts.joined(separator: ","))"
            }
        }
    }

    /// The item of a value; nil for an array or an object without members, which has no text at all.
    private static func item(_ name: String, _ value: some Encodable, _ text: (JSONValue) -> String) -> HeaderItem? {
        do {
            let json = try JSONValue(encoding: value)
            return json == .array([]) || json == .object([:]) ? nil : HeaderItem(name) { text(json) }
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
