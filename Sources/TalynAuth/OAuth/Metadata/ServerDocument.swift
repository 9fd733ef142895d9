import _TalynFoundation
import _TalynSupport

/// The object that a server sends, read as large providers write it. A member with another value counts as missing.
///
/// Only the members that someone asks for are decoded. A text that isn't valid affects no other member.
struct ServerDocument {
    private var members: [String: Data] = [:]

    /// The object; nil for anything else. Of members with the same name, the first one counts.
    init?(_ json: Data) {
        let members = try? JSONOutline.read(json) { outline in
            var members: [String: Data] = [:]
            try outline.members { name, outline in
                let value = try outline.value()
                members[name] = members[name] ?? value
            }
            return members
        }
        guard let members else { return nil }
        self.members = members
    }

    /// An object inside this one.
    func object(_ name: String) -> ServerDocument? { members[name].flatMap { ServerDocument($0) } }

    subscript(name: String) -> JSONNode? { members[name].flatMap { try? JSONNode(json: $0) } }

    /// A text; nil for an empty one.
    func text(_ name: String) -> String? { self[name]?.text.flatMap { $0.isEmpty ? nil : $0 } }

    /// A URL.
    func url(_ name: String) -> URL? { text(name).flatMap { URL(string: $0) } }

    /// A number, also in a text.
    func number(_ name: String) -> Double? {
        switch self[name] {
        case .number(let digits): Double(digits).flatMap { $0.isFinite ? $0 : nil }
        case .string(let text): Double(text).flatMap { $0.isNaN ? nil : $0 }
        default: nil
        }
    }

    /// A boolean, also in a text.
    func flag(_ name: String) -> Bool { self[name] == .bool(true) || text(name)?.lowercased() == "true" }

    /// The words of an array, or of a text with spaces.
    func words(_ name: String) -> [String]? {
        guard let value = self[name] else { return nil }
        if let elements = value.elements {
            let words = elements.compactMap(\.text)
            return words.count == elements.count ? words.filter { !$0.isEmpty } : nil
        }
        return value.text?.split(whereSeparator: \.isWhitespace).map(String.init)
    }
}
