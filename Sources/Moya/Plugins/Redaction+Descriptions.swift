import TalynCore
import _TalynSupport

extension Redaction {
    /// Masks the secrets of header fields.
    func headerFields(_ fields: [String: String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: fields.map { ($0.key, value($0.value, ofHeaderField: $0.key)) })
    }

    /// The description of a target or an error without the values after secret names, such as `password: "X"` and `token=X`, and
    /// without the secrets of its URLs.
    ///
    /// A value ends with its quotation mark. One without quotation marks ends with the line, or earlier after an equals sign.
    func masked(_ text: String) -> String {
        var shown = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let sign = rest.firstIndex(where: { $0 == ":" || $0 == "=" }) {
            let isEquals = rest[sign] == "="
            let name = rest[..<sign].split { !Self.isNamePart($0) }.last
            let value = rest[sign...].drop { $0.properties.isWhitespace || $0 == ":" || $0 == "=" }
            shown += rest[..<value.startIndex]
            rest = value
            guard let name, masks(String(name)), !rest.isEmpty else { continue }
            shown += Self.mask.unicodeScalars
            let first = rest.removeFirst()
            if first == "\"" || first == "'" {
                while let next = rest.first, next != first { rest = rest.dropFirst(next == "\\" ? 2 : 1) }
                rest = rest.dropFirst()
            } else {
                rest = rest.drop { isEquals ? !Self.valueEnds.contains($0) : $0 != "\n" }
            }
        }
        return String(shown + rest).mappingURLs { url($0) }
    }

    private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-.[]".unicodeScalars.contains(scalar)
    }

    private static let valueEnds = Set(" \t\r\n,;&\"'<>)]}".unicodeScalars)
}
