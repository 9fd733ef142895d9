/// Names of files that somebody else has chosen.
enum FileName {
    /// A name that stays in its directory and shows what it is; nil if nothing is left of it.
    static func safe(_ name: String) -> String? {
        // Scalars: a separator with an accent behind it is one still.
        guard let component = name.unicodeScalars.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last else {
            return nil
        }
        let visible = component.filter { !isRemoved($0) }.drop { $0 == "." || $0.properties.isWhitespace }
        let name = String(String.UnicodeScalarView(visible)).trimmingCharacters(in: .whitespaces)
        let shortened = shorten(name).trimmingCharacters(in: .whitespaces)
        return shortened.isEmpty ? nil : shortened
    }

    /// Whether a character has no place in a name: it breaks lines, or turns the text around to show another extension.
    private static func isRemoved(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        default: scalar.properties.isBidiControl
        }
    }

    /// The name, short enough for the usual file systems.
    private static func shorten(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        // What is longer than any extension is none.
        let end = name[dot...].utf8.count <= longestExtension ? dot : name.endIndex
        var stem = name[..<end].unicodeScalars
        var excess = name.utf8.count - longest
        while excess > 0, let last = stem.popLast() { excess -= UTF8.width(last) }
        return String(stem) + name[end...]
    }

    private static let longest = 255
    private static let longestExtension = 32
}
