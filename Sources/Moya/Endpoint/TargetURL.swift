import Foundation
import TalynCore
import _TalynSupport

/// Joins the text of a path to a base URL.
enum TargetURL {
    static func join(base: String, path: String) -> String {
        if path.isEmpty { return base }
        // Most have no characters to escape, to split or to remove.
        if ASCIISet.plainBase.containsAll(base.utf8), ASCIISet.plainPath.containsAll(path.utf8) {
            return URLPath.join(base, path)
        }
        if let (authority, rest) = splitAbsolute(path) { return join(base: authority, path: rest) }

        var prefix = base[...]
        if let fragment = prefix.utf8.firstIndex(of: UInt8(ascii: "#")) {
            prefix = prefix[..<fragment]  // A fragment is never sent, and belongs only to the base (section 5.2.2).
        }
        var queries: [Substring] = []
        if let mark = prefix.utf8.firstIndex(of: UInt8(ascii: "?")) {
            queries.append(prefix[prefix.utf8.index(after: mark)...])
            prefix = prefix[..<mark]
        }
        var segments = path[...]
        if let mark = segments.utf8.firstIndex(of: UInt8(ascii: "?")) {
            queries.append(segments[segments.utf8.index(after: mark)...])
            segments = segments[..<mark]
        }

        var output: [UInt8] = []
        output.reserveCapacity(base.utf8.count + path.utf8.count + 8)
        output.append(contentsOf: prefix.utf8)
        appendPath(segments, to: &output)
        appendQueries(queries, to: &output)
        return String(decoding: output, as: UTF8.self)
    }

    private static func appendPath(_ segments: Substring, to output: inout [UInt8]) {
        guard let first = segments.utf8.first else { return }
        let slash = UInt8(ascii: "/")
        switch (output.last == slash, first == slash) {
        case (true, true): output.removeLast()
        case (false, false): output.append(slash)
        default: break
        }
        PercentEncoding.appendKeepingEscapes(segments.utf8, allowed: .joinedPath, to: &output)
        let hasDots = segments.utf8.contains(UInt8(ascii: "."))
        // A dot segment could remove the segment that makes the URL invalid.
        if hasDots, !segments.utf8.contains(0) { removeDotSegments(from: &output) }
    }

    private static func appendQueries(_ queries: [Substring], to output: inout [UInt8]) {
        var separator = UInt8(ascii: "?")
        for query in queries where !query.isEmpty {
            output.append(separator)
            PercentEncoding.appendKeepingEscapes(query.utf8, allowed: .joinedQuery, to: &output)
            separator = UInt8(ascii: "&")
        }
    }

    /// A URL without the `.` and `..` segments of its path (RFC 3986, section 5.2.4). Nil for a URL without them.
    static func removingDotSegments(of url: String) -> String? {
        guard url.utf8.contains(UInt8(ascii: ".")) else { return nil }
        let end = url.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
        let whole = Array(url.utf8[..<end])
        var path = whole
        removeDotSegments(from: &path)
        return path == whole ? nil : String(decoding: path, as: UTF8.self) + url[end...]
    }

    /// Removes `.` and `..` segments from the path of a URL without query and fragment (RFC 3986, section 5.2.4).
    private static func removeDotSegments(from url: inout [UInt8]) {
        let start = pathStart(of: url)
        url = url[..<start] + URLPath.removingDotSegments(url[start...])
    }

    /// The index at which the path begins: the first slash after the authority, or the end.
    private static func pathStart(of url: [UInt8]) -> Int {
        let slash = UInt8(ascii: "/")
        var index = 0
        if let colon = url.firstIndex(of: UInt8(ascii: ":")), url[(colon + 1)...].starts(with: [slash, slash]) {
            index = colon + 3
        }
        return url[index...].firstIndex(of: slash) ?? url.count
    }

    /// The parts of an absolute URL, such as `https://example.com` and `/users`, or nil for a path.
    ///
    /// Stricter than RFC 3986, where `users:search` is a URL too. Here it is a segment of a path.
    private static func splitAbsolute(_ path: String) -> (authority: String, rest: String)? {
        guard let colon = path.utf8.firstIndex(of: UInt8(ascii: ":")), let first = path.utf8.first,
            path.utf8[colon...].starts(with: "://".utf8),
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20),
            ASCIISet.scheme.containsAll(path.utf8[..<colon])
        else { return nil }
        let afterSlashes = path.utf8.index(colon, offsetBy: 3)
        let end = path.utf8[afterSlashes...].firstIndex { ASCIISet.authorityEnd.contains($0) } ?? path.endIndex
        let rest = path[end...].prefix { $0 != "#" }
        return (String(path[..<end]), String(rest))
    }
}

extension ASCIISet {
    /// The characters of a scheme after its first letter (RFC 3986, section 3.1).
    fileprivate static let scheme = ASCIISet(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-."
    )

    /// The characters of a base URL without query, fragment and escapes.
    fileprivate static let plainBase = urlPath.union(ASCIISet("[]"))

    /// The characters of a path without query and escapes, and without dots and colons, which can have a meaning.
    fileprivate static let plainPath = ASCIISet(
        "/ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~!$&'()*+,;=@"
    )

    /// The characters of a path and of a query that stay unescaped.
    fileprivate static let joinedPath = urlPath.union(ASCIISet("\0"))
    fileprivate static let joinedQuery = urlQuery.union(ASCIISet("\0"))
}
