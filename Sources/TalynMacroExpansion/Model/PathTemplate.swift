#if Macros
/// A path with placeholders, as it is written: `/users/{name}`.
struct PathTemplate {
    enum Piece: Hashable {
        case text(String)
        case placeholder(String)
    }

    let pieces: [Piece]
    let literal: StringLiteralExprSyntax

    var placeholders: [String] {
        pieces.compactMap { if case .placeholder(let name) = $0 { name } else { nil } }
    }

    /// Reads the text of a path.
    ///
    /// - Returns: Nil if a brace is not closed or never opened, or closes a name that is none.
    init?(_ text: String, literal: StringLiteralExprSyntax) {
        var pieces: [Piece] = []
        var rest = text[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else { return nil }
            let name = rest[rest.index(after: brace)..<end]
            guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return nil }
            if brace > rest.startIndex { pieces.append(.text(String(rest[..<brace]))) }
            pieces.append(.placeholder(String(name)))
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        self.pieces = pieces
        self.literal = literal
    }

    /// Where a placeholder stands in the file, for the first or the last time.
    func position(of name: String, last: Bool = false) -> AbsolutePosition {
        literal.position(of: "{\(name)}", last: last)
    }
}

extension StringLiteralExprSyntax {
    /// The text without quotes and escapes; nil if something is interpolated.
    var text: String? { representedLiteralValue }

    /// Where some text stands in the literal; its beginning if it stands there otherwise.
    func position(of text: String, last: Bool = false) -> AbsolutePosition {
        for case .stringSegment(let segment) in segments {
            let ranges = segment.content.text.ranges(of: text)
            if let range = last ? ranges.last : ranges.first {
                let offset = segment.content.text[..<range.lowerBound].utf8.count
                return segment.positionAfterSkippingLeadingTrivia.advanced(by: offset)
            }
        }
        return positionAfterSkippingLeadingTrivia
    }
}
#endif
