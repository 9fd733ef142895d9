import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A hash of content, to verify that it arrived unchanged.
///
/// Websites publish such hashes beside downloads, for example in a file named `SHA256SUMS`:
///
/// ```swift
/// let digest = try ContentDigest(.sha256, hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
/// ```
public struct ContentDigest: Hashable, Sendable {
    /// A hash function. These are the active ones of RFC 9530 (section 5).
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Algorithm: String, Sendable, CaseIterable {
        /// SHA-256, with 32 bytes.
        case sha256 = "sha-256"
        /// SHA-512, with 64 bytes.
        case sha512 = "sha-512"

        /// The length of a hash in bytes.
        var length: Int {
            switch self {
            case .sha256: 32
            case .sha512: 64
            }
        }
    }

    /// An error for an invalid digest.
    enum Problem: Error, Sendable, Hashable {
        /// The text has other characters than pairs of hexadecimal digits.
        case notHexadecimal
        /// The digest doesn't have the length of the algorithm's hashes.
        case wrongLength(Algorithm, actual: Int)
    }

    /// The hash function.
    let algorithm: Algorithm

    /// The hash.
    let bytes: Data

    /// Creates a digest from the bytes of a hash.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - bytes: The hash: 32 bytes for SHA-256, 64 for SHA-512.
    /// - Throws: An error for another number of bytes.
    public init(_ algorithm: Algorithm, bytes: Data) throws {
        guard bytes.count == algorithm.length else { throw Problem.wrongLength(algorithm, actual: bytes.count) }
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// Creates a digest from hexadecimal digits.
    ///
    /// - Parameters:
    ///   - algorithm: The hash function.
    ///   - hex: The digits of the hash. Case and surrounding white space don't matter.
    /// - Throws: An error for other characters or another number of digits.
    public init(_ algorithm: Algorithm, hex: String) throws {
        guard let bytes = [UInt8](hexadecimal: hex.withoutOuterWhiteSpace) else { throw Problem.notHexadecimal }
        try self.init(algorithm, bytes: Data(bytes))
    }
}

extension ContentDigest: CustomStringConvertible {
    /// The name of the hash function and the hash in hexadecimal digits.
    public var description: String {
        "\(algorithm.rawValue) \(bytes.hexadecimal)"
    }
}

extension ContentDigest.Problem: DescribedError {
    public var problem: String {
        switch self {
        case .notHexadecimal:
            "The digest has other characters than pairs of hexadecimal digits."
        case .wrongLength(let algorithm, let actual):
            "The digest has \(actual) bytes instead of \(algorithm.length), the length of a \(algorithm.rawValue) digest."
        }
    }

    public var recovery: String? {
        "Copy the digest without the file name, and check its algorithm."
    }
}

extension ContentDigest {
    /// A header field for digests (RFC 9530).
    enum Field: String {
        /// The digest of the whole representation, even if the content is a part of it.
        case representation = "Repr-Digest"
        /// The digest of the content.
        case content = "Content-Digest"
    }

    /// The digests in a field of a response, at most one for each algorithm.
    ///
    /// Omits deprecated algorithms (RFC 9530, section 5). An invalid field has no digests.
    static func digests(of field: Field, in fields: HTTPFields) -> [ContentDigest] {
        let value = HTTPField.Name(field.rawValue).map { fields[values: $0].joined(separator: ", ") } ?? ""
        guard let members = StructuredField.dictionary(value) else { return [] }
        return Algorithm.allCases.compactMap { algorithm in
            guard case .item(let item)? = members[algorithm.rawValue], case .bytes(let bytes) = item.value else {
                return nil
            }
            return try? ContentDigest(algorithm, bytes: bytes)
        }
    }
}
