import Foundation

#if canImport(CryptoKit)
import CryptoKit
#elseif Crypto && os(Linux)
import Crypto
#endif

/// Computes the digests of files.
enum FileDigest {
    /// Whether there is something to compute them with.
    static var isAvailable: Bool {
        #if canImport(CryptoKit) || (Crypto && os(Linux))
        true
        #else
        false
        #endif
    }

    /// Reads a file from its start, and compares its digests with others. Does nothing if they can't be computed.
    ///
    /// - Throws: ``BodyError/digestMismatch(expected:actual:)`` for the first that is another.
    static func check(_ file: OpenFile, against digests: [ContentDigest]) async throws {
        #if canImport(CryptoKit) || (Crypto && os(Linux))
        guard !digests.isEmpty else { return }
        var (sha256, sha512) = (SHA256(), SHA512())
        let algorithms = Set(digests.map(\.algorithm))
        try await FileWork.run { () throws(BodyError) in try file.seek(to: 0) }
        while true {
            try Task.checkCancellation()
            let chunk = try await FileWork.run { () throws(BodyError) in try file.read(4 * FileWork.chunkSize) }
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
                expected: expected,
                actual: try ContentDigest(expected.algorithm, bytes: bytes)
            )
        }
        #endif
    }
}
