public import Foundation
import HTTPTypes

#if Crypto
import RawStructuredFieldValues
#endif

/// A hash of content, by which one can tell that it has arrived as it was.
///
/// What people publish beside a download, as in a file named SHA256SUMS:
///
/// ```swift
/// let digest = try ContentDigest(.sha256, hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
/// ```
public struct ContentDigest: Hashable, Sendable {
    /// A hash function: those that RFC 9530 (section 5) has in active use.
    public enum Algorithm: String, Sendable, Codable, CaseIterable {
        /// SHA-256, with 32 bytes.
        case sha256 = "sha-256"
        /// SHA-512, with 64 bytes.
        case sha512 = "sha-512"

        /// How many bytes its hashes have.
        var length: Int {
            switch self {
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    /// Why something is no digest.
    public enum Problem: Error, Sendable, Hashable {
        /// There is something else in it than hexadecimal digits.
        case notHexadecimal
        /// It has another number of bytes than hashes of the algorithm have.
        case wrongLength(Algorithm, actual: Int)
    }

    /// The hash function.
    public let algorithm: Algorithm

    /// The hash.
    public let bytes: Data

    /// Creates a digest of a hash that somebody has computed.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - bytes: The hash: 32 bytes for SHA-256, 64 for SHA-512.
    /// - Throws: ``Problem`` if there are more or fewer.
    public init(_ algorithm: Algorithm, bytes: Data) throws(Problem) {
        guard bytes.count == algorithm.length else { throw .wrongLength(algorithm, actual: bytes.count) }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Creates a digest of hexadecimal digits.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - hex: The digits of the hash, in upper or lower case; white space around them means nothing.
    /// - Throws: ``Problem`` for other characters, and for more or fewer digits.
    public init(_ algorithm: Algorithm, hex: String) throws(Problem) {
        let digits = hex.trimmingCharacters(in: .whitespacesAndNewlines).utf8.map { Self.value(ofDigit: $0) }
        guard !digits.contains(nil), digits.count.isMultiple(of: 2) else { throw .notHexadecimal }
        let bytes = stride(from: 0, to: digits.count, by: 2).map { (digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0) }
        try self.init(algorithm, bytes: Data(bytes))
    }

    private static func value(ofDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

extension ContentDigest: Codable {
    private enum CodingKeys: String, CodingKey {
        case algorithm, bytes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            try values.decode(Algorithm.self, forKey: .algorithm),
            bytes: try values.decode(Data.self, forKey: .bytes)
        )
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The name of the hash function, and the hash in hexadecimal digits.
    public var description: String {
        let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return "\(algorithm.rawValue) \(digits.joined())"
    }
}

extension ContentDigest.Problem: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .notHexadecimal:
            "The digest has something else in it than pairs of hexadecimal digits."
        case .wrongLength(let algorithm, let actual):
            "The digest has \(actual) bytes; one by \(algorithm.rawValue) has \(algorithm.length)."
        }
    }

    public var recoverySuggestion: String? {
        "Copy the digest without the name of the file, and check by which algorithm it is."
    }
}

#if Crypto
extension ContentDigest {
    /// A field in which servers send digests (RFC 9530).
    enum Field: String {
        /// Of the whole representation, whatever part of it is the content.
        case representation = "Repr-Digest"
        /// Of the content, be it only a part of the representation.
        case content = "Content-Digest"
    }

    /// The digests that a response has in a field, at most one for each algorithm.
    ///
    /// Those by other algorithms are left out: RFC 9530 (section 5) deprecates them. A field that is invalid has none.
    static func digests(of field: Field, in fields: HTTPFields) -> [ContentDigest] {
        let value = HTTPField.Name(field.rawValue).map { fields[values: $0].joined(separator: ", ") } ?? ""
        // The parser takes the square of the time for as many members as nobody needs.
        guard !value.isEmpty, value.utf8.count <= longestField else { return [] }
        var parser = StructuredFieldValueParser(Array(value.utf8))
        guard let members = try? parser.parseDictionaryFieldValue() else { return [] }
        return Algorithm.allCases.compactMap { algorithm in
            guard case .item(let item)? = members[algorithm.rawValue],
                case .undecodedByteSequence(let text) = item.rfc9651BareItem, let bytes = Data(base64Encoded: text)
            else { return nil }
            return try? ContentDigest(algorithm, bytes: bytes)
        }
    }

    private static let longestField = 4_096
}
#endif
