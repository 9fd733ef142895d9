extension Ledger {
    /// Whether a schema only restricts values, or says nothing of them.
    func restricts(_ node: Node) -> Bool {
        switch node.unread {
        case .bool: true
        case .object(let members):
            members.list.allSatisfy { name, child in
                switch name {
                case "required", "enum", "const": return true
                case "type": if case .string("object") = child.unread { return true } else { return false }
                case "properties": return child.children.allSatisfy { restricts($0) }
                default: break
                }
                return switch Grammar.member(name, of: .schema) {
                case .validation, .annotation: true
                case .part, nil: name.hasPrefix("x-")
                }
            }
        default: true
        }
    }

    /// Reports keywords that the type of a schema doesn't have, though they were read.
    func checkType(of node: Node) {
        guard node.uses.contains(.source), let schema = schemas.schema(node) else { return }
        let shape = types.shapes.resolve(schema).shape
        if case .json = shape, Self.structural.contains(where: { node.child($0)?.children.isEmpty == false }) {
            diagnostics.note(node, "The values of the schema have several forms. They are any JSON.")
        }
        checkNames(of: node, schema)
        // A part of allOf can speak of the properties of others.
        if case .object(let object) = shape, node.path.dropLast().last != "allOf" {
            for name in node.child("required")?.children ?? [] {
                guard case .string(let text) = name.unread, object.property(text) == nil else { continue }
                diagnostics.note(name, "No property has the required name '\(text)'.")
            }
        }
        if let discriminator = node.child("discriminator") {
            if case .union = shape {
            } else {
                diagnostics.noteOfMany(discriminator, "No variants have the discriminator.")
            }
        }
        for name in ["enum", "const"] {
            guard let values = node.child(name) else { continue }
            switch shape {
            case .enumeration, .union, .same: break
            case .array where schema.items?.part == .element: break
            default: diagnostics.noteOfMany(values, "'\(name)' restricts values. The type doesn't have them.")
            }
        }
        if let format = node.child("format"), !format.uses.isEmpty, case .string(let name) = format.unread {
            switch shape {
            case .string, .int, .double, .bool, .json, .array, .map, .object:
                diagnostics.noteOfMany(format, "The format '\(name)' has no type of its own.")
            default: break
            }
        }
    }

    /// Reports types that JSON Schema doesn't have, and properties of which only the direction is known.
    private func checkNames(of node: Node, _ schema: Schema) {
        if let type = node.child("type") {
            for type in type.children.isEmpty ? [type] : type.children {
                guard case .string(let name) = type.unread, !Self.typeNames.contains(name.lowercased()) else {
                    continue
                }
                diagnostics.skip(type, "There is no type '\(name)'. It is left out.")
            }
        }
        let required = schema.required
        for (name, property) in schema.properties where !required.contains(name) {
            for keyword in ["readOnly", "writeOnly"] {
                guard let node = property.node.child(keyword) else { continue }
                diagnostics.noteOfMany(node, "'\(keyword)' makes no difference for a property that can be missing.")
            }
        }
    }

    private static let typeNames = "null boolean object array number string integer file".tokenSet

    private static let structural = "properties items prefixItems allOf anyOf oneOf enum patternProperties".tokens
}
