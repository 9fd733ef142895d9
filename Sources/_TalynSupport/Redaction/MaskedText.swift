/// A text whose secrets a scanner replaces, from the start to the end.
public struct MaskedText {
    /// The text before any replacement.
    public let bytes: [UInt8]
    private var secrets: [String] = []
    private let original: String
    private var output: [UInt8] = []
    /// The number of bytes that are in the output.
    private var copied = 0

    public init(_ text: String) {
        original = text
        bytes = Array(text.utf8)
    }

    /// Replaces a secret. Its range must be after the ranges of all earlier secrets.
    public mutating func replace(_ secret: String, in range: Range<Int>, with mask: String) {
        secrets.append(secret)
        output.append(contentsOf: bytes[copied..<range.lowerBound])
        output.append(contentsOf: mask.utf8)
        copied = range.upperBound
    }

    /// The text without its secrets, and the secrets.
    public var result: (text: String, secrets: [String]) {
        guard !secrets.isEmpty else { return (original, []) }
        return (String(decoding: output + bytes[copied...], as: UTF8.self), secrets)
    }
}
