#if Macros
import SwiftSyntax

/// An attribute, by name.
struct Attribute {
    /// The names of all attributes that the macros read.
    static let names = Route.names.union(EndpointValue.roles).union([
        "Authorization", "Coding", "Envelope", "FailureBodyType", "Form", "HTTP", "Headers", "JSON", "Multipart",
        "Options", "Paged", "ResultType", "Sample", "Validation",
    ])

    let name: String
    let node: AttributeSyntax

    init?(_ element: AttributeListSyntax.Element) {
        guard case .attribute(let node) = element else { return nil }
        self.node = node
        name = node.name
    }

    /// Whether the attribute sets the method and the path of an endpoint.
    var isRoute: Bool { Route.names.contains(name) || name == "HTTP" }

    var arguments: LabeledExprListSyntax {
        if case .argumentList(let arguments) = node.arguments { arguments } else { [] }
    }

    /// The arguments before the first one with a label.
    var unlabelled: [ExprSyntax] {
        arguments.prefix { $0.label == nil }.map(\.expression)
    }

    /// The argument with this label.
    func argument(_ label: String) -> ExprSyntax? {
        arguments.first { $0.label?.text == label }?.expression
    }
}

extension AttributeSyntax {
    /// The name of the attribute, without the module.
    var name: String {
        TypeSyntax(attributeName).nominalName
    }
}

extension AttributeListSyntax {
    /// The attributes, except those in an `#if`.
    var all: [Attribute] { compactMap { Attribute($0) } }

    func first(named name: String) -> Attribute? {
        all.first { $0.name == name }
    }
}

extension ExprSyntax {
    /// The expression as a string literal, if it is one.
    var literal: StringLiteralExprSyntax? { self.as(StringLiteralExprSyntax.self) }

    /// The text of a literal without interpolations.
    var text: String? { literal?.text }
}
#endif
