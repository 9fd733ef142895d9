import Foundation

extension URLJoining {
    /// What keeps the text from being the URL of a request, as a sentence with the remedy; nil if nothing does.
    ///
    /// Foundation's parser can't be asked: it percent-encodes invalid input instead of refusing it.
    static func problem(of url: String) -> String? {
        if url.isEmpty { return "it is empty; give a URL such as https://example.com/path" }
        if let problem = characterProblem(of: url) { return problem }
        guard URL(string: url) != nil else {
            return "it doesn't parse; check its scheme, host and port"
        }
        return nil
    }

    /// The text without what makes it invalid on purpose, for people.
    static func readable(_ url: String) -> String {
        url.utf8.contains(0) ? url.replacingOccurrences(of: noSegment, with: "") : url
    }

    /// Whether every character is one that a URL can have, and every percent sign starts an escape.
    static func isWellFormed(_ url: String) -> Bool {
        characterProblem(of: url) == nil
    }

    private static func characterProblem(of url: String) -> String? {
        let bytes = url[...].utf8
        var index = bytes.startIndex
        while index != bytes.endIndex {
            let byte = bytes[index]
            let next = bytes.index(after: index)
            if byte == 0 {
                return "a value in its path is empty, '.' or '..', which is no path segment; "
                    + "leave that part of the path out, or check the value before the call"
            }
            if !ASCIISet.url.contains(byte) {
                let offset = bytes.distance(from: bytes.startIndex, to: index)
                let character = url.unicodeScalars[index].escaped(asASCII: true)
                return "it has the character '\(character)' at offset \(offset); percent-encode it"
            }
            if byte == UInt8(ascii: "%"), !PercentEncoding.startsWithTwoHexDigits(bytes[next...]) {
                let offset = bytes.distance(from: bytes.startIndex, to: index)
                return "the percent sign at offset \(offset) starts no escape; write a literal one as %25"
            }
            index = next
        }
        return nil
    }
}
