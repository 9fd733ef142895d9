#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Joins a path and a query to a base URL.
enum URLJoining {
    /// The base URL with a path. Exactly one slash stands between them. The query of the base follows the path, and a
    /// fragment is removed.
    static func join(base: String, path: String) -> String {
        if path.isEmpty { return base }
        if ASCIISet.plainURL.containsAll(base.utf8) { return join(base, path) }
        let bytes = base.utf8
        guard let end = bytes.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return join(base, path)
        }
        let query = base[end...].prefix { $0 != "#" }
        return join(String(base[..<end]), path) + (query == "?" ? "" : query)
    }

    private static func join(_ base: String, _ path: String) -> String {
        let slash = UInt8(ascii: "/")
        return switch (base.utf8.last == slash, path.utf8.first == slash) {
        case (true, true): base + path.dropFirst()
        case (false, false): base + "/" + path
        default: base + path
        }
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
        if let problem = characterProblem(of: url) { return problem }
        return URL(string: url) == nil ? "Its scheme, host or port is invalid." : nil
    }

    /// Whether each character is allowed in a URL, and each percent sign starts an escape.
    static func isWellFormed(_ url: String) -> Bool {
        url.utf8.withContiguousStorageIfAvailable { isWellFormed($0) } ?? (characterProblem(of: url) == nil)
    }

    private static func isWellFormed(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let allowed = ASCIISet.url
        for (index, byte) in bytes.enumerated() {
            guard allowed.contains(byte) else { return false }
            if byte == UInt8(ascii: "%") {
                let digits = bytes[(index + 1)...].prefix(2)
                guard digits.count == 2, ASCIISet.hexDigits.containsAll(digits) else { return false }
            }
        }
        return true
    }

    private static func characterProblem(of url: String) -> String? {
        let bytes = url[...].utf8
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            if !ASCIISet.url.contains(byte) {
                let offset = bytes.distance(from: bytes.startIndex, to: index)
                let character = url.unicodeScalars[index].escaped(asASCII: true)
                return "The character '\(character)' at offset \(offset) isn't percent-encoded."
            }
            if byte == UInt8(ascii: "%"), !PercentEncoding.startsWithTwoHexDigits(bytes[next...]) {
                let offset = bytes.distance(from: bytes.startIndex, to: index)
                return "The percent sign at offset \(offset) starts no escape. A literal one is %25."
            }
            index = next
        }
        return nil
    }
}

extension ASCIISet {
    /// The characters of a URL without escapes, user information, query and fragment.
    static let plainURL = unreserved.union(ASCIISet("!$&'()*+,;=:/"))

    /// The characters of a URL without escapes, user information and fragment.
    static let plainURLWithQuery = plainURL.union(ASCIISet("?"))
}
