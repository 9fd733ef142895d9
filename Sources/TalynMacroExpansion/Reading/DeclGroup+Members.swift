#if Macros
/// A member of a type, and the condition of the `#if` in which it stands.
struct ConditionalMember {
    let declaration: DeclSyntax
    let condition: String?
}

extension DeclGroupSyntax {
    /// All members, those in `#if` blocks too.
    var allMembers: [ConditionalMember] { Self.members(of: memberBlock.members, when: nil) }

    private static func members(of list: MemberBlockItemListSyntax, when condition: String?) -> [ConditionalMember] {
        list.flatMap { item -> [ConditionalMember] in
            guard let block = item.decl.as(IfConfigDeclSyntax.self) else {
                return [ConditionalMember(declaration: item.decl, condition: condition)]
            }
            var earlier: [String] = []
            return block.clauses.flatMap { clause -> [ConditionalMember] in
                let own = clause.condition?.trimmedDescription
                let all = [condition] + earlier.map { "!(\($0))" } + [own]
                if let own { earlier.append(own) }
                guard case .decls(let members) = clause.elements else { return [] }
                let needed = all.compactMap { $0 }
                let joined = needed.count == 1 ? needed[0] : needed.map { "(\($0))" }.joined(separator: " && ")
                return Self.members(of: members, when: joined)
            }
        }
    }

    /// The names of the members that are written by hand.
    var writtenMembers: Set<String> {
        var names: Set<String> = []
        for member in allMembers { names.formUnion(member.declaration.writtenNames) }
        return names
    }

    /// The names of the types that the declaration has.
    var writtenTypes: Set<String> {
        let names = allMembers.compactMap { member -> String? in
            if let alias = member.declaration.as(TypeAliasDeclSyntax.self) { return alias.name.text }
            guard member.declaration.isType else { return nil }
            return member.declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
        }
        return Set(names)
    }

    /// The access of what a macro adds, with a space behind it: that of the type.
    func access(in lexicalContext: [Syntax]) -> String {
        if let own = modifiers.access { return own == "public" || own == "package" ? "\(own) " : "" }
        // What is declared in a public extension is public without saying so.
        let around = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
        return around == "public" || around == "package" ? "\(around ?? "") " : ""
    }
}

extension DeclGroupSyntax {
    /// How the type says it is isolated, with a space behind it: `nonisolated `, `@MainActor `, or nothing.
    ///
    /// Types in a nonisolated type are nonisolated, too. Types in an isolated one have the default of the module.
    func isolation(in lexicalContext: [Syntax]) -> String {
        if let ownIsolation { return ownIsolation }
        let around = lexicalContext.lazy.compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.ownIsolation }
        return around.first == "nonisolated " ? "nonisolated " : ""
    }

    private var ownIsolation: String? {
        if modifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated " }
        // Only its name tells the attribute of a global actor from others.
        let actor = attributes.all.first { $0.name.hasSuffix("Actor") }
        return actor.map { "\($0.node.trimmedDescription) " }
    }
}

extension VariableDeclSyntax {
    var isStatic: Bool { modifiers.contains { ["static", "class"].contains($0.name.text) } }
}

extension DeclSyntax {
    /// The names of what the declaration gives each value of a type, and of types in it.
    var writtenNames: Set<String> {
        if let variable = self.as(VariableDeclSyntax.self) {
            let names = variable.bindings.map { $0.pattern.trimmedDescription.withoutBackticks }
            return variable.isStatic ? [] : Set(names)
        }
        if let alias = self.as(TypeAliasDeclSyntax.self) { return [alias.name.text] }
        if isType, let type = self.asProtocol((any NamedDeclSyntax).self) { return [type.name.text] }
        return self.is(InitializerDeclSyntax.self) ? ["init"] : []
    }

    fileprivate var isType: Bool {
        self.is(StructDeclSyntax.self) || self.is(EnumDeclSyntax.self) || self.is(ClassDeclSyntax.self)
            || self.is(ActorDeclSyntax.self)
    }
}

extension DeclModifierSyntax {
    /// Whether the modifier is one of access, but for that of a setter.
    var isAccess: Bool {
        detail == nil && ["public", "package", "internal", "fileprivate", "private", "open"].contains(name.text)
    }
}

extension DeclModifierListSyntax {
    /// The access modifier, but for those of setters.
    var access: String? {
        first(where: \.isAccess)?.name.text
    }
}
#endif
