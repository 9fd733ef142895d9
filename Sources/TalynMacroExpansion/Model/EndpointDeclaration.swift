#if Macros
/// An endpoint as it is declared: a case of an enum, or a function of a client.
struct EndpointDeclaration {
    /// The name of the case, with the backticks that it may need.
    var name: String
    /// The name as it is declared.
    let nameToken: TokenSyntax
    /// The condition of the `#if` in which it stands.
    let condition: String?
    var values: [EndpointValue]
    /// Nil for a case whose path is written by hand.
    var verb: Verb?
    var settings = Settings()
    /// The header fields that it has beside those of the type.
    var ownHeaders: [Settings.HeaderField] = []
    /// What is said of its availability, a line for each attribute.
    var availability = ""
    /// The access modifier of a function, with a space behind it; none for one that is internal or less.
    var access = ""

    /// Whether the body is a multipart one: because that was said, or because a value is a part of one.
    var isMultipart: Bool { settings.bodyKind == .multipart || values.contains(where: \.isPart) }

    /// What matches the endpoint and binds some of its values.
    func pattern(binding used: Set<String>) -> String {
        if used.isEmpty { return ".\(name)" }
        let elements = values.map { used.contains($0.name) ? "let \($0.reference)" : "_" }
        return ".\(name)(\(elements.joined(separator: ", ")))"
    }
}
#endif
