extension DeclarationWriter {
    func write(_ union: UnionType, _ declaration: Declaration, to writer: inout SourceWriter) {
        let keyword = declaration.isIndirect ? "indirect enum" : "enum"
        writer.block("public nonisolated \(keyword) \(declaration.name): \(conformances)") { writer in
            for item in union.cases {
                writer.comment(Documentation.deprecated(item.documentation, item.isDeprecated))
                writer.line("case \(SwiftName.escaped(item.name))(\(item.type.swift(in: declaration)))")
            }
            writer.comment(["Another value than those of the document."])
            writer.line("case other(JSONValue)")
            writer.line()
            writer.block("public init(from decoder: any Decoder) throws") { writer in
                writer.line("let value: Self? = try decoder.union(Self.unionForms) { index in")
                writer.indented { writer in
                    writer.line("switch index {")
                    for (index, item) in union.cases.enumerated() {
                        let label = index + 1 == union.cases.count ? "default" : "case \(index)"
                        writer.line("\(label): .\(SwiftName.escaped(item.name))(\(decoding(item.type, declaration)))")
                    }
                    writer.line("}")
                }
                writer.line("}")
                writer.line("self = try value ?? .other(JSONValue(from: decoder))")
            }
            writer.line()
            writer.block("public func encode(to encoder: any Encoder) throws") { writer in
                writer.line("switch self {")
                for item in union.cases {
                    let value = item.type.encoded("value")
                    let isNamed = if case .named = item.type { true } else { false }
                    let call = isNamed ? "\(value).encode(to: encoder)" : "encoder.single(\(value))"
                    writer.line("case .\(SwiftName.escaped(item.name))(let value): try \(call)")
                }
                writer.line("case .other(let value): try value.encode(to: encoder)")
                writer.line("}")
            }
            writer.line()
            writeForms(of: union, to: &writer)
            writeNested(declaration, to: &writer)
        }
    }

    func decoding(_ type: TypeUse, _ scope: Declaration) -> String {
        if case .named = type { return "try \(type.swift(in: scope))(from: decoder)" }
        guard let coded = type.coded(in: scope) else { return "try decoder.single()" }
        return type.decoded("try decoder.single(\(coded).self)")
    }

    func writeForms(of union: UnionType, to writer: inout SourceWriter) {
        writer.line("private static let unionForms = UnionForms(")
        writer.indented { writer in
            writer.line("[")
            writer.indented { writer in
                // A single array has no other to be told from.
                let hasArrays = union.cases.count { $0.forms.contains { $0.kind == .array } } > 1
                for (index, item) in union.cases.enumerated() {
                    for form in item.forms { writer.line(text(of: form, index, hasArrays) + ",") }
                }
            }
            var end = "]"
            if let discriminator = union.discriminator {
                let cases = discriminator.cases.map { "\($0.value.swiftLiteral): \($0.index)" }
                let certainty =
                    (discriminator.isCertain ? "" : ", isCertain: false")
                    + (discriminator.fallback.map { ", otherwise: \($0)" } ?? "")
                let text = cases.isEmpty ? ":" : cases.joined(separator: ", ")
                end += ", by: \(discriminator.property.swiftLiteral), [\(text)]\(certainty)"
            }
            if !union.statuses.isEmpty {
                let cases = union.statuses.map { "\($0.status.swiftLiteral): \($0.index)" }
                end += ", statuses: [\(cases.joined(separator: ", "))]"
            }
            writer.line(end)
        }
        writer.line(")")
    }

    private func text(of form: VariantForm, _ index: Int, _ hasArrays: Bool) -> String {
        func list(_ texts: [String]) -> String { "[\(texts.map(\.swiftLiteral).joined(separator: ", "))]" }
        var arguments = ["\(index)"]
        switch form.kind {
        case .object:
            let known = form.known.filter { !form.required.contains($0) }
            if !form.required.isEmpty || !known.isEmpty { arguments.append(list(form.required)) }
            if !known.isEmpty { arguments.append(list(known)) }
            let constants = form.constants.flatMap { constant in
                constant.values.map { "\(constant.name.swiftLiteral): \($0.swiftLiteral)" }
            }
            if !constants.isEmpty { arguments.append("constants: [\(constants.joined(separator: ", "))]") }
        case .array where hasArrays:
            if let count = form.count { arguments.append("count: \(count)") }
            let constants = form.elements.map { "\($0.place): \($0.value.swiftLiteral)" }
            if !constants.isEmpty { arguments.append("constants: [\(constants.joined(separator: ", "))]") }
            let items = form.items.map { text(of: $0, 0, hasArrays) }
            if !items.isEmpty { arguments.append("of: [\(items.joined(separator: ", "))]") }
        case .string: if !form.values.isEmpty { arguments.append(list(form.values)) }
        default: break
        }
        return ".\(form.kind.rawValue)(\(arguments.joined(separator: ", ")))"
    }
}
