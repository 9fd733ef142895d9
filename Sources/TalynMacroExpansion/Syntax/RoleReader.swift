#if Macros
import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

extension DeclarationReader {
    /// Reads the roles of values from the attributes of an endpoint: `@Header("token", name: "X-Token")`.
    mutating func readRoles(of attributes: AttributeListSyntax, into endpoint: inout EndpointDeclaration) {
        for attribute in attributes.all where EndpointValue.roles.contains(attribute.name) {
            let names = attribute.unlabelled
            if names.isEmpty {
                diagnose(
                    "whichValue",
                    "@\(attribute.name) needs the name of a value, such as @\(attribute.name)(\"name\")",
                    at: attribute.node
                )
            }
            if names.count > 1, let argument = attribute.argument("name") {
                diagnose(
                    "nameOfMany",
                    "'name:' applies to a single value; write an attribute for each value",
                    at: argument
                )
            }
            for name in names {
                guard let text = name.text else {
                    diagnose("valueIsNoLiteral", "the name of a value must be a string literal", at: name)
                    continue
                }
                guard let index = endpoint.values.firstIndex(where: { $0.isCalled(text) }) else {
                    diagnoseUnknownValue(text, name, in: endpoint)
                    continue
                }
                guard endpoint.values[index].role == nil else {
                    diagnose(
                        "valueTwice",
                        "'\(text)' is used twice; send it in one place only",
                        at: name,
                        fixIts: names.count == 1 ? [.remove(attribute.node)] : []
                    )
                    continue
                }
                endpoint.values[index].roleNode = Syntax(name)
                endpoint.values[index].role = role(
                    attribute,
                    of: endpoint.values[index],
                    isOnlyOne: names.count == 1,
                    isSnakeCase: endpoint.settings.coding.isSnakeCase
                )
            }
        }
    }

    private mutating func diagnoseUnknownValue(_ text: String, _ name: ExprSyntax, in endpoint: EndpointDeclaration) {
        let named = endpoint.values.filter(\.isNamed).map(\.name)
        let fixIts = named.map { other in
            FixIt.rewrite("write '\(other)'", name, as: StringLiteralExprSyntax(content: other))
        }
        let known = named.isEmpty ? "no named values" : named.map { "'\($0)'" }.joined(separator: ", ")
        diagnose(
            "unknownValue",
            "'\(endpoint.name.withoutBackticks)' has no value '\(text)'; it has \(known)",
            at: name,
            fixIts: fixIts
        )
    }

    /// The role that an attribute gives a value.
    mutating func role(
        _ attribute: Attribute,
        of value: EndpointValue,
        isOnlyOne: Bool,
        isSnakeCase: Bool
    ) -> EndpointValue.Role? {
        var given: String?
        if isOnlyOne, let argument = attribute.argument("name"), !argument.is(NilLiteralExprSyntax.self) {
            given = attribute.name == "Header" ? fieldName(argument) : argument.text
            if given == nil, attribute.name != "Header" {
                diagnose("nameIsNoLiteral", "a name must be a string literal", at: argument)
            }
        }
        let name = given ?? (isSnakeCase ? value.name.inSnakeCase : value.name)
        switch attribute.name {
        case "Body": return .body
        case "Query": return .query(name: name)
        case "Field": return .field(name: name)
        case "Header":
            let hasName = attribute.argument("name")?.is(NilLiteralExprSyntax.self) == false
            if !hasName, value.name.isHost { diagnoseHost(at: value.place) }
            if !hasName, !value.name.isToken {
                diagnose(
                    "invalidFieldName",
                    "'\(value.name)' can't be the name of a header field; set another one with 'name:'",
                    at: value.place
                )
            }
            return .header(name: given ?? value.name)
        case "Path": return .path(given ?? value.name)
        default:
            return .part(
                name: name,
                fileName: attribute.argument("fileName").map { code(of: $0) },
                contentType: attribute.argument("contentType").map { code(of: $0) }
            )
        }
    }
}

extension EndpointValue {
    /// Whether an attribute or a placeholder with this name refers to the value.
    func isCalled(_ text: String) -> Bool {
        isNamed && name == text
    }
}

extension String {
    /// The name in snake case, as by `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase`.
    var inSnakeCase: String {
        let characters = Array(self)
        var result = ""
        for (index, character) in characters.enumerated() {
            let isFirst = index == 0
            if character.isUppercase, !isFirst {
                let followsLower = !characters[index - 1].isUppercase
                let endsAcronym = index + 1 < characters.count && characters[index + 1].isLowercase
                if followsLower || endsAcronym, characters[index - 1] != "_" { result.append("_") }
            }
            result += character.lowercased()
        }
        return result
    }
}
#endif
