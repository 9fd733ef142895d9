#if Macros
import SwiftSyntax

/// A path with placeholders: `/users/{name}`.
struct PathTemplate {
    enum Piece: Hashable {
        case text(String)
        case placeholder(String)
    }

    struct Placeholder {
        let name: String
        /// The position of its opening brace in the file.
        let position: AbsolutePosition
        /// Whether it comes after a question mark.
        let isInQuery: Bool
    }

    /// A brace that doesn't belong to a placeholder.
    struct StrayBrace: Error {
        /// The offset in the path, in bytes.
        let offset: Int
    }

    let pieces: [Piece]
    let placeholders: [Placeholder]
    let text: String
    let literal: StringLiteralExprSyntax

    /// Reads the text of a path.
    init(_ text: String, literal: StringLiteralExprSyntax) throws(StrayBrace) {
        var pieces: [Piece] = []
        var placeholders: [Placeholder] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let offset = text.utf8.distance(from: text.startIndex, to: brace)
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                throw StrayBrace(offset: offset)
            }
            let name = String(rest[rest.index(after: brace)..<end])
            guard name.isPlaceholder else { throw StrayBrace(offset: offset) }
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            pieces.append(.placeholder(name))
            placeholders.append(
                Placeholder(
                    name: name,
                    position: literal.position(ofByte: offset),
                    isInQuery: text[..<brace].contains("?")
                )
            )
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
        self.placeholders = placeholders
        self.text = text
        self.literal = literal
    }

    func hasPlaceholder(_ name: String) -> Bool {
        placeholders.contains { $0.name == name }
    }
}

extension String {
    fileprivate var isPlaceholder: Bool {
        !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
#endif
