import HTTPTypes
import TalynCore
import TalynStubs
import _TalynSupport

extension CheckedDocument {
    /// The faults of the parameters. Those of the path have encoded texts.
    func parameterFaults(
        of request: CheckedRequest,
        _ operation: OperationModel,
        _ path: [String: Substring]
    ) -> [Disagreement] {
        let pairs = request.pairs
        let names = Set(operation.parameters.filter { $0.location == .query }.map(\.name))
        let cookies = request.cookies
        var used: Set<Int> = []
        var found: [Disagreement] = []
        for parameter in operation.parameters where !parameter.isIgnored {
            let (part, value): (Disagreement.Part, JSONNode?)
            switch parameter.location {
            case .path:
                part = .path
                value = path[parameter.name].map { pathValue($0, parameter) }
            case .query:
                part = .query
                value = queryValue(pairs, parameter, names, &used)
            case .header:
                part = .header
                let fields = HTTPField.Name(parameter.name).map { request.headerFields[values: $0] } ?? []
                value = fields.isEmpty ? nil : fieldValue(fields.joined(separator: ","), parameter)
            case .cookie:
                part = .cookie
                var used: Set<Int> = []
                // Texts of the style `cookie` are as they stand.
                let isEncoded = parameter.style != .cookie
                let texts = cookies.map { cookie in
                    (name: cookie.name, encoded: isEncoded ? cookie.text : cookie.text.replacing("%", with: "%25"))
                }
                value = queryValue(texts, parameter, [], &used)
            case .querystring:
                // The whole query is one value, which isn't checked.
                used.formUnion(pairs.indices)
                continue
            }
            guard let value else {
                if parameter.isRequired, part != .path {
                    found.append(Disagreement(part: part, name: parameter.name, reason: "is missing"))
                }
                continue
            }
            guard let schema = parameter.schema, !parameter.isOtherDocument else { continue }
            found += checker.faults(of: value, schema, .request).map { fault in
                Disagreement(part: part, name: parameter.name, pointer: fault.pointer, reason: fault.reason)
            }
        }
        let templateQuery = Set(PathParts(operation.path).query.map(\.name))
        for (index, pair) in pairs.enumerated() where !used.contains(index) && !templateQuery.contains(pair.name) {
            guard !document.securitySchemes.contains(where: { $0.kind == .apiKey(in: "query", name: pair.name) }) else {
                continue
            }
            let reason = "isn't in the document"
            found.append(Disagreement(part: .query, name: pair.name, reason: reason, kind: .undeclared))
        }
        return found
    }

    // MARK: Values

    /// The value of a parameter that is a document of its own.
    private func document(_ text: String, _ parameter: Parameter) -> JSONNode {
        guard parameter.isJSON else { return checker.value(of: .text(text), parameter.schema) }
        return JSONNode(text: text) ?? .string(text)
    }

    private func pathValue(_ encoded: Substring, _ parameter: Parameter) -> JSONNode {
        var text = encoded
        if parameter.mediaType != nil { return document(text.percentDecoded ?? String(text), parameter) }
        var delimiters = [","]
        switch parameter.style {
        case .label:
            if text.first == "." { text.removeFirst() }
            if parameter.explodes { delimiters = ["."] }
        case .matrix:
            if text.first == ";" { text.removeFirst() }
            if parameter.explodes { delimiters = [";"] }
            let start = "\(parameter.name)="
            let kinds = parameter.schema?.kinds ?? []
            if parameter.explodes, kinds.contains("array") {
                let texts = text.split(separator: ";").map { $0.hasPrefix(start) ? $0.dropFirst(start.count) : $0 }
                let list = texts.map { ParameterText.text($0.percentDecoded ?? String($0)) }
                return checker.value(of: .list(list), parameter.schema)
            }
            if text.hasPrefix(start) { text = text.dropFirst(start.count) }
        default: break
        }
        return value(of: String(text), by: delimiters, parameter)
    }

    /// The value of a text with delimiters, by the kinds that the schema allows.
    private func value(of encoded: String, by delimiters: [String], _ parameter: Parameter) -> JSONNode {
        let kinds = parameter.schema?.kinds ?? []
        let isComplex = kinds.contains("array") || kinds.contains("object")
        let isScalar = !kinds.isDisjoint(with: ["string", "number", "integer", "boolean"])
        let texts = isComplex ? ParameterText.split(encoded, by: delimiters) : []
        guard isComplex, !(isScalar && texts.count == 1) else {
            return checker.value(of: .text(encoded.percentDecoded ?? encoded), parameter.schema)
        }
        if kinds.contains("object"), !kinds.contains("array") {
            return checker.value(of: .members(texts, pairs: parameter.explodes), parameter.schema)
        }
        return checker.value(of: .list(encoded.isEmpty ? [] : texts.map { .text($0) }), parameter.schema)
    }

    func fieldValue(_ text: String, _ parameter: Parameter) -> JSONNode {
        if parameter.mediaType != nil { return document(text, parameter) }
        // The value of a field isn't percent-encoded, and has spaces after its commas.
        let kinds = parameter.schema?.kinds ?? []
        guard kinds.contains("array") || kinds.contains("object") else {
            return checker.value(of: .text(text), parameter.schema)
        }
        let texts = text.split(separator: ",").map { String($0).withoutOuterSpaces }
        return kinds.contains("array")
            ? checker.value(of: .list(texts.map { .text($0) }), parameter.schema)
            : checker.value(of: .members(texts, pairs: parameter.explodes), parameter.schema)
    }

    /// The value of a parameter in the pairs of a query; nil if it isn't there. Of all names of parameters, a pair belongs to its very own.
    private func queryValue(
        _ pairs: [(name: String, encoded: String)],
        _ parameter: Parameter,
        _ names: Set<String>,
        _ used: inout Set<Int>
    ) -> JSONNode? {
        func take(_ condition: (String) -> Bool) -> [(name: String, encoded: String)] {
            let indices = pairs.indices.filter { index in
                let name = pairs[index].name
                return !used.contains(index) && (name == parameter.name || !names.contains(name)) && condition(name)
            }
            used.formUnion(indices)
            return indices.map { pairs[$0] }
        }
        func decoded(_ text: String) -> String { text.percentDecoded ?? text }
        let schema = parameter.schema
        if parameter.mediaType != nil {
            guard let pair = take({ $0 == parameter.name }).first else { return nil }
            return document(decoded(pair.encoded), parameter)
        }
        let kinds = schema?.kinds ?? []
        if parameter.style == .deepObject {
            let items = take { ParameterText.path($0, after: parameter.name) != nil }
            guard !items.isEmpty else { return nil }
            let paths = items.map { (ParameterText.path($0.name, after: parameter.name) ?? [], decoded($0.encoded)) }
            return checker.value(of: .bracketed(paths), schema)
        }
        if [.form, .cookie].contains(parameter.style), parameter.explodes, kinds.contains("object"),
            !kinds.contains("array")
        {
            let properties = schema?.propertyNames ?? []
            let items = take { properties.contains($0) }
            if !items.isEmpty {
                return checker.value(of: .members(items.map { ($0.name, .text(decoded($0.encoded))) }), schema)
            }
        }
        // Many servers write the brackets of an array into its name.
        let items = take { $0 == parameter.name || kinds.contains("array") && $0 == "\(parameter.name)[]" }
        guard let first = items.first else { return nil }
        if parameter.explodes, kinds.contains("array") {
            let isScalar = !kinds.isDisjoint(with: ["string", "number", "integer", "boolean"])
            if items.count == 1, isScalar { return checker.value(of: .text(decoded(first.encoded)), schema) }
            return checker.value(of: .list(items.map { .text(decoded($0.encoded)) }), schema)
        }
        let delimiters: [String] =
            switch parameter.style {
            case .spaceDelimited: ["%20", " "]
            case .pipeDelimited: ["%7C", "%7c", "|"]
            case .tabDelimited: ["%09"]
            // Many clients escape the commas, too.
            default: [",", "%2C", "%2c"]
            }
        return value(of: first.encoded, by: delimiters, parameter)
    }
}
