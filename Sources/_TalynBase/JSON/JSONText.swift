#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension UInt8 {
    /// Whether the byte is white space in JSON (RFC 8259, section 2).
    @inlinable public var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
}

extension Data {
    /// Whether the first character that isn't white space begins an object or an array of JSON.
    public var beginsJSONContainer: Bool { first { !$0.isJSONSpace }.map { "{[".utf8.contains($0) } ?? false }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The end of the JSON string that starts at an index, after its quotation mark. Without a mark, the string extends to the
    /// end of the bytes.
    @inlinable public func endOfJSONString(from start: Int) -> Int {
        var end = start + 1
        while end < endIndex, self[end] != UInt8(ascii: "\"") { end += self[end] == UInt8(ascii: "\\") ? 2 : 1 }
        return Swift.min(end + 1, endIndex)
    }
}
