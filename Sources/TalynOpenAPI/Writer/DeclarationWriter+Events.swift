extension DeclarationWriter {
    func write(_ cases: [EventCase], _ declaration: Declaration, to writer: inout SourceWriter) {
        let comparison =
            switch conformance {
            case .none: ""
            case .equatable: ", Equatable"
            case .hashable: ", Hashable"
            }
        writer.block("public nonisolated enum \(declaration.name): EventDecodable\(comparison)") { writer in
            for item in cases {
                writer.comment(item.documentation)
                let name = SwiftName.escaped(item.name)
                switch item.data {
                case .none: writer.line("case \(name)")
                case .text: writer.line("case \(name)(String)")
                case .json(let type): writer.line("case \(name)(\(type.swift(in: declaration)))")
                }
            }
            writer.comment(["An event of another type than those of the document."])
            writer.line("case other(ServerSentEvent)")
            writer.line()
            writer.block("public init(event: ServerSentEvent, decoder: JSONDecoder) throws") { writer in
                writer.line("switch event.event {")
                for item in cases {
                    let types = item.types.map(\.swiftLiteral).joined(separator: ", ")
                    writer.line(
                        "case \(types): self = .\(SwiftName.escaped(item.name))\(value(of: item.data, declaration))"
                    )
                }
                writer.line("default: self = .other(event)")
                writer.line("}")
            }
            writeNested(declaration, to: &writer)
        }
    }

    private func value(of data: EventCase.Data, _ declaration: Declaration) -> String {
        switch data {
        case .none: return ""
        case .text: return "(event.data)"
        case .json(let type):
            let coded = type.coded(in: declaration) ?? type.swift(in: declaration)
            return "(\(type.decoded("try event.decode(\(coded).self, using: decoder)")))"
        }
    }
}
