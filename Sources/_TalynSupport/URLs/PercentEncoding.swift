#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Percent-encoding (RFC 3986, section 2.1).
public enum PercentEncoding {
    /// Appends text, and percent-encodes the bytes outside a set.
    @inlinable public static func append(_ text: some Sequence<UInt8>, allowed: ASCIISet, to output: inout [UInt8]) {
        // Most text needs no escapes, and a copy of the whole is much faster than a loop.
        if allowed.containsAll(text) { return output.append(contentsOf: text) }
        for byte in text { append(byte, allowed: allowed, to: &output) }
    }

    /// Appends text, and percent-encodes the bytes outside a set. Existing escapes stay as they are.
    public static func appendKeepingEscapes(_ text: Substring.UTF8View, allowed: ASCIISet, to output: inout [UInt8]) {
        guard text.contains(UInt8(ascii: "%")) else { return append(text, allowed: allowed, to: &output) }
        var index = text.startIndex
        while index != text.endIndex {
            let byte = text[index]
            index = text.index(after: index)
            if byte == UInt8(ascii: "%"), startsWithTwoHexDigits(text[index...]) {
                output.append(byte)
            } else {
                append(byte, allowed: allowed, to: &output)
            }
        }
    }

    /// Whether the text after a percent sign starts with two hexadecimal digits.
    public static func startsWithTwoHexDigits(_ bytes: Substring.UTF8View) -> Bool {
        let digits = bytes.prefix(2)
        return digits.count == 2 && ASCIISet.hexDigits.containsAll(digits)
    }

    @usableFromInline static func append(_ byte: UInt8, allowed: ASCIISet, to output: inout [UInt8]) {
        if allowed.contains(byte) {
            output.append(byte)
        } else {
            output.append(UInt8(ascii: "%"))
            output.append(hexDigit(byte >> 4))
            output.append(hexDigit(byte & 15))
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}

extension StringProtocol {
    /// The text with its escapes decoded; nil if an escape is incomplete, or if the bytes aren't UTF-8.
    public var percentDecoded: String? {
        guard utf8.contains(UInt8(ascii: "%")) else { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count)
        var rest = Array(utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(bytes: bytes, encoding: .utf8)
    }
}

extension UInt8 {
    /// The value of a hexadecimal digit; nil for another byte.
    fileprivate var hexDigit: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// A set of ASCII characters with fast lookup, for scanning text byte by byte.
public struct ASCIISet: Sendable {
    @usableFromInline let low: UInt64
    @usableFromInline let high: UInt64

    public init(_ characters: StaticString) {
        var low: UInt64 = 0
        var high: UInt64 = 0
        characters.withUTF8Buffer { bytes in
            for byte in bytes {
                if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
            }
        }
        self.init(low: low, high: high)
    }

    private init(low: UInt64, high: UInt64) {
        self.low = low
        self.high = high
    }

    @inlinable public func contains(_ byte: UInt8) -> Bool {
        switch byte {
        case 0..<64: low & (1 << UInt64(byte)) != 0
        case 64..<128: high & (1 << UInt64(byte & 63)) != 0
        default: false
        }
    }

    @inlinable public func containsAll(_ text: some Sequence<UInt8>) -> Bool {
        text.withContiguousStorageIfAvailable { containsAll($0) } ?? text.allSatisfy { contains($0) }
    }

    // A loop, since `allSatisfy` calls a closure for each byte.
    @inlinable func containsAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in bytes where !contains(byte) { return false }
        return true
    }

    /// Whether one of the bytes is in the set.
    @inlinable public func intersects(_ text: some Sequence<UInt8>) -> Bool {
        text.withContiguousStorageIfAvailable { intersects($0) } ?? text.contains { contains($0) }
    }

    @inlinable func intersects(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        for byte in bytes where contains(byte) { return true }
        return false
    }

    public func union(_ other: ASCIISet) -> ASCIISet {
        ASCIISet(low: low | other.low, high: high | other.high)
    }
}

extension ASCIISet {
    /// The unreserved characters of URLs: letters, digits and `-._~` (RFC 3986, section 2.3).
    public static let unreserved = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

    /// The characters of a path: `pchar` and the slash (RFC 3986, section 3.3).
    public static let urlPath = unreserved.union(ASCIISet("!$&'()*+,;=:@/"))

    /// The characters of a query (RFC 3986, section 3.4).
    public static let urlQuery = urlPath.union(ASCIISet("?"))

    /// The characters of a query parameter's name or value, without delimiters.
    public static let urlQueryParameter = unreserved.union(ASCIISet("/?"))

    /// The characters that end an authority (RFC 3986, section 3.2).
    public static let authorityEnd = ASCIISet("/?#")

    /// Hexadecimal digits.
    public static let hexDigits = ASCIISet("0123456789ABCDEFabcdef")

    /// The characters of a token, such as the name of a header field: `tchar` (RFC 9110, section 5.6.2).
    public static let token = ASCIISet("!#$%&'*+-.^_`|~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

    /// The characters of a URL (RFC 3986, appendix A).
    public static let url = urlQuery.union(ASCIISet("#[]%"))
}

/// A parameter of a query or a form, percent-encoded and with `+` for a space.
public struct FormParameter: Sendable {
    /// The parameter as it is written.
    public let text: Substring

    /// The parameters of a query or a form.
    public static func parameters(in text: some StringProtocol) -> [FormParameter] {
        Substring(text).split(separator: "&").map { FormParameter(text: $0) }
    }

    /// The decoded name.
    public var name: String { Self.decoded(text.prefix { $0 != "=" }) }

    /// The decoded value; nil if there is no equals sign.
    public var value: String? {
        text.firstIndex(of: "=").map { Self.decoded(text[$0...].dropFirst()) }
    }

    private static func decoded(_ text: Substring) -> String {
        let text = String(text.replacing("+", with: " "))
        return text.percentDecoded ?? text
    }
}
