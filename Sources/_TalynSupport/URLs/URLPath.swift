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
