#if Tools
import _TalynSupport

/// Names and values in order, as a query or a form holds them.
struct FieldList {
    private(set) var fields: [(name: String, value: String)] = []

    /// The first value of the field called `name`.
    subscript(name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// The fields as an object, in which a name that repeats has an array of its values.
    var json: JSONNode {
        let values = Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
        return .object(values.mapValues(JSONNode.init(oneOrMore:)))
    }

    init() {}

    /// Parses `text` in the form of a URL's query.
    init(urlEncoded text: some StringProtocol) {
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            append(
                name: String(decoding: parts[0].formDecoded, as: UTF8.self),
                value: parts.count > 1 ? String(decoding: parts[1].formDecoded, as: UTF8.self) : ""
            )
        }
    }

    mutating func append(name: String, value: String) {
        fields.append((name, value))
    }
}
#endif
