#if Macros
import Foundation
import SwiftSyntax

/// A path with placeholders: `/users/{name}`.
///
/// A placeholder with a plus sign, such as `{+file}`, takes escaped text with any number of segments, as in RFC 6570.
struct PathTemplate {
    enum Piece: Hashable {
        case text(String)
        case placeholder(String, isEscaped: Bool)
    }

    /// A query parameter with a constant value.
    struct Parameter: Hashable {
        let name: String
        let value: String
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

    /// The pieces of the path, without the query.
    let pieces: [Piece]
    /// The query parameters after a question mark.
    let parameters: [Parameter]
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
            let content = rest[rest.index(after: brace)..<end]
            let isEscaped = content.first == "+"
            let name = String(isEscaped ? content.dropFirst() : content)
            guard name.isPlaceholder else { throw StrayBrace(offset: offset) }
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            pieces.append(.placeholder(name, isEscaped: isEscaped))
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
        self.pieces = pieces.beforeQuery
        // A placeholder in the query has a diagnostic of its own.
        self.parameters = text.parameters.filter { !$0.value.contains("{") }
        self.placeholders = placeholders
        self.text = text
        self.literal = literal
    }

    func hasPlaceholder(_ name: String) -> Bool {
        placeholders.contains { $0.name == name }
    }
}

extension [PathTemplate.Piece] {
    /// The pieces before a question mark.
    fileprivate var beforeQuery: [PathTemplate.Piece] {
        var result: [PathTemplate.Piece] = []
        for piece in self {
            guard case .text(let text) = piece, let mark = text.firstIndex(of: "?") else {
                result.append(piece)
                continue
            }
            if mark > text.startIndex { result.append(.text(String(text[..<mark]))) }
            break
        }
        return result
    }
}

extension String {
    /// The parameters of the query, decoded as a form.
    fileprivate var parameters: [PathTemplate.Parameter] {
        guard let mark = firstIndex(of: "?") else { return [] }
        return self[index(after: mark)...].split(separator: "&").map { pair in
            let name = pair.prefix { $0 != "=" }
            let value = pair.dropFirst(name.count + 1)
            return PathTemplate.Parameter(name: String(name).formDecoded, value: String(value).formDecoded)
        }
    }

    private var formDecoded: String {
        let text = replacing("+", with: " ")
        return text.removingPercentEncoding ?? text
    }

    fileprivate var isPlaceholder: Bool {
        !isEmpty && allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    }
}
#endif
