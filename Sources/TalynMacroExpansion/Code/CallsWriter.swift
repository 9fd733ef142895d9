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
    /// The result type of the enum, which is that of pages without their own.
    let resultType: String?
    /// The place of a node, as arguments of `#sourceLocation`.
    let place: (Syntax) -> String?

    /// A type with a function for each endpoint with `@ResultType`, `@Paged` or the types of messages; empty if there is no such endpoint.
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
        // `Self` is the enum in the declaration, and `Calls` here.
        let pagination = endpoint.settings.pagination?.namingSelf(target)
        let connection = endpoint.conversation.map {
            "TalynWebSocket.WebSocketConnection<\($0.incoming), \($0.outgoing)>"
        }
        let type = connection ?? endpoint.settings.resultType ?? (pagination == nil ? nil : resultType)
        guard let result = type?.namingSelf(target) else { return nil }
        let callResult = CallResult(TypeSyntax("\(raw: result)"), ownTypes: ownTypes)
        // Two parameters can't have the same name.
        let names = endpoint.values.map(\.name) + endpoint.values.compactMap { $0.label?.withoutBackticks }
        let options = ["options", "requestOptions"].first { !names.contains($0) }
        let hasPlace = pagination == nil && !names.contains("fileID") && !names.contains("line")
        let call = EndpointCall(
            target: endpoint.target,
            provider: endpoint.values.contains { $0.name == "provider" } ? "self.provider" : "provider",
            options: options,
            pagination: pagination,
            conversation: endpoint.subprotocols.map {
                ["webSocket": EndpointCall.webSocket($0.namingSelf(target))]
            } ?? [:],
            place: hasPlace ? "fileID: fileID, line: line" : EndpointCall.unknownPlace,
            location: place(Syntax(endpoint.nameToken))
        )
        var parameters = endpoint.values.map { $0.parameter(of: target) }
        if let options { parameters.append("\(options): Talyn.RequestOptions = Talyn.RequestOptions()") }
        if hasPlace { parameters += ["fileID: Swift.StaticString = #fileID", "line: Swift.Int = #line"] }
        let effects = pagination != nil || callResult.isSequence ? "" : " async throws(Talyn.TalynError)"
        let returned = pagination == nil ? result : "Talyn.PageStream<\(result)>"
        let statement = pagination == nil ? callResult.statement(of: call) : callResult.pagesStatement(of: call)
        let lines = """
            \(endpoint.availability)\(access)func \(endpoint.name)(\(parameters.joined(separator: ", ")))\(effects) -> \(returned) {
            \(statement.indented)
            }
            """
        return endpoint.condition.map { "#if \($0)\n\(lines)\n#endif" } ?? lines
    }
}

extension EndpointDeclaration {
    /// Whether the enum has a function for the endpoint.
    var hasCall: Bool { settings.resultType != nil || settings.pagination != nil || conversation != nil }

    /// The subprotocols of `@WebSocket`, as an expression.
    fileprivate var subprotocols: String? {
        route.flatMap { Attribute(.attribute($0.attribute))?.subprotocols?.trimmedDescription }
    }

    /// The target of a call, with the parameters of its function as values.
    fileprivate var target: String {
        let arguments = values.map { value in
            value.label.map { "\($0.withoutBackticks.asLabel): \(value.reference)" } ?? value.reference
        }
        return ".\(name)" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
    }
}

extension EndpointValue {
    /// The value as a parameter of a function.
    ///
    /// - Parameter target: The name of the enum.
    fileprivate func parameter(of target: String) -> String {
        let label = label?.withoutBackticks
        let own = label == name ? "" : " \(reference)"
        let initial = defaultValue.map { " \($0.trimmedDescription)" } ?? ""
        return "\(label?.asLabel ?? "_")\(own): \(escapingType.namingSelf(target))\(initial.namingSelf(target))"
    }

    /// The type as the type of a parameter, where a closure needs `@escaping`.
    private var escapingType: String {
        let text = type.trimmedDescription
        let base = type.as(AttributedTypeSyntax.self)?.baseType ?? type
        let isClosure = base.unwrapped.is(FunctionTypeSyntax.self)
        return isClosure && !isOptional ? "@escaping \(text)" : text
    }
}
#endif
