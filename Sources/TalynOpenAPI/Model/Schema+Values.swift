extension Schema {
    /// The only values that the schema allows; nil without any, or if they are those of an array's elements.
    var values: [Node]? {
        if let constant = self["const"] { return [constant] }
        return hasValuesOfElements ? nil : self["enum"]?.elements
    }

    var hasConstant: Bool { values?.count == 1 && values?.first?.isNull == false }

    /// A value of the document, as the only type of the schema has it.
    ///
    /// YAML has `1.0` and `true` without quotation marks where texts are meant, and some documents have texts where numbers or Booleans
    /// are meant.
    func value(of node: Node) -> Node.Value { Self.value(of: node, types) }

    static func value(of node: Node, _ types: [String]) -> Node.Value {
        let value = node.value
        switch (types.count == 1 ? types[0] : "", value) {
        case ("string", .number), ("string", .bool): return value.scalarText.map { .string($0) } ?? value
        case ("boolean", .string("true")): return .bool(true)
        case ("boolean", .string("false")): return .bool(false)
        case ("integer", .string(let text)): return Int(text).map { .number(String($0)) } ?? value
        case ("number", .string(let text)):
            let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "-.eE".utf8.contains($0) }
            return isDecimal && Double(text)?.isFinite == true ? .number(text) : value
        default: return value
        }
    }

    /// Whether `enum` of an array has single values. Frameworks write the values of the elements there.
    func findValuesOfElements() -> Bool {
        guard part != .element, types == ["array"], let values = self["enum"]?.elements else { return false }
        return values.contains { !$0.isNull }
            && values.allSatisfy { value in
                switch value.unread {
                case .array, .object: false
                case .null, .bool, .number, .string: true
                }
            }
    }

    /// The schema of the elements by the values in `enum`; nil if the elements have values of their own.
    func elementOfValues(_ items: Schema?) -> Schema? {
        guard hasValuesOfElements, let values = self["enum"]?.elements, items?.target.values == nil else { return nil }
        schemas.files.diagnostics.note(node, "'enum' has no arrays. Its values count as those of the elements.")
        // The values say more.
        items?.node.useAll()
        let types = items?.target.types ?? []
        let scalars: Set = ["string", "integer", "number", "boolean"]
        if types.count == 1, scalars.contains(types[0]) { return schemas.element(of: self, type: types[0]) }
        let others = values.map(\.value).filter { if case .null = $0 { false } else { true } }
        let isNumber = others.allSatisfy { if case .number = $0 { true } else { false } }
        let isInteger = others.allSatisfy { $0.integer != nil }
        let isBool = others.allSatisfy { $0.bool != nil }
        return schemas.element(
            of: self,
            type: isInteger ? "integer" : isNumber ? "number" : isBool ? "boolean" : "string"
        )
    }
}
