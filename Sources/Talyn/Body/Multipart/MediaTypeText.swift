import Foundation

/// A media type, taken apart (RFC 9110, section 8.3.1).
struct MediaTypeText {
    /// In lower case.
    let type: String
    /// In lower case.
    let subtype: String
    /// The values by the names in lower case; of parameters with the same name the first.
    let parameters: [String: String]

    /// Takes what it can: what is no media type gives empty parts.
    init(_ text: String) {
        var rest = Substring(text)
        let essence = rest.take { $0 != ";" }.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        type = essence[0].trimmed.lowercased()
        subtype = essence.count > 1 ? essence[1].trimmed.lowercased() : ""
        var parameters: [String: String] = [:]
        while rest.popFirst() != nil {  // The semicolon.
            let name = rest.take { $0 != "=" && $0 != ";" }.trimmed.lowercased()
            guard rest.first == "=" else { continue }
            rest.removeFirst()
            rest = rest.drop { $0 == " " || $0 == "\t" }
            let value = rest.first == "\"" ? rest.takeQuoted() : rest.take { $0 != ";" }.trimmed
            _ = rest.take { $0 != ";" }
            if parameters[name] == nil { parameters[name] = value }
        }
        self.parameters = parameters
    }
}

extension Substring {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }

    fileprivate mutating func take(while isTaken: (Character) -> Bool) -> Substring {
        let taken = prefix(while: isTaken)
        self = self[taken.endIndex...]
        return taken
    }

    /// What stands between quotes, its backslashes resolved (RFC 9110, section 5.6.4).
    fileprivate mutating func takeQuoted() -> String {
        removeFirst()
        var text = ""
        while let character = popFirst(), character != "\"" {
            if character == "\\", let escaped = popFirst() {
                text.append(escaped)
            } else {
                text.append(character)
            }
        }
        return text
    }
}
