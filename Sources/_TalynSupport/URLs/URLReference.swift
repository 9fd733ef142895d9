public import _TalynFoundation

extension URL {
    /// Parses a URL or a reference from outside, such as one of a header field, a file or the command line.
    ///
    /// Characters that a URL can't have are percent-encoded. Existing escapes stay as they are: Foundation's parser encodes
    /// their percent signs, too, once one character of the same component is invalid. Dot segments are removed (RFC 3986,
    /// section 5.2.2).
    ///
    /// - Parameters:
    ///   - reference: The text. A relative reference needs a base.
    ///   - base: The URL that the reference is relative to.
    public init?(reference: String, relativeTo base: URL? = nil) {
        guard let url = URL(string: Self.encoded(reference), relativeTo: base)?.absoluteURL else { return nil }
        self = url
    }

    /// The path as it is sent, with its escapes. `URL.path` decodes them, and is empty for escapes that aren't UTF-8.
    public var encodedPath: String {
        let path = path(percentEncoded: true)
        return path.isEmpty ? "/" : path
    }

    private static func encoded(_ reference: String) -> String {
        let bytes = reference.utf8
        var start = bytes.startIndex
        // The authority stays as it is, since Foundation encodes names of hosts in another way.
        let authority = authorityStart(in: bytes)
        if let authority {
            start = bytes[authority...].firstIndex { ASCIISet.authorityEnd.contains($0) } ?? bytes.endIndex
        }
        let fragment = bytes[start...].firstIndex(of: UInt8(ascii: "#")) ?? bytes.endIndex
        let query = bytes[start..<fragment].firstIndex(of: UInt8(ascii: "?")) ?? fragment
        var output = Array(bytes[..<start])
        var path: [UInt8] = []
        PercentEncoding.appendKeepingEscapes(reference[start..<query].utf8, allowed: .urlPath, to: &path)
        output += authority != nil && path.contains(UInt8(ascii: ".")) ? URLPath.removingDotSegments(path) : path
        for part in [bytes[query..<fragment], bytes[fragment...]] {
            // The question mark or the number sign.
            output.append(contentsOf: part.prefix(1))
            PercentEncoding.appendKeepingEscapes(part.dropFirst(), allowed: .urlQuery, to: &output)
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// The start of the authority; nil for a reference without one.
    private static func authorityStart(in bytes: String.UTF8View) -> String.Index? {
        let scheme = bytes.prefix { ASCIISet.scheme.contains($0) }
        var rest = bytes[...]
        if !scheme.isEmpty, bytes[scheme.endIndex...].first == UInt8(ascii: ":") {
            rest = bytes[scheme.endIndex...].dropFirst()
        }
        return rest.starts(with: "//".utf8) ? rest.dropFirst(2).startIndex : nil
    }
}

extension ASCIISet {
    /// The characters of a scheme (RFC 3986, section 3.1).
    fileprivate static let scheme = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.")
}

/// Operations on the paths of URLs.
public enum URLPath {
    /// The base with a path. Exactly one slash stands between them.
    public static func join(_ base: String, _ path: String) -> String {
        let slash = UInt8(ascii: "/")
        return switch (base.utf8.last == slash, path.utf8.first == slash) {
        case (true, true): base + path.dropFirst()
        case (false, false): base + "/" + path
        default: base + path
        }
    }

    /// An absolute path without the segments `.` and `..` (RFC 3986, section 5.2.4).
    ///
    /// - Parameters:
    ///   - path: The path, which starts with a slash or is empty.
    ///   - keepsEmptySegments: Whether several slashes in a row stay. If not, they count as one.
    public static func removingDotSegments(
        _ path: some Collection<UInt8>,
        keepsEmptySegments: Bool = true
    ) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        var kept: [ArraySlice<UInt8>] = []
        var endsWithSlash = false
        for segment in Array(path).split(separator: slash, omittingEmptySubsequences: false).dropFirst() {
            let isParent = segment.elementsEqual("..".utf8)
            if isParent { _ = kept.popLast() }
            endsWithSlash = isParent || segment.elementsEqual(".".utf8) || segment.isEmpty && !keepsEmptySegments
            if !endsWithSlash { kept.append(segment) }
        }
        // A removed segment at the end leaves the slash that stood before it.
        if endsWithSlash { kept.append([]) }
        return kept.reduce(into: []) { $0 += [slash] + $1 }
    }
}
