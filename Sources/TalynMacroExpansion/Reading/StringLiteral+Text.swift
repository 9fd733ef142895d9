#if Macros
extension StringLiteralExprSyntax {
    /// The text without quotes and escapes; nil if something is interpolated.
    var text: String? { representedLiteralValue }

    /// Whether the text stands on lines of its own.
    var isMultiline: Bool { openingQuote.tokenKind == .multilineStringQuote }

    /// Where in the file a byte of the text is written, be it a part of an escape; the start of the literal if it
    /// hasn't so many.
    func position(ofByte offset: Int) -> AbsolutePosition {
        var rest = offset
        for case .stringSegment(let segment) in segments {
            var source = segment.content.text[...].unicodeScalars
            while let piece = source.nextPiece(escape: "\\\(openingPounds?.text ?? "")") {
                if rest < max(piece.width, 1) {
                    let before = segment.content.text.utf8.count - String(source).utf8.count
                    return segment.positionAfterSkippingLeadingTrivia.advanced(by: before)
                }
                rest -= piece.width
                source = source.dropFirst(piece.length)
            }
        }
        return positionAfterSkippingLeadingTrivia
    }

    /// The literal with some text before its own.
    func with(prefix: String) -> StringLiteralExprSyntax {
        guard case .stringSegment(let first) = segments.first else { return self }
        return replacing(segment: segments.startIndex, with: prefix + first.content.text)
    }

    /// The literal with a text in the place of another; nil if that one is written otherwise, such as with escapes.
    func replacing(_ old: String, with new: String) -> StringLiteralExprSyntax? {
        for index in segments.indices {
            guard case .stringSegment(let segment) = segments[index], segment.content.text.contains(old) else {
                continue
            }
            return replacing(segment: index, with: segment.content.text.replacing(old, with: new, maxReplacements: 1))
        }
        return nil
    }

    /// The literal with another text that needs no escapes; nil if it has lines of its own.
    func replacing(text: String) -> StringLiteralExprSyntax? {
        isMultiline ? nil : with(\.segments, [.stringSegment(StringSegmentSyntax(content: .stringSegment(text)))])
    }

    /// The literal with another text in a segment, whose indentation and line break stay.
    func replacing(segment index: StringLiteralSegmentListSyntax.Index, with text: String) -> StringLiteralExprSyntax {
        guard case .stringSegment(var segment) = segments[index] else { return self }
        segment.content.tokenKind = .stringSegment(text)
        var segments = segments
        segments[index] = .stringSegment(segment)
        return with(\.segments, segments)
    }
}

extension Substring.UnicodeScalarView {
    /// What stands first in the source of a literal.
    ///
    /// - Returns: How many scalars it takes there, and how many bytes it is in the text; nil at the end.
    fileprivate func nextPiece(escape: String) -> (length: Int, width: Int)? {
        guard let first else { return nil }
        let count = escape.unicodeScalars.count
        guard starts(with: escape.unicodeScalars), let kind = dropFirst(count).first else {
            return (1, UTF8.width(first))
        }
        let behind = dropFirst(count + 1)
        if kind == "u", behind.first == "{", let end = behind.firstIndex(of: "}") {
            let digits = String(behind[behind.startIndex..<end].dropFirst())
            let scalar = UInt32(digits, radix: 16).flatMap(UnicodeScalar.init)
            return (count + 3 + digits.unicodeScalars.count, scalar.map { UTF8.width($0) } ?? 0)
        }
        // An escaped line break is nothing; any other escape is one character of ASCII.
        return (count + 1, kind.properties.isWhitespace ? 0 : 1)
    }
}
#endif
