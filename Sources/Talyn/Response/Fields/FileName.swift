/// Names of files that a server or another party has chosen.
enum FileName {
    /// A name that stays in its directory and shows what it is; nil if nothing is left of it.
    ///
    /// The name has no separators, no invisible characters, no dot at its start, no dot or space at its end, and no more
    /// than 255 bytes, which is the limit of the usual file systems.
    static func safe(_ name: String) -> String? {
        // Scalars: a separator with an accent after it is still a separator.
        guard let component = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else {
            return nil
        }
        let visible = component.filter { !isInvisible($0) }
        let trimmed = trimmedAtEnd(visible.drop { isDotOrSpace($0) })
        let shortened = trimmedAtEnd(shortened(trimmed))
        return shortened.isEmpty ? nil : String(shortened)
    }

    private static func isDotOrSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "." || scalar.properties.isWhitespace
    }

    /// The name without dots and spaces at its end, which some file systems leave out.
    private static func trimmedAtEnd(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let end = name.lastIndex { !isDotOrSpace($0) }.map { name.index(after: $0) }
        return name[..<(end ?? name.startIndex)]
    }

    /// Whether a character shows nothing, breaks lines, turns text around, or means something to nobody.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        // A cell of Braille without dots looks like a space, but is not white space.
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
        }
    }

    /// The name, short enough for the usual file systems.
    private static func shortened(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var excess = String(name).utf8.count - longest
        guard excess > 0 else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        // What is longer than any extension is none.
        let end = String(name[dot...]).utf8.count <= longestExtension ? dot : name.endIndex
        var stem = name[..<end]
        while excess > 0, let last = stem.popLast() { excess -= UTF8.width(last) }
        return stem + name[end...]
    }

    private static let longest = 255
    private static let longestExtension = 32
}
