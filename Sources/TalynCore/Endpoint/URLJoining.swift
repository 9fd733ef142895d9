import _TalynFoundation
import _TalynSupport

/// Joins a path and a query to a base URL.
enum URLJoining {
    /// The base URL with a path. Exactly one slash stands between them. The query of the base follows the path, and a
    /// fragment is removed.
    static func join(base: String, path: String) -> String {
        if path.isEmpty { return base }
        if ASCIISet.plainURL.containsAll(base.utf8) { return URLPath.join(base, path) }
        let bytes = base.utf8
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return URLPath.join(base, path)
        }
        let query = base[end...].prefix { $0 != "#" }
        return URLPath.join(String(base[..<end]), path) + (query == "?" ? "" : query)
    }

    /// The URL with more pairs at the end of its query, and without its fragment.
    static func append(query: String, to url: String) -> String {
        guard !query.isEmpty else { return url }
        let base = url[..<(url.utf8.firstIndex(of: UInt8(ascii: "#")) ?? url.endIndex)]
        guard let mark = base.utf8.firstIndex(of: UInt8(ascii: "?")) else { return base + "?" + query }
        return base + (base.utf8.index(after: mark) == base.endIndex ? "" : "&") + query
    }

    /// The reason for which the text isn't the URL of a request; nil if it is one.
    ///
    /// Foundation's parser can't tell, since it percent-encodes invalid input.
    static func problem(of url: String) -> String? {
        if url.isEmpty { return "It is empty." }
        if let offset = offsetOfProblem(in: url) {
            let scalar = url.unicodeScalars[url.utf8.index(url.startIndex, offsetBy: offset)]
            return scalar == "%"
                ? "The percent sign at offset \(offset) starts no escape. A literal one is %25."
                : "The character '\(scalar.escaped(asASCII: true))' at offset \(offset) isn't percent-encoded."
        }
        return URL(string: url) == nil ? "Its scheme, host or port is invalid." : nil
    }

    /// Whether each character is allowed in a URL, and each percent sign starts an escape.
    static func isWellFormed(_ url: String) -> Bool {
        offsetOfProblem(in: url) == nil
    }

    /// The offset in UTF-8 of the first character that isn't allowed in a URL, or percent sign that starts no escape.
    private static func offsetOfProblem(in url: String) -> Int? {
        var url = url
        return url.withUTF8 { bytes in
            let allowed = ASCIISet.url
            for (offset, byte) in bytes.enumerated() {
                guard allowed.contains(byte) else { return offset }
                if byte == UInt8(ascii: "%"), PercentEncoding.escapedByte(bytes[(offset + 1)...]) == nil {
                    return offset
                }
            }
            return nil
        }
    }
}

extension ASCIISet {
    /// The characters of a URL without escapes, user information, query and fragment.
    static let plainURL = unreserved.union(ASCIISet("!$&'()*+,;=:/"))

    /// The characters of a URL without escapes, user information and fragment.
    static let plainURLWithQuery = plainURL.union(ASCIISet("?"))
}
