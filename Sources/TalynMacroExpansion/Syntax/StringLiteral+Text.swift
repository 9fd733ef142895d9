#if Macros
import SwiftParser
import SwiftSyntax

extension StringLiteralExprSyntax {
    /// The text without quotes and escapes; nil for a literal with interpolations.
    var text: String? { representedLiteralValue }

    /// Whether the literal has triple quotes.
    var isMultiline: Bool { openingQuote.tokenKind == .multilineStringQuote }

    /// The position in the file of a byte of the text, which may be part of an escape sequence.
    ///
    /// If the text is shorter, this is the start of the literal.
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

    /// The literal with a prefix.
    func with(prefix: String) -> StringLiteralExprSyntax {
        guard case .stringSegment(let first) = segments.first else { return self }
        return replacing(segment: segments.startIndex, with: prefix + first.content.text)
    }

    /// The literal with one text replaced by another; nil if it isn't found, such as because of escapes.
    func replacing(_ old: String, with new: String) -> StringLiteralExprSyntax? {
        for index in segments.indices {
            guard case .stringSegment(let segment) = segments[index], segment.content.text.contains(old) else {
                continue
            }
            return replacing(segment: index, with: segment.content.text.replacing(old, with: new, maxReplacements: 1))
        }
        return nil
    }

    /// The literal with another text that needs no escapes; nil for a literal with triple quotes.
    func replacing(text: String) -> StringLiteralExprSyntax? {
        isMultiline ? nil : with(\.segments, [.stringSegment(StringSegmentSyntax(content: .stringSegment(text)))])
    }

    /// The literal with another text in a segment. The segment keeps its indentation and line break.
    func replacing(segment index: StringLiteralSegmentListSyntax.Index, with text: String) -> StringLiteralExprSyntax {
        guard case .stringSegment(var segment) = segments[index] else { return self }
        segment.content.tokenKind = .stringSegment(text)
        var segments = segments
        segments[index] = .stringSegment(segment)
        return with(\.segments, segments)
    }
}

extension Substring.UnicodeScalarView {
    /// The first character or escape sequence in the source of a literal.
    ///
    /// - Returns: Its length in the source in scalars, and its width in the text in bytes; nil at the end.
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
        // An escaped line break adds no text. Any other escape sequence is one ASCII character.
        return (count + 1, kind.properties.isWhitespace ? 0 : 1)
    }
}
#endif
