import TalynCore
import _TalynFoundation
import _TalynSupport

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto
import Crypto
#endif

/// The version of a file on a server, so that a later request can ask for the rest of the same version.
struct FileVersion: Codable, Hashable, Sendable {
    /// A salted hash of the method and the URL of the request for the file; see ``identity(of:like:)``.
    var request: String
    /// The value for the `If-Range` field; nil if the server sent nothing that identifies the version.
    var validator: String?
    /// The length of the whole file in bytes; nil if it isn't known.
    var length: Int64?
    /// The digests of the whole file by the names of their algorithms.
    private var hashes: [String: Data] = [:]

    /// The digests of the whole file.
    var digests: [ContentDigest] {
        get {
            ContentDigest.Algorithm.allCases.compactMap { algorithm in
                hashes[algorithm.rawValue].flatMap { try? ContentDigest(algorithm, bytes: $0) }
            }
        }
        set { hashes = Dictionary(newValue.map { ($0.algorithm.rawValue, $0.bytes) }, uniquingKeysWith: { $1 }) }
    }

    init(of request: String) {
        self.request = request
    }

    /// The version of a file that a response has whole. Fields of a compressed response describe other bytes, and are ignored.
    init(of request: String, in fields: HTTPFields) {
        self.init(of: request)
        guard !fields.isPacked else { return }
        if fields[.acceptRanges]?.lowercased() != "none" { validator = Self.validator(in: fields) }
        length = fields.contentLength
        digests = Self.digests(in: fields, areOfPart: false)
    }

    /// Adds the length and the digests that a response with a part of the same version has.
    mutating func learn(_ fields: HTTPFields, length: Int64?) {
        self.length = self.length ?? length
        let news = Self.digests(in: fields, areOfPart: true)
        digests.removeAll { digest in news.contains { $0.algorithm == digest.algorithm } }
        digests += news
    }

    /// Whether the fields of a response with a part name another version, or none.
    func isContradicted(by fields: HTTPFields) -> Bool {
        guard let validator else { return true }
        let isDate = HTTPDate.date(validator, at: { .distantPast }) != nil
        // A 206 has the `ETag` that a 200 would have (RFC 9110, section 15.3.7). A server without the field may have ignored
        // `If-Range`.
        let given = isDate ? fields[.lastModified] : fields[.eTag]
        return given?.hasSameBytes(as: validator) != true
    }

    /// A salted hash of a request. The note of a version must not reveal the secrets of a URL, and URLs that differ only in a
    /// secret are different files.
    ///
    /// - Parameter other: The identity to compare with, whose salt is used again; nil for a new salt.
    static func identity(of request: String, like other: String?) -> String {
        let salt =
            other?.split(separator: "-").first.map { String($0) } ?? String(UInt64.random(in: 0...(.max)), radix: 16)
        #if canImport(CryptoKit) || Crypto
        let hash = SHA256.hash(data: Data("\(salt) \(request)".utf8)).hexadecimal
        #else
        let hash = String("\(salt) \(request)".hash64, radix: 16)
        #endif
        return "\(salt)-\(hash)"
    }

    /// A strong entity tag. Without any tag, a strong date (RFC 9110, section 13.1.5).
    private static func validator(in fields: HTTPFields) -> String? {
        if let tag = fields[.eTag] {
            let isQuoted = tag.utf8.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
            // Some servers send tags without quotes, and accept them in the same form.
            let isBare = !tag.isEmpty && !tag.hasPrefix("W/") && !tag.contains("\"")
            return (isQuoted || isBare) && tag.isPlain ? tag : nil
        }
        // A file that changed in the second of its response can have changed again in that second (RFC 9110, section 8.8.2.2).
        guard let modified = fields[.lastModified], let sent = fields[.date],
            let modification = HTTPDate.date(modified, at: { Date() }),
            let sending = HTTPDate.date(sent, at: { Date() }),
            modified.isPlain, sending.timeIntervalSince(modification) >= 1
        else { return nil }
        return modified
    }

    private static func digests(in fields: HTTPFields, areOfPart: Bool) -> [ContentDigest] {
        guard FileDigest.isAvailable else { return [] }
        let digests = ContentDigest.digests(of: .representation, in: fields)
        return digests.isEmpty && !areOfPart ? ContentDigest.digests(of: .content, in: fields) : digests
    }
}

extension String {
    /// Whether a header field can carry the text unchanged.
    fileprivate var isPlain: Bool { utf8.allSatisfy { 0x20...0x7E ~= $0 } }
}

extension HTTPFields {
    /// Whether the content is compressed. The transport decompresses it, so the fields count other bytes than arrive.
    var isPacked: Bool {
        self[.contentEncoding].map { $0.lowercased() != "identity" } ?? false
    }
}

/// Computes the digests of files.
enum FileDigest {
    /// Whether this build can compute digests.
    static var isAvailable: Bool {
        #if canImport(CryptoKit) || Crypto
        true
        #else
        false
        #endif
    }

    /// Reads a file from its start, and compares its digests with the expected ones. Does nothing in a build without digests.
    ///
    /// - Throws: ``BodyError/digestMismatch(expected:actual:)`` for the first digest that differs.
    static func check(_ file: OpenFile, against digests: [ContentDigest]) async throws {
        #if canImport(CryptoKit) || Crypto
        guard !digests.isEmpty else { return }
        var (sha256, sha512) = (SHA256(), SHA512())
        let algorithms = Set(digests.map(\.algorithm))
        try await FileWork.run { try file.seek(to: 0) }
        while true {
            try Task.checkCancellation()
            let chunk = try await FileWork.run { try file.read(4 * FileWork.chunkSize) }
            if chunk.isEmpty { break }
            if algorithms.contains(.sha256) { sha256.update(data: chunk) }
            if algorithms.contains(.sha512) { sha512.update(data: chunk) }
        }
        for expected in digests {
            let bytes =
                switch expected.algorithm {
                case .sha256: Data(sha256.finalize())
                case .sha512: Data(sha512.finalize())
                }
            guard bytes != expected.bytes else { continue }
            throw BodyError.digestMismatch(
                expected: expected.description,
                actual: try ContentDigest(expected.algorithm, bytes: bytes).description
            )
        }
        #endif
    }
}
