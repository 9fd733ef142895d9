/// A body in one media type.
struct Content {
    var mediaType: String
    var schema: Schema?
    /// The schema of one item of a sequential media type (OpenAPI 3.2).
    var itemSchema: Schema?
    var encodings: [String: Encoding] = [:]
    var node: Node

    struct Encoding {
        var contentType: String?
        var style: Parameter.Style?
        var explodes: Bool?
        var allowsReserved: Bool?
        var headers: [(name: String, description: String?, node: Node)] = []

        /// Whether a property of a form is JSON. A style takes precedence over the media type (OpenAPI 3.1, section 4.8.15).
        var isJSON: Bool {
            guard style == nil, explodes == nil, allowsReserved == nil else { return false }
            return contentType?.split(separator: ",").first.map { Content.isJSON(Content.baseType(of: $0)) } ?? false
        }
    }

    /// A media type without its parameters, in lower case.
    static func baseType(of mediaType: some StringProtocol) -> String {
        mediaType.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    }

    static func isJSON(_ baseType: String) -> Bool {
        baseType == "application/json" || baseType == "text/json"
            || baseType.hasSuffix("+json") && !isJSONLines(baseType)
    }

    private static func isJSONLines(_ baseType: String) -> Bool {
        namesOfJSONLines.contains { baseType == "application/\($0)" }
    }

    /// The subtypes of JSON lines. None of them is registered. Spring has `stream+json`, whose suffix means one text of JSON elsewhere.
    private static let namesOfJSONLines = """
        jsonl x-jsonl ndjson x-ndjson jsonlines x-jsonlines json-lines x-json-lines json-stream x-json-stream stream+json
        """.tokens

    var baseType: String { Self.baseType(of: mediaType) }

    /// Whether the body is JSON. One of any media type is JSON if its schema describes it.
    var isJSON: Bool {
        Self.isJSON(baseType) || baseType == "*/*" && schema?.target.hasStructure == true && !isBinary
    }

    var isBinary: Bool { schema?.isBinary ?? false }

    /// The schema of one item of events, lines or a sequence.
    ///
    /// An array describes all items (OpenAPI 3.2, section 4.14.3). Another schema describes one, as documents of earlier versions do.
    var item: Schema? {
        guard itemSchema == nil, isEventStream || isJSONLines || isJSONSequence else { return itemSchema ?? schema }
        return schema?.kinds == ["array"] ? schema?.element ?? schema : schema
    }

    var isForm: Bool { baseType == "application/x-www-form-urlencoded" }
    var isMultipart: Bool { baseType.hasPrefix("multipart/") }
    var isEventStream: Bool { baseType == "text/event-stream" }
    var isText: Bool { baseType.hasPrefix("text/") && !isEventStream }

    var isJSONLines: Bool { Self.isJSONLines(baseType) }

    /// Whether the body is a form with a pair for each member of an object. A text or an array has no pairs.
    var isFormOfPairs: Bool {
        guard isForm, let schema else { return isForm }
        return schema.kinds.isEmpty || schema.kinds.contains("object")
    }

    /// Whether the body is a JSON text sequence (RFC 7464, and the suffix of RFC 8091).
    var isJSONSequence: Bool { baseType == "application/json-seq" || baseType.hasSuffix("+json-seq") }
}

extension Content {
    /// The kinds of bodies that differ in Swift.
    enum Format {
        case json, form, multipart, text, bytes
        case events, lines, sequence

        /// The media types that say nothing but the format.
        fileprivate var generalTypes: Set<String> {
            switch self {
            case .json: ["application/json", "text/json"]
            case .form: ["application/x-www-form-urlencoded"]
            case .multipart: ["multipart/form-data"]
            case .text: ["text/plain"]
            case .bytes: ["application/octet-stream"]
            case .events, .lines, .sequence: []
            }
        }
    }

    var requestFormat: Format {
        if isMultipart { return .multipart }
        if isForm, schema != nil { return .form }
        if isJSON, !isBinary { return .json }
        return isText && !isBinary ? .text : .bytes
    }

    var responseFormat: Format {
        if isEventStream { return .events }
        if isJSONLines { return .lines }
        if isJSONSequence { return .sequence }
        if isJSON, !isBinary { return .json }
        return isText && !isBinary ? .text : .bytes
    }

    /// Whether the media type names several ones, such as `image/*`.
    var isRange: Bool { mediaType.contains("*") }

    /// Whether the media type says no more than the format, as `application/json` and `application/*+json` do.
    func isGeneral(_ format: Format) -> Bool { isRange || format.generalTypes.contains(baseType) }

    /// The words that distinguish the media type from others of its format: `merge patch` of `application/merge-patch+json`.
    ///
    /// They are those of the subtype, without the prefix of a tree and the suffix of a syntax (RFC 6838, sections 3 and 4.2.8), and of the
    /// parameters.
    var words: Words {
        let parts = mediaType.split(separator: ";", omittingEmptySubsequences: false)
        var subtype = (parts.first?.split(separator: "/").last).map { $0.filter { $0 != " " } } ?? ""
        for tree in ["vnd.", "prs.", "x-", "x."] where subtype.hasPrefix(tree) {
            subtype.removeFirst(tree.count)
            break
        }
        if let plus = subtype.lastIndex(of: "+"), plus != subtype.startIndex { subtype = String(subtype[..<plus]) }
        let parameters = parts.dropFirst().map { String($0) }.filter { !$0.lowercased().contains("charset") }
        return Words(list: Words(subtype).list + parameters.flatMap { Words($0).list })
    }
}
