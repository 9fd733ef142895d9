extension TypePlanner {
    func unionType(
        _ variants: [Schema],
        _ discriminator: Schema.Discriminator?,
        in declaration: Declaration
    ) -> UnionType {
        let forms = variants.map { self.forms(of: $0) }
        var names = NameScope(["other", "unionForms"])
        let cases = variants.indices.map { index -> UnionType.Case in
            let variant = variants[index]
            let hint = hint(for: variant, forms[index])
            let type = type(of: variant, at: Place(parent: declaration, name: SwiftName.type(hint))).unwrapped
            let name = SwiftName.enumCase(caseName(of: type, hint: hint))
            var item = UnionType.Case(name: names.unique(name), type: type, forms: forms[index])
            if type.declaration == nil { item.documentation = Documentation.lines(of: variant, named: item.name) }
            item.isDeprecated = variant.isDeprecated
            return item
        }
        var union = UnionType(cases: cases)
        union.discriminator =
            discriminator.flatMap { values(of: $0, variants, forms) } ?? constantDiscriminator(forms)
        return union
    }

    /// The name for a variant without a name.
    private func hint(for variant: Schema, _ forms: [VariantForm]) -> String {
        if variant.part == .alone { return "base" }
        if let title = variant.title, title.count < 50 { return title }
        // One of the document together with others, such as the properties beside the union.
        if let first = variant.schemas.together(variant)?.first, let name = namedSchemas[ObjectIdentifier(first)] {
            return name
        }
        switch shapes.resolve(variant).shape {
        case .enumeration: return "choice"
        case .tuple: return forms.first?.elements.first.flatMap { $0.value.isEmpty ? nil : $0.value } ?? "item"
        case .array: return "item"
        case .object:
            // A truth value is no name.
            let names = forms.first?.constants.lazy.compactMap(\.values.first).filter { Bool($0) == nil }
            return names?.first.flatMap { $0.isEmpty ? nil : $0 } ?? "object"
        default: return "value"
        }
    }

    private func caseName(of type: TypeUse, hint: String) -> String {
        switch type {
        case .json: "any"
        case .string, .binary: "string"
        case .int, .int64: "int"
        case .uint64: "uint"
        case .double: "double"
        case .bool: "bool"
        case .date, .unixDate: "date"
        case .day: "day"
        case .array(let element):
            switch element.unwrapped {
            case .array, .map, .json: "array"
            case let element: caseName(of: element, hint: hint) + "s"
            }
        case .map: "dictionary"
        case .optional(let type): caseName(of: type, hint: hint)
        case .named(let declaration): declaration.parent == nil ? declaration.name : hint
        }
    }

    // MARK: Recognition

    /// The forms of JSON that a schema allows. A union has one for each variant.
    func forms(of schema: Schema) -> [VariantForm] {
        var visited: Set<ObjectIdentifier> = []
        return forms(of: schema, depth: 0, &visited)
    }

    private func forms(of schema: Schema, depth: Int, _ visited: inout Set<ObjectIdentifier>) -> [VariantForm] {
        let found = shapes.resolve(schema)
        switch found.shape {
        case .json, .same: return [VariantForm(kind: .any)]
        case .string, .date, .day, .binary: return [VariantForm(kind: .string)]
        case .int, .int64, .uint64, .unixDate: return [VariantForm(kind: .integer)]
        case .double: return [VariantForm(kind: .number)]
        case .bool: return [VariantForm(kind: .boolean)]
        case .array(let element):
            var form = VariantForm(kind: .array)
            if let element {
                switch shapes.resolve(element).shape {
                case .object, .union: form.items = forms(of: element, depth: depth + 5, &visited)
                default: break
                }
            }
            return [form]
        case .tuple(let tuple):
            var form = VariantForm(kind: .array)
            if case .ignored = tuple.further { form.count = tuple.elements.count }
            form.elements = tuple.elements.enumerated().compactMap { place, schema in
                shapes.constant(of: schema).map { (place, $0) }
            }
            return [form]
        case .map: return [VariantForm(kind: .object)]
        case .enumeration(let shape):
            return [VariantForm(kind: shape.isText ? .string : .integer, values: shape.cases.map(\.value))]
        case .object(let object):
            var form = VariantForm(kind: .object)
            form.required = object.properties.filter(\.isRequired).map(\.name)
            form.known = object.properties.map(\.name)
            form.constants = object.properties.compactMap { property in
                shapes.constant(of: property).map { (property.name, [$0]) }
            }
            for property in object.properties where !form.constants.contains(where: { $0.name == property.name }) {
                guard let value = property.discriminatorValue, value.isMapped, let text = value.text else { continue }
                form.constants.append((property.name, [text]))
            }
            return [form]
        case .union(let variants, _):
            // Unions can share unions. The forms of each count once.
            guard visited.insert(ObjectIdentifier(found.schema)).inserted else { return [] }
            guard depth < 10 else { return [VariantForm(kind: .any)] }
            return variants.flatMap { forms(of: $0, depth: depth + 1, &visited) }
        }
    }

    /// The values of the discriminator that a document names.
    private func values(
        of discriminator: Schema.Discriminator,
        _ variants: [Schema],
        _ forms: [[VariantForm]]
    ) -> UnionType.Discriminator? {
        var cases: [(value: String, index: Int)] = []
        var isCertain = true
        var known: Set<String> = []
        var named: Set<Int> = []
        func add(_ value: String, _ index: Int) {
            guard known.insert(value).inserted else { return }
            cases.append((value, index))
            named.insert(index)
        }
        let owners = variants.indices.map { (ObjectIdentifier(shapes.resolve(variants[$0]).schema), $0) }
        let indices = Dictionary(owners) { first, _ in first }
        for (value, schema) in discriminator.mapping {
            if let index = indices[ObjectIdentifier(shapes.resolve(schema).schema)] {
                add(value, index)
            }
        }
        for index in variants.indices {
            for constant in forms[index].flatMap(\.constants) where constant.name == discriminator.property {
                for value in constant.values { add(value, index) }
            }
            if !named.contains(index) {
                isCertain = false
                if let name = variants[index].impliedName ?? shapes.resolve(variants[index]).schema.impliedName {
                    add(name, index)
                }
            }
        }
        // A mapping can also lead to a variant of a variant, whose constant tells it.
        for (value, _) in discriminator.mapping where !known.contains(value) {
            guard let node = discriminator.schema.node.child("mapping")?.child(value) else { continue }
            diagnostics.skip(node, "No variant has the schema of '\(value)'.")
        }
        var result = UnionType.Discriminator(property: discriminator.property, cases: cases, isCertain: isCertain)
        if let fallback = discriminator.fallback {
            result.fallback = indices[ObjectIdentifier(shapes.resolve(fallback).schema)]
            if result.fallback == nil {
                let node = discriminator.schema.node
                diagnostics.skip(node.child("defaultMapping") ?? node, "No variant has the schema of 'defaultMapping'.")
            }
        }
        return result
    }

    /// A property with another constant in each variant.
    private func constantDiscriminator(_ forms: [[VariantForm]]) -> UnionType.Discriminator? {
        guard forms.count > 1 else { return nil }
        for (name, _) in forms.first?.first?.constants ?? [] {
            // A dictionary literal can have each key once.
            var cases: [(value: String, index: Int)] = []
            var owners: [String: Int] = [:]
            let isDiscriminator = forms.indices.allSatisfy { index in
                forms[index].allSatisfy { form in
                    guard let values = form.constants.first(where: { $0.name == name })?.values else { return false }
                    for value in values where owners[value] == nil {
                        owners[value] = index
                        cases.append((value, index))
                    }
                    return values.allSatisfy { owners[$0] == index }
                }
            }
            if isDiscriminator { return UnionType.Discriminator(property: name, cases: cases) }
        }
        return nil
    }
}
