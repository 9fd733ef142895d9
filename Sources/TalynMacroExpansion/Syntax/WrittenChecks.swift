#if Macros
import SwiftDiagnostics
import SwiftSyntax

extension DeclarationReader {
    /// The members that attributes set.
    private static let members = [
        "API": "baseURL", "Headers": "headerFields", "Sample": "sampleData", "Validation": "validation",
        "Authorization": "authorizationType", "FailureBodyType": "failureBodyType", "Options": "requestOptions",
        "Coding": "coding", "Envelope": "envelope", "JSON": "body", "Form": "body", "Multipart": "body",
        "Query": "query", "Field": "body", "Part": "body", "Body": "body",
    ]

    /// Diagnoses members written by hand in some configurations only. The macro generates them in none.
    mutating func checkConditions(of declaration: EnumDeclSyntax) {
        let wanted = Set(Self.members.values).union(["path", "method", "ResultType", "Calls"])
        for block in declaration.memberBlock.members.compactMap({ $0.decl.as(IfConfigDeclSyntax.self) }) {
            let clauses = block.clauses.map { clause -> Set<String> in
                guard case .decls(let members) = clause.elements else { return [] }
                return members.reduce(into: []) { $0.formUnion($1.decl.writtenNames) }
            }
            let hasElse = block.clauses.last?.condition == nil
            let inAll = hasElse ? clauses.dropFirst().reduce(clauses[0]) { $0.intersection($1) } : []
            let inSome = clauses.reduce(into: Set()) { $0.formUnion($1) }.subtracting(inAll).intersection(wanted)
            guard let name = inSome.min() else { continue }
            diagnose(
                "memberInCondition",
                "write '\(name)' in all configurations or in none, with the '#if' in its body",
                at: block
            )
        }
    }

    /// Warns of attributes without effect, because the member that they set is written by hand.
    mutating func checkWritten(_ written: Set<String>, by declaration: EnumDeclSyntax) {
        guard !written.isEmpty else { return }
        for attribute in declaration.attributes.all where attribute.name != "API" || !attribute.unlabelled.isEmpty {
            let member = attribute.name == "ResultType" ? "ResultType" : Self.members[attribute.name]
            warn(attribute, member, written)
        }
        for member in declaration.allMembers {
            for attribute in member.declaration.as(EnumCaseDeclSyntax.self)?.attributes.all ?? [] {
                let isOfCalls = ["Paged", "ResultType"].contains(attribute.name)
                warn(attribute, isOfCalls ? "Calls" : Self.members[attribute.name], written)
            }
        }
    }

    /// Settings of targets: properties, the attributes that set them, and a part of their types' names.
    private static let settings: [String: (attribute: String, type: String)] = [
        "authorizationType": ("Authorization", "AuthorizationType"),
        "coding": ("Coding", "CodingOptions"),
        "envelope": ("Envelope", "ResponseEnvelope"),
        "failureBodyType": ("FailureBodyType", "Decodable"),
        "headerFields": ("Headers", "HTTPFields"),
        "requestOptions": ("Options", "RequestOptions"),
        "sampleData": ("Sample", "Data"),
        "validation": ("Validation", "StatusValidation"),
    ]

    /// Diagnoses properties of a client that look like settings of its target. Calls don't use them.
    mutating func checkSettings(of declaration: StructDeclSyntax) {
        for variable in declaration.allMembers.compactMap({ $0.declaration.as(VariableDeclSyntax.self) }) {
            guard !variable.isStatic else { continue }
            for binding in variable.bindings {
                let name = binding.pattern.trimmedDescription
                let type = binding.typeAnnotation?.type.trimmedDescription
                guard let setting = Self.settings[name], type?.contains(setting.type) != false else { continue }
                diagnose(
                    "settingOfClient",
                    "calls don't use '\(name)' of the struct; add @\(setting.attribute)(…) to the struct or a function, "
                        + "or rename this property",
                    at: binding.pattern
                )
            }
        }
    }

    private mutating func warn(_ attribute: Attribute, _ member: String?, _ written: Set<String>) {
        guard let member, written.contains(member) else { return }
        // The place of a value counts as long as one of the two is generated.
        let isRole = EndpointValue.roles.contains(attribute.name)
        if isRole, !written.isSuperset(of: ["query", "body"]) { return }
        diagnose(
            "writtenByHand",
            "@\(attribute.name) has no effect, because '\(member)' is written by hand",
            at: attribute.node,
            severity: .warning,
            fixIts: attribute.name == "API" ? [] : [.remove(attribute.node)]
        )
    }
}
#endif
