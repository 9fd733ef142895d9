public import TalynCore
import _TalynFoundation
import _TalynSupport

/// The value of a `Content-Disposition` field (RFC 6266), of which Talyn reads the file name.
enum ContentDisposition {
    /// The suggested file name; nil without one.
    ///
    /// `filename*` (RFC 8187) wins over `filename`. The parser also accepts invalid values that servers send: names with
    /// spaces and without quotes, names in raw UTF-8, and paths of Windows with plain backslashes. Percent-encoding in a plain
    /// `filename` stays as it is.
    static func fileName(in value: String) -> String? {
        var scanner = FieldValueScanner(value)
        var plain: String?
        var extended: String?
        while true {
            scanner.skip { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: " ") }
            if scanner.isAtEnd { return extended ?? plain }
            switch scanner.parameter(keepsPathOfWindows: true) {
            case ("filename", let value?) where plain == nil: plain = value
            case ("filename*", let value?) where extended == nil: extended = decoded(value)
            default: break
            }
            scanner.skip { $0 != UInt8(ascii: ";") }
        }
    }

    /// Decodes an extended value, such as `UTF-8''%e2%82%ac` (RFC 8187, section 3.2); nil if it is invalid.
    private static func decoded(_ value: String) -> String? {
        let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = PercentEncoding.decoded(parts[2].utf8) else { return nil }
        switch parts[0].lowercased() {
        case "utf-8", "utf8":
            return String(bytes: bytes, encoding: .utf8)
        case "iso-8859-1":
            return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default:
            return nil
        }
    }
}

/// File names that a server or another party has chosen.
enum FileName {
    /// Makes a file name safe; nil if nothing is left of it.
    ///
    /// The result has no separators, no invisible characters, no dot at its start, no dot or space at its end, and at most
    /// 255 bytes, which is the limit of common file systems.
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

    /// Removes dots and spaces at the end, which some file systems drop.
    private static func trimmedAtEnd(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        let end = name.lastIndex { !isDotOrSpace($0) }.map { name.index(after: $0) }
        return name[..<(end ?? name.startIndex)]
    }

    /// Whether a character is invisible, breaks lines, changes the direction of text, or has no meaning.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        // A cell of Braille without dots looks like a space, but is not white space.
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
        }
    }

    /// Shortens the name to the limit of common file systems. The extension stays.
    private static func shortened(_ name: Substring.UnicodeScalarView) -> Substring.UnicodeScalarView {
        var excess = String(name).utf8.count - maximumLength
        guard excess > 0 else { return name }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        // A longer text after the last dot is no extension.
        let end = String(name[dot...]).utf8.count <= maximumExtensionLength ? dot : name.endIndex
        var stem = name[..<end]
        while excess > 0, let last = stem.popLast() { excess -= UTF8.width(last) }
        return stem + name[end...]
    }

    private static let maximumLength = 255
    private static let maximumExtensionLength = 32
}

extension Response {
    /// The file name that the server suggests for the body; nil without one.
    ///
    /// The name comes from the `Content-Disposition` field (RFC 6266), and is safe to use. It is the last component of a path.
    /// It has no control characters and no dots at its start. It has at most 255 bytes in UTF-8. A file with that name can
    /// exist already.
    public var suggestedFilename: String? {
        headerFields[values: .contentDisposition].lazy.compactMap { ContentDisposition.fileName(in: $0) }.first
            .flatMap { FileName.safe($0) }
    }
}
