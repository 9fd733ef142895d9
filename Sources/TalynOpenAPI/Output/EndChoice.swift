/// The event that ends the stream of an operation.
enum EndOfEvents: Equatable {
    /// The stream ends before the event with this data.
    case data(String)
    /// The stream ends after the first event with one of these types.
    case event([String])

    /// The value in Swift.
    var expression: String {
        switch self {
        case .data(let text): ".data(\(text.swiftLiteral))"
        case .event(let types): ".event(\(types.map(\.swiftLiteral).joined(separator: ", ")))"
        }
    }
}

/// The end of an operation's events that a configuration gives.
struct EndChoice {
    let end: EndOfEvents
    /// For messages.
    let file: String
    let line: Int

    init(_ node: Node) throws(GenerationError) {
        file = node.file.name
        line = node.line
        let texts = { (node: Node) in node.text.map { [$0] } ?? node.elements?.compactMap(\.text) ?? [] }
        guard let members = node.members?.list, members.count == 1, let member = members.first else {
            throw Self.error(node)
        }
        switch member.key {
        case "data":
            guard let text = member.node.text else { throw Self.error(node) }
            end = .data(text)
        case "event":
            let types = texts(member.node)
            guard !types.isEmpty, types.count == member.node.elements?.count ?? 1 else { throw Self.error(node) }
            end = .event(types)
        default: throw Self.error(node)
        }
    }

    private static func error(_ node: Node) -> GenerationError {
        node.error(
            "The end of '\(node.key)' is wrong. It must have one of 'data', with a text, and 'event', with types."
        )
    }
}
