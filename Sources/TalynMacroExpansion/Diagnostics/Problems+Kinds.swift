#if Macros
extension Problems {
    /// Notes that a macro stands at a type of another kind.
    mutating func noteWrongKind(of declaration: some DeclGroupSyntax, _ node: AttributeSyntax, wanted: String) {
        let keyword = declaration.introducer
        var fixIts: [FixIt] = []
        let other = wanted == "enum" ? "Client" : "API"
        if (wanted == "enum" && keyword.text == "struct") || (wanted == "struct" && keyword.text == "enum") {
            fixIts.append(.rename(node, to: other))
        }
        let replacement = TokenSyntax.keyword(wanted == "enum" ? .enum : .struct)
        if ["class", "enum", "struct"].contains(keyword.text), declaration.modifiers.allSatisfy(\.isAccess) {
            fixIts.append(.rewrite("write '\(wanted)'", keyword, as: replacement))
        }
        note(
            "wrongKind",
            wanted == "enum"
                ? "@API is for an enum, whose cases are the endpoints; @Client is for a struct with functions"
                : "@Client is for a struct, whose functions are the endpoints; @API is for an enum with cases",
            at: keyword,
            fixIts: fixIts
        )
    }
}
#endif
