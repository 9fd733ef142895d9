#if Macros
import SwiftSyntax

/// A member of a type, with the condition of the `#if` around it.
struct ConditionalMember {
    let declaration: DeclSyntax
    let condition: String?
}

extension DeclGroupSyntax {
    /// All members, including those in `#if` blocks.
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

    /// The names of the members written by hand.
    var writtenMembers: Set<String> {
        var names: Set<String> = []
        for member in allMembers { names.formUnion(member.declaration.writtenNames) }
        return names
    }

    /// The names of the types that the declaration contains.
    var writtenTypes: Set<String> {
        let names = allMembers.compactMap { member -> String? in
            if let alias = member.declaration.as(TypeAliasDeclSyntax.self) { return alias.name.text }
            guard member.declaration.isType else { return nil }
            return member.declaration.asProtocol((any NamedDeclSyntax).self)?.name.text
        }
        return Set(names)
    }

    /// The access modifier of generated members, with a space after it: that of the type.
    func access(in lexicalContext: [Syntax]) -> String {
        if let own = modifiers.access { return own == "public" || own == "package" ? "\(own) " : "" }
        // Members of a public extension are public by default.
        let around = lexicalContext.first?.as(ExtensionDeclSyntax.self)?.modifiers.access
        return around == "public" || around == "package" ? "\(around ?? "") " : ""
    }

    /// Whether only the file can use the type: it or a type around it is private or fileprivate.
    func isOfFile(in lexicalContext: [Syntax]) -> Bool {
        let around = lexicalContext.compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.modifiers }
        return ([modifiers] + around).contains { ["private", "fileprivate"].contains($0.access) }
    }
}

extension DeclGroupSyntax {
    /// The isolation of the type, with a space after it: `nonisolated `, `@MainActor `, or empty.
    ///
    /// A type in a nonisolated type is nonisolated, too. A type in an isolated type has the default of the module.
    func isolation(in lexicalContext: [Syntax]) -> String {
        if let ownIsolation { return ownIsolation }
        let around = lexicalContext.lazy.compactMap { $0.asProtocol((any DeclGroupSyntax).self)?.ownIsolation }
        return around.first == "nonisolated " ? "nonisolated " : ""
    }

    private var ownIsolation: String? {
        if modifiers.contains(where: { $0.name.text == "nonisolated" }) { return "nonisolated " }
        // Only the name distinguishes a global actor from other attributes.
        let actor = attributes.all.first { $0.name.hasSuffix("Actor") }
        return actor.map { "\($0.node.trimmedDescription) " }
    }
}

extension VariableDeclSyntax {
    var isStatic: Bool { modifiers.contains { ["static", "class"].contains($0.name.text) } }
}

extension DeclSyntax {
    /// The names of the instance members and types that the declaration adds to a type.
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
    /// Whether this is an access modifier, but not that of a setter.
    var isAccess: Bool {
        detail == nil && ["public", "package", "internal", "fileprivate", "private", "open"].contains(name.text)
    }
}

extension DeclModifierListSyntax {
    /// The access modifier, ignoring those of setters.
    var access: String? {
        first(where: \.isAccess)?.name.text
    }
}
#endif
