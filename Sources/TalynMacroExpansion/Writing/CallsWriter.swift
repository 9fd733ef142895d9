#if Macros
/// Writes the functions that give the results of an enum's endpoints.
struct CallsWriter {
    let target: String
    let endpoints: [EndpointDeclaration]
    let access: String
    /// How the enum is isolated, with a space behind it.
    let isolation: String
    /// The names of the types that the enum declares.
    let ownTypes: Set<String>

    /// A type with a function for each endpoint that names its result; nothing if none does.
    var members: [String] {
        let functions = endpoints.compactMap(function)
        guard !functions.isEmpty else { return [] }
        let body = """
            \(access)let provider: Talyn.Provider<\(target)>

            \(access)init(provider: Talyn.Provider<\(target)> = Talyn.Provider()) {
                self.provider = provider
            }

            \(functions.joined(separator: "\n\n"))
            """
        return ["\(isolation)\(access)struct Calls: Sendable {\n\(body.indented)\n}"]
    }

    private func function(_ endpoint: EndpointDeclaration) -> String? {
        guard let result = endpoint.settings.resultType else { return nil }
        var parameters = endpoint.values.map { value in
            let label = value.label?.withoutBackticks
            let own = label == value.name ? "" : " \(value.reference)"
            let initial = value.defaultValue.map { " \($0.trimmedDescription)" } ?? ""
            return "\(label?.asLabel ?? "_")\(own): \(value.escapingType)\(initial)"
        }
        let arguments = endpoint.values.map { value in
            value.label.map { "\($0.withoutBackticks.asLabel): \(value.reference)" } ?? value.reference
        }
        let call = ".\(endpoint.name)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
        let callResult = CallResult(TypeSyntax("\(raw: result)"), ownTypes: ownTypes)
        // Two parameters can't have one name.
        let names = endpoint.values.flatMap { [$0.name, $0.label] }
        let hasPlace = !callResult.isPlaceless && !names.contains("fileID") && !names.contains("line")
        if hasPlace {
            parameters += ["fileID: Swift.StaticString = #fileID", "line: Swift.Int = #line"]
        }
        let isShadowed = endpoint.values.contains { $0.name == "provider" }
        let statement = callResult.statement(
            calling: call,
            with: isShadowed ? "self.provider" : "provider",
            validates: endpoint.settings.validation != nil,
            place: hasPlace ? "fileID: fileID, line: line" : CallResult.unknownPlace
        )
        let effects = callResult.isSequence ? "" : " async throws(Talyn.TalynError)"
        let lines = """
            \(endpoint.availability)\(access)func \(endpoint.name)(\(parameters.joined(separator: ", ")))\(effects) -> \(result) {
                \(statement)
            }
            """
        return endpoint.condition.map { "#if \($0)\n\(lines)\n#endif" } ?? lines
    }
}

extension EndpointValue {
    /// The type as that of a parameter, where a closure has to be told that it escapes.
    fileprivate var escapingType: String {
        let text = type.trimmedDescription
        let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
        let isClosure = base.unwrapped.is(FunctionTypeSyntax.self) || typeName == "DownloadDestination"
        return isClosure && !isOptional ? "@escaping \(text)" : text
    }
}
#endif
