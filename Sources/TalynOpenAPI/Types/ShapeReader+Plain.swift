extension ShapeReader {
    /// The shape of a schema by its own keywords.
    func plain(_ schema: Schema) -> Shape {
        if let values = schema.values, let shape = enumeration(values, of: schema) { return shape }
        let types = schema.types
        if types.count > 1 {
            if Set(types) == ["integer", "number"] { return .double }
            return .union(types.map { schema.with(type: $0) }, nil)
        }
        switch types.first ?? inferredType(of: schema) {
        case "string": return text(schema)
        case "number" where !schema.hasIntegerFormat: return .double
        case "integer", "number":
            switch schema.format {
            case "unix-time", "unixtime", "timestamp", "epoch": return .unixDate
            case "int64", "int-64", "long": return .int64
            case "uint64", "uint-64": return .uint64
            default: return Self.exceedsInt64(schema) ? .uint64 : .int
            }
        case "boolean": return .bool
        case "array": return schema.prefixItems.isEmpty ? .array(schema.items) : .tuple(TupleShape(schema))
        case "file": return .binary
        case "object":
            let object = flattened(schema)
            guard object.properties.isEmpty else { return .object(object) }
            switch object.additional {
            case .schema(let values): return .map(values)
            case .any: return .map(nil)
            case .ignored:
                if case .allowed(false) = schema.additional { return .object(object) }
                return .map(nil)
            }
        default: return .json
        }
    }

    /// Whether the maximum of a schema is no 64-bit number with a sign, and its minimum isn't below zero.
    private static func exceedsInt64(_ schema: Schema) -> Bool {
        guard let maximum = schema.number("maximum"), (schema.number("minimum") ?? 0) >= 0 else { return false }
        return maximum > Double(Int64.max) && maximum <= Double(UInt64.max)
    }

    private func text(_ schema: Schema) -> Shape {
        switch schema.format {
        case "date-time": .date
        case "date": .day
        case "binary": .binary
        default: .string
        }
    }

    private func inferredType(of schema: Schema) -> String? {
        if ["properties", "additionalProperties", "patternProperties"].contains(where: { schema[$0] != nil }) {
            return "object"
        }
        if schema["items"] != nil || schema["prefixItems"] != nil { return "array" }
        if !schema.required.isEmpty { return "object" }
        switch schema.format {
        case "date-time", "date", "uri", "uuid", "email", "binary", "byte", "hostname", "password": return "string"
        case "int32", "int64", "uint64": return "integer"
        case "float", "double": return "number"
        default: return nil
        }
    }

    /// The shape of a schema with known values; nil if they have several types.
    private func enumeration(_ nodes: [Node], of schema: Schema) -> Shape? {
        // One of several types has the values of this type.
        let indices = nodes.indices.filter {
            !nodes[$0].isNull && (schema.isWhole || schema.part != .all || schema.allows(nodes[$0]))
        }
        let values = indices.map { schema.value(of: nodes[$0]) }
        guard let first = values.first, schema.types != ["array"], schema.types != ["object"] else { return nil }
        if schema.types != ["string"], zip(indices, values).contains(where: { nodes[$0].unread.text != $1.text }) {
            let problem = "The values are texts, and the type is '\(schema.types.joined())'. They count as its values."
            diagnostics.noteOfMany(schema.node, problem)
        }
        if values.allSatisfy({ $0.bool != nil }) { return .bool }
        if schema.types.count > 1 { return nil }
        let isText = schema.types.first == "string" || values.contains { $0.text != nil }
        let isDecimal = schema.types.first == "number" && !schema.hasIntegerFormat
        let isInteger = values.allSatisfy { $0.integer != nil } && !isDecimal
        // No enum has integers that only UInt64 has.
        if !isInteger, !isDecimal, values.allSatisfy(\.isUInt64) { return .uint64 }
        guard isText && values.allSatisfy({ $0.scalarText != nil }) || isInteger else {
            return first.integer != nil || values.allSatisfy { Double($0.scalarText ?? "") != nil } ? .double : .json
        }
        if schema.types.isEmpty, isText, !values.allSatisfy({ $0.text != nil }) { return .json }
        let names = (schema.node["x-enum-varnames"] ?? schema.node["x-enumNames"] ?? schema.node["x-enum-names"])?
            .elements
        let texts = (schema.node["x-enum-descriptions"] ?? schema.node["x-enumDescriptions"])?.elements
        let deprecated = Set(schema.node["x-enum-deprecated"]?.elements?.compactMap(\.scalarText) ?? [])
        var known: Set<String> = []
        let cases = zip(indices, values).compactMap { index, value -> EnumShape.Case? in
            let value = isText ? value.scalarText ?? "" : String(value.integer ?? 0)
            guard known.insert(value).inserted else { return nil }
            let name = names.flatMap { index < $0.count ? $0[index].scalarText : nil }
            let text = texts.flatMap { index < $0.count ? $0[index].text : nil }
            return EnumShape.Case(
                value: value,
                name: name ?? (schema.hasConstant ? schema.title : nil) ?? value,
                description: text ?? (schema.hasConstant ? schema.description : nil),
                isDeprecated: deprecated.contains(value) || schema.hasConstant && schema.isDeprecated
            )
        }
        return .enumeration(EnumShape(isText: isText, cases: cases))
    }
}

extension Schema {
    /// Whether the format is one of whole numbers, also beside the type `number`, which these formats have in the registry of OpenAPI
    /// (https://spec.openapis.org/registry/format/int64).
    var hasIntegerFormat: Bool { format.map { Self.integerFormats.contains($0) } ?? false }

    private static let integerFormats = "int8 uint8 int16 uint16 int32 uint32 int64 uint64 int-64 uint-64 long".tokenSet

    /// Whether a value is of the only type of the schema.
    fileprivate func allows(_ value: Node) -> Bool {
        switch (types.first, value.unread) {
        case ("string", .string), ("number", .number), ("boolean", .bool), ("array", .array), ("object", .object): true
        case ("integer", .number): value.integer != nil
        default: false
        }
    }
}
