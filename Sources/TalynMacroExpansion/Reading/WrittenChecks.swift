#if Macros
extension Problems {
    /// What attributes are for, if that is one member.
    private static let members = [
        "API": "baseURL", "Headers": "headers", "Sample": "sampleData",
        "Validation": "validationType", "Authorization": "authorizationType", "FailureType": "failureType",
        "Options": "requestOptions", "Decoder": "decoder", "Envelope": "envelope", "Encoder": "task",
        "FormEncoder": "task", "Query": "task", "Field": "task", "Part": "task", "Body": "task", "JSON": "task",
        "Form": "task", "Multipart": "task",
    ]

    /// Notes members of the target that are written by hand in some configurations only: they are left out in all.
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
            note(
                "memberInCondition",
                "'\(name)' has to be written by hand in all configurations or in none: put the '#if' into it",
                at: block
            )
        }
    }

    /// Warns of attributes that say nothing, since the member that they are for is written by hand.
    mutating func checkWritten(_ written: Set<String>, by declaration: EnumDeclSyntax) {
        guard !written.isEmpty else { return }
        for attribute in declaration.attributes.all where attribute.name != "API" || !attribute.unlabelled.isEmpty {
            let member = attribute.name == "ResultType" ? "ResultType" : Self.members[attribute.name]
            warn(attribute, member, written)
        }
        for member in declaration.allMembers {
            for attribute in member.declaration.as(EnumCaseDeclSyntax.self)?.attributes.all ?? [] {
                warn(attribute, attribute.name == "ResultType" ? "Calls" : Self.members[attribute.name], written)
            }
        }
    }

    /// Settings of targets: properties, the attributes that set them, and a word in their types.
    private static let settings: [String: (attribute: String, type: String)] = [
        "authorizationType": ("Authorization", "AuthorizationType"),
        "decoder": ("Decoder", "JSONDecoder"),
        "envelope": ("Envelope", "ResponseEnvelope"),
        "failureType": ("FailureType", "DecodableFailure"),
        "headers": ("Headers", "String"),
        "requestOptions": ("Options", "RequestOptions"),
        "sampleData": ("Sample", "Data"),
        "validationType": ("Validation", "ValidationType"),
    ]

    /// Notes properties of a client that look like settings of its target: no call would read them.
    mutating func checkSettings(of declaration: StructDeclSyntax) {
        for variable in declaration.allMembers.compactMap({ $0.declaration.as(VariableDeclSyntax.self) }) {
            guard !variable.isStatic else { continue }
            for binding in variable.bindings {
                let name = binding.pattern.trimmedDescription
                let type = binding.typeAnnotation?.type.trimmedDescription
                guard let setting = Self.settings[name], type?.contains(setting.type) != false else { continue }
                note(
                    "settingOfClient",
                    "calls don't read '\(name)' of the struct: write @\(setting.attribute)(…) before the struct or a "
                        + "function, or give this property another name",
                    at: binding.pattern
                )
            }
        }
    }

    private mutating func warn(_ attribute: Attribute, _ member: String?, _ written: Set<String>) {
        guard let member, written.contains(member) else { return }
        note(
            "writtenByHand",
            "'\(member)' is written by hand, which wins: @\(attribute.name) says nothing",
            at: attribute.node,
            severity: .warning,
            fixIts: attribute.name == "API" ? [] : [.remove(attribute.node)]
        )
    }
}
#endif
