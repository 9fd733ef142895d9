import TalynCore
import TalynStubs
import _TalynFoundation
import _TalynSupport

extension SchemaChecker {
    /// The value of a form, as the schema has it.
    func formValue(of body: Data, _ content: Content) -> JSONNode {
        let text = String(decoding: body, as: UTF8.self)
        let pairs = FormParameter.parameters(in: text).map { (name: $0.name, encoded: $0.encodedValue) }
        let declared = content.schema?.propertyNames ?? []
        let items = pairs.map { (target: Self.nameAndPath($0.name, declared), encoded: $0.encoded) }
        let members = items.grouped { $0.target.name }.map { name, items in
            JSONNode.Member(name, field(name, items.map { ($0.target.path, $0.encoded) }, content))
        }
        return .object(members.sorted { $0.name < $1.name })
    }

    /// The name of a property, and the names in brackets after it. A property's own name can have brackets.
    private static func nameAndPath(_ text: String, _ declared: Set<String>) -> (name: String, path: [String]) {
        let matching = declared.compactMap { name in ParameterText.path(text, after: name).map { (name, $0) } }
        if let longest = matching.max(by: { $0.0.utf8.count < $1.0.utf8.count }) { return longest }
        let root = String(text.prefix { $0 != "[" })
        // A name with other brackets is one name.
        guard !root.isEmpty, let path = ParameterText.path(text, after: root) else { return (text, []) }
        return (root, path)
    }

    private func field(_ name: String, _ items: [(path: [String], encoded: String)], _ content: Content) -> JSONNode {
        let schema = self.schema(ofMember: name, in: content.schema)
        let encoding = content.encodings[name]
        func decoded(_ text: String) -> String { text.percentDecoded ?? text }
        let kinds = schema?.kinds ?? []
        let isText = !kinds.isEmpty && kinds.isDisjoint(with: ["array", "object"])
        if encoding?.isJSON == true, !isText, items.count == 1, items[0].path.isEmpty,
            let value = JSONNode(text: decoded(items[0].encoded))
        {
            return value
        }
        if items.count == 1, items[0].path.isEmpty, kinds.contains("array"),
            let delimiter: [String] = Self.delimiters(encoding)
        {
            let texts = ParameterText.split(items[0].encoded, by: delimiter)
            return value(of: .list(texts.map { .text($0) }), schema)
        }
        return value(of: .bracketed(items.map { ($0.path, decoded($0.encoded)) }), schema)
    }

    /// The delimiters of an array in one text; nil for an array whose elements are pairs of their own.
    private static func delimiters(_ encoding: Content.Encoding?) -> [String]? {
        switch encoding?.style {
        case .spaceDelimited: ["%20"]
        case .pipeDelimited: ["%7C", "%7c", "|"]
        default: encoding?.explodes == false ? [",", "%2C", "%2c"] : nil
        }
    }

    /// The value of a multipart body, as the schema has it. A file is an empty text.
    func formValue(of parts: MultipartParts, in body: Data, _ content: Content) -> JSONNode {
        let declared = content.schema?.propertyNames ?? []
        let fields = parts.parts.map { part -> (name: String, value: JSONNode) in
            let name = declared.contains(part.name) ? part.name : part.name.replacing("[]", with: "")
            let schema = self.schema(ofMember: name, in: content.schema)
            let element = schema.map { $0.kinds.contains("array") ? $0.element ?? $0 : $0 }
            if part.filename != nil || schema?.isBinary == true || element?.isBinary == true { return (name, "") }
            if part.contentType?.contains("json") == true, let json = try? JSONNode(json: body[part.content]) {
                return (name, json)
            }
            return (name, self.value(of: .text(part.text(in: body) ?? ""), element))
        }
        let members = fields.grouped(by: \.name).map { name, fields in
            let values = fields.map(\.value)
            let isArray = self.schema(ofMember: name, in: content.schema)?.kinds.contains("array") ?? false
            let isSingle = values.count == 1 && (!isArray || values[0].elements != nil)
            return JSONNode.Member(name, isSingle ? values[0] : .array(values))
        }
        return .object(members.sorted { $0.name < $1.name })
    }
}
