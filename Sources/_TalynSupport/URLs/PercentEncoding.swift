import _TalynFoundation

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
            if byte == UInt8(ascii: "%"), escapedByte(text[index...]) != nil {
                output.append(byte)
            } else {
                append(byte, allowed: allowed, to: &output)
            }
        }
    }

    @usableFromInline static func append(_ byte: UInt8, allowed: ASCIISet, to output: inout [UInt8]) {
        if allowed.contains(byte) {
            output.append(byte)
        } else {
            output.append(UInt8(ascii: "%"))
            output.append(UInt8(hexadecimalDigit: byte >> 4, ten: UInt8(ascii: "A")))
            output.append(UInt8(hexadecimalDigit: byte & 15, ten: UInt8(ascii: "A")))
        }
    }

    /// The byte of an escape; nil if the text after a percent sign doesn't start with two hexadecimal digits.
    public static func escapedByte(_ text: some Collection<UInt8>) -> UInt8? {
        var digits = text.makeIterator()
        guard let high = digits.next()?.hexadecimalValue, let low = digits.next()?.hexadecimalValue else { return nil }
        return high << 4 | low
    }

    // The compiler specializes a generic function for the types of other modules only if it is inlinable. So these copy the bytes
    // first, and leave the rest to a function for arrays.

    /// The bytes of a text with its escapes decoded; nil if a percent sign starts no escape.
    @inlinable public static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        decoded(Array(text)) { _ in true }
    }

    /// The bytes of a text with its escapes decoded. A percent sign that starts no escape stays (WHATWG URL, section 1.3).
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - plusIsSpace: Whether a plus sign stands for a space, as in a form (WHATWG URL, section 5.1).
    ///   - isDecoded: Whether to decode the escape of a byte. Other escapes stay.
    @inlinable public static func decodedLeniently(
        _ text: some Collection<UInt8>,
        plusIsSpace: Bool = false,
        where isDecoded: (UInt8) -> Bool = { _ in true }
    ) -> [UInt8] {
        decoded(Array(text), isLenient: true, plusIsSpace: plusIsSpace, where: isDecoded) ?? []
    }

    /// - Parameter isLenient: Whether a percent sign that starts no escape stays. If not, the result is nil then.
    @usableFromInline static func decoded(
        _ text: [UInt8],
        isLenient: Bool = false,
        plusIsSpace: Bool = false,
        where isDecoded: (UInt8) -> Bool
    ) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = text[...]
        if !plusIsSpace, !rest.contains(UInt8(ascii: "%")) { return text }
        output.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                let escaped = escapedByte(rest)
                guard isLenient || escaped != nil else { return nil }
                guard let escaped, isDecoded(escaped) else {
                    output.append(byte)
                    continue
                }
                output.append(escaped)
                rest = rest.dropFirst(2)
            case UInt8(ascii: "+") where plusIsSpace:
                output.append(UInt8(ascii: " "))
            default:
                output.append(byte)
            }
        }
        return output
    }

    @usableFromInline static func decodedText(_ bytes: [UInt8]) -> String? {
        decoded(bytes).flatMap { String(bytes: $0, encoding: .utf8) }
    }
}

extension StringProtocol {
    /// The text with the bytes outside a set percent-encoded.
    @inlinable public func percentEncoded(allowed: ASCIISet) -> String {
        if allowed.containsAll(utf8) { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(utf8.count * 3)
        PercentEncoding.append(utf8, allowed: allowed, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with its escapes decoded; nil if a percent sign starts no escape, or if the bytes aren't UTF-8.
    @inlinable public var percentDecoded: String? {
        utf8.contains(UInt8(ascii: "%")) ? PercentEncoding.decodedText(Array(utf8)) : String(self)
    }

    /// The text with its escapes decoded. A percent sign that starts no escape stays, and invalid UTF-8 becomes U+FFFD.
    @inlinable public var percentDecodedLeniently: String {
        String(decoding: PercentEncoding.decodedLeniently(utf8), as: UTF8.self)
    }

    /// The percent-encoded text with the digits of its escapes in lower case, as some servers write them.
    public var lowercasingEscapes: String {
        let pieces = split(separator: "%", omittingEmptySubsequences: false)
        return pieces.enumerated().map { index, piece in
            index == 0 ? String(piece) : piece.prefix(2).lowercased() + piece.dropFirst(2)
        }.joined(separator: "%")
    }

    /// The text that a form encodes. A percent sign that starts no escape stays, and invalid UTF-8 becomes U+FFFD (WHATWG URL,
    /// section 5.1).
    @inlinable public var formDecoded: String {
        String(decoding: PercentEncoding.decodedLeniently(utf8, plusIsSpace: true), as: UTF8.self)
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

    /// The characters that a form doesn't escape: the ones outside the percent-encode set of forms (WHATWG URL, section 1.3).
    public static let formText = ASCIISet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789*-._")

    /// The characters that end an authority (RFC 3986, section 3.2).
    public static let authorityEnd = ASCIISet("/?#")

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
    @inlinable public static func parameters(in text: some StringProtocol) -> [FormParameter] {
        parameters(inPart: Substring(text))
    }

    @usableFromInline static func parameters(inPart text: Substring) -> [FormParameter] {
        text.split(separator: "&").map { FormParameter(text: $0) }
    }

    /// The decoded name.
    public var name: String { Self.decoded(text.prefix { $0 != "=" }) }

    /// The decoded value; nil if there is no equals sign.
    public var value: String? {
        text.firstIndex(of: "=").map { Self.decoded(text[$0...].dropFirst()) }
    }

    /// The value as it is written, with `%20` for a space; empty without an equals sign.
    public var encodedValue: String {
        String(text.drop { $0 != "=" }.dropFirst().replacing("+", with: "%20"))
    }

    private static func decoded(_ text: Substring) -> String {
        let text = String(text.replacing("+", with: " "))
        return text.percentDecoded ?? text
    }
}

extension String {
    /// The parameters of the URL's query.
    public var queryParameters: [FormParameter] {
        FormParameter.parameters(in: prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst())
    }
}
