// Foundation has such functions. FoundationEssentials does not.

extension StringProtocol {
    /// The text without the scalars at both ends for which a condition holds.
    package func trimming(_ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !isTrimmed($0) }),
            let last = scalars.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        return String(self[start...last])
    }

    /// The text without spaces and tabs at both ends.
    package var withoutOuterSpaces: String {
        trimming { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator }
    }

    /// The text without white space and line breaks at both ends.
    package var withoutOuterWhiteSpace: String { trimming { $0.properties.isWhitespace } }

    /// The place of a text, in ASCII letters of any case.
    package func firstRange(ofCaseInsensitive text: String) -> Range<Index>? {
        let wanted = Array(text.lowercased().utf8)
        var start = utf8.startIndex
        while start != utf8.endIndex {
            var index = start
            var matched = 0
            while matched < wanted.count, index != utf8.endIndex {
                let byte = utf8[index]
                let lower = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
                guard lower == wanted[matched] else { break }
                matched += 1
                index = utf8.index(after: index)
            }
            if matched == wanted.count { return start..<index }
            start = utf8.index(after: start)
        }
        return nil
    }
}
