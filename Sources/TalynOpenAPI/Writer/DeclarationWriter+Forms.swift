extension DeclarationWriter {
    func write(_ fields: [MultipartField], _ declaration: Declaration, to writer: inout SourceWriter) {
        writer.block("public nonisolated struct \(declaration.name): Sendable") { writer in
            for field in fields {
                writer.comment(field.documentation)
                let type = field.type.swift(in: declaration) + (field.isRequired ? "" : "?")
                if field.isDeprecated { writer.line(Self.deprecation) }
                let storage = field.isDeprecated ? field.storage : nil
                write(SwiftName.escaped(field.name), type, storedIn: storage, false, to: &writer)
            }
            for field in fields {
                for header in field.headers {
                    let text = "The header field `\(header.wireName)` of the part `\(field.wireName)`."
                    writer.comment(header.documentation.isEmpty ? [text] : header.documentation)
                    writer.line("public var \(SwiftName.escaped(header.name)): String?")
                }
            }
            writer.line()
            let headers = fields.flatMap(\.headers).map { SwiftName.escaped($0.name) }
            let parameters =
                fields.map { field in
                    let type = field.type.swift(in: declaration)
                    return "\(SwiftName.escaped(field.name)): \(type)\(field.isRequired ? "" : "? = nil")"
                } + headers.map { "\($0): String? = nil" }
            writer.block("public init(\(parameters.joined(separator: ", ")))") { writer in
                for field in fields { writer.line("self.\(field.storage) = \(SwiftName.escaped(field.name))") }
                for header in headers { writer.line("self.\(header) = \(header)") }
            }
            writer.line()
            writer.comment(["The parts of the body."])
            writer.block("public var parts: MultipartForm") { writer in
                writer.line("var form = MultipartForm()")
                for field in fields {
                    let value = field.type.encoded("self.\(field.storage)", isRequired: field.isRequired)
                    let isFile = if case .binary = field.type.element ?? field.type { true } else { false }
                    let type = field.contentType.map { ", as: \($0.swiftLiteral)" } ?? ""
                    let style = isFile || field.style == "json" ? "" : field.style.map { ", style: .\($0)" } ?? ""
                    let label = isFile ? "" : "value: "
                    let items = field.headers.map {
                        ".field(\($0.wireName.swiftLiteral), self.\(SwiftName.escaped($0.name)))"
                    }
                    let headers = items.isEmpty ? "" : ", headers: [\(items.joined(separator: ", "))]"
                    writer.line("form.add(\(field.wireName.swiftLiteral), \(label)\(value)\(type)\(style)\(headers))")
                }
                writer.line("return form")
            }
            writeNested(declaration, to: &writer)
        }
    }
}

extension MultipartField {
    /// The stored property: a private one for a deprecated field, whose use would be a warning in the generated code.
    fileprivate var storage: String { isDeprecated ? "_\(name)" : SwiftName.escaped(name) }
}
