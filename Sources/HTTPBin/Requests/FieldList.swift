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
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            append(name: parts[0].formDecoded, value: parts.count > 1 ? parts[1].formDecoded : "")
        }
    }

    mutating func append(name: String, value: String) {
        fields.append((name, value))
    }
}
#endif
