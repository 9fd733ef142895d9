#if Macros
public import SwiftSyntax
import SwiftSyntaxBuilder
public import SwiftSyntaxMacros

/// The expansion of `@_ClientCall`, which `@Client` adds to each function to generate its body.
public protocol ClientCallExpansion: BodyMacro {}

extension ClientCallExpansion {
    public static var formatMode: FormatMode { .disabled }

    public static func expansion(
        of node: AttributeSyntax,
        providingBodyFor declaration: some DeclSyntaxProtocol & WithOptionalCodeBlockSyntax,
        in context: some MacroExpansionContext
    ) throws -> [CodeBlockItemSyntax] {
        guard let function = declaration.as(FunctionDeclSyntax.self), let attribute = Attribute(.attribute(node)) else {
            return []
        }
        func isTrue(_ label: String) -> Bool { attribute.argument(label)?.trimmedDescription == "true" }
        let all = function.signature.parameterClause.parameters
        let destination = attribute.argument("destination")?.text
        let options = attribute.argument("options")?.text
        let socket = function.attributes.first(named: "WebSocket")
        // The `filter` of the list itself makes copies.
        let ofConversation = socket == nil ? [] : Array(all).filter { $0.labelInConversation != nil }
        let notSent = [destination, options] + ofConversation.map(\.nameInside)
        let parameters = all.filter { $0.placeLabel == nil && !notSent.contains($0.nameInside) }
        let names = parameters.map(\.nameInside)
        let labels = parameters.map { $0.firstName.text == "_" ? nil : $0.firstName.text.withoutBackticks }
        let hasEqualLabels = labels.hasEqualLabels
        var arguments = zip(labels, names).map { label, name in
            label.map { "\((hasEqualLabels ? name : $0).asLabel): \(name.asIdentifier)" } ?? name.asIdentifier
        }
        if !isTrue("hasBaseURL") { arguments.append("baseURL: baseURL") }
        let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
        let type = function.signature.returnClause?.type
        let isOptional = all.first { $0.nameInside == options }?.type.isOptional == true
        let call = EndpointCall(
            target: ".\(attribute.argument("case")?.text ?? function.name.text)\(list)",
            // A parameter with this name shadows the property of the client.
            provider: (names + notSent).contains("provider") ? "self.provider" : "provider",
            destination: destination?.asIdentifier,
            options: options.map { "\($0.asIdentifier)\(isOptional ? " ?? Talyn.RequestOptions()" : "")" },
            pagination: Pagination(function.attributes.first(named: "Paged")),
            conversation: ofConversation.arguments(socket),
            place: all.place,
            location: type.flatMap { context.place(of: $0) }
        )
        let statement = CallResult(type, isForeign: isTrue("decodes")).statement(of: call)
        return Array(CodeBlockItemListSyntax("\(raw: statement.indented)"))
    }
}

extension [FunctionParameterSyntax] {
    /// The arguments of a call over a WebSocket by their labels: those of parameters, and the subprotocols of the attribute.
    fileprivate func arguments(_ attribute: Attribute?) -> [String: String] {
        var arguments = [String: String](
            compactMap { parameter in
                parameter.labelInConversation.map { ($0, parameter.nameInside.asIdentifier) }
            },
            uniquingKeysWith: { first, _ in first }
        )
        if arguments["webSocket"] == nil, let subprotocols = attribute?.subprotocols {
            arguments["webSocket"] = EndpointCall.webSocket(subprotocols.trimmedDescription)
        }
        return arguments
    }
}

extension FunctionParameterSyntax {
    /// The label of the argument that the parameter is in a call over a WebSocket; nil for one that is sent.
    fileprivate var labelInConversation: String? {
        let isSent = attributes.all.contains { EndpointValue.roles.contains($0.name) }
        return isSent || placeLabel != nil ? nil : type.labelInConversation
    }
}
#endif
