#if Macros
import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the functions that return the results of an enum's endpoints.
struct CallsWriter {
    let target: String
    let endpoints: [EndpointDeclaration]
    let access: String
    /// The isolation of the enum, with a space after it.
    let isolation: String
    /// The names of the types that the enum declares.
    let ownTypes: Set<String>

    /// A type with a function for each endpoint with `@ResultType`; empty if there is no such endpoint.
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
        // Two parameters can't have the same name.
        let names = endpoint.values.flatMap { [$0.name, $0.label] }
        let hasPlace = !names.contains("fileID") && !names.contains("line")
        if hasPlace {
            parameters += ["fileID: Swift.StaticString = #fileID", "line: Swift.Int = #line"]
        }
        let isShadowed = endpoint.values.contains { $0.name == "provider" }
        let statement = callResult.statement(
            calling: call,
            with: isShadowed ? "self.provider" : "provider",
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
    /// The type as the type of a parameter, where a closure needs `@escaping`.
    fileprivate var escapingType: String {
        let text = type.trimmedDescription
        let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
        let isClosure = base.unwrapped.is(FunctionTypeSyntax.self)
        return isClosure && !isOptional ? "@escaping \(text)" : text
    }
}
#endif
