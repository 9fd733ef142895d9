// Foundation has such functions. FoundationEssentials does not.

extension StringProtocol {
    /// The text without the scalars at both ends for which a condition holds.
    @inlinable public func trimming(_ isTrimmed: (Unicode.Scalar) -> Bool) -> String {
        let scalars = unicodeScalars
        guard let start = scalars.firstIndex(where: { !isTrimmed($0) }),
            let last = scalars.lastIndex(where: { !isTrimmed($0) })
        else { return "" }
        // No copy if there is nothing to remove.
        let isWhole = start == scalars.startIndex && scalars.index(after: last) == scalars.endIndex
        return isWhole ? String(self) : String(self[start...last])
    }

    /// The text without spaces and tabs at both ends.
    @inlinable public var withoutOuterSpaces: String {
        trimming { $0 == "\t" || $0.properties.generalCategory == .spaceSeparator }
    }

    /// The text without white space and line breaks at both ends.
    @inlinable public var withoutOuterWhiteSpace: String { trimming { $0.properties.isWhitespace } }
}

extension String {
    /// The text with a full stop, so that other sentences can follow.
    public var withFullStop: String {
        guard let last else { return self }
        return ".!?…".contains(last) ? self : self + "."
    }
}
