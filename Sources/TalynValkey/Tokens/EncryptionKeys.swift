#if Valkey
public import TalynCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

#if canImport(CryptoKit)
import CryptoKit
#else
import Crypto
#endif

/// The keys that encrypt values in a shared server, by AES-256-GCM.
///
/// To replace a key, give all processes the new one among the previous keys. Then make it the current one. Remove the old key when no value
/// needs it: values are encrypted with the current key whenever they are written.
public struct EncryptionKeys: Sendable {
    /// A key with its name.
    public struct Key: Sendable {
        /// The name, which stands in plain text beside each value.
        public let id: String

        let secret: SymmetricKey

        /// Creates a key.
        ///
        /// - Parameters:
        ///   - id: The name, of 1 to 64 characters of ASCII.
        ///   - bytes: The 32 bytes of the key, such as those of `openssl rand 32`.
        /// - Throws: ``EncryptionKeyError``.
        public init(id: String, bytes: Data) throws(EncryptionKeyError) {
            guard 1...64 ~= id.utf8.count, id.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
                throw EncryptionKeyError(
                    problem: "The name of an encryption key has not 1 to 64 visible characters of ASCII."
                )
            }
            guard bytes.count == 32 else {
                throw EncryptionKeyError(problem: "The encryption key \(id) has \(bytes.count) bytes instead of 32.")
            }
            self.id = id
            secret = SymmetricKey(data: bytes)
        }
    }

    /// The key that encrypts.
    let current: Key
    private let keys: [String: Key]

    /// Creates the keys.
    ///
    /// - Parameters:
    ///   - current: The key that encrypts new values.
    ///   - previous: Other keys, which only decrypt.
    public init(_ current: Key, previous: [Key] = []) {
        self.current = current
        keys = Dictionary((previous + [current]).map { ($0.id, $0) }) { $1 }
    }
}

// The format: a byte with the version, a byte with the length of the key's name, the name, then the nonce, the ciphertext and the tag.

extension EncryptionKeys {
    private static let version: UInt8 = 1

    /// A value that couldn't be decrypted.
    enum Failure: Error, Hashable {
        case format, integrity
        case unknownKey(String)
    }

    /// Encrypts a value.
    ///
    /// - Parameter place: The place of the value. A value that is moved to another place can't be decrypted.
    func encrypt(_ value: Data, for place: String) throws -> Data {
        let head = Data([Self.version, UInt8(current.id.utf8.count)] + current.id.utf8)
        let box = try AES.GCM.seal(value, using: current.secret, authenticating: head + Data(place.utf8))
        return head + box.nonce + box.ciphertext + box.tag
    }

    func decrypt(_ data: Data, from place: String) throws(Failure) -> Data {
        let data = Data(data)
        guard data.count > 2, data[0] == Self.version, data.count > 2 + Int(data[1]) else { throw .format }
        let head = data.prefix(2 + Int(data[1]))
        let id = String(decoding: head.dropFirst(2), as: UTF8.self)
        guard let key = keys[id] else { throw .unknownKey(id) }
        do {
            let box = try AES.GCM.SealedBox(combined: data.dropFirst(head.count))
            return try AES.GCM.open(box, using: key.secret, authenticating: head + Data(place.utf8))
        } catch {
            throw .integrity
        }
    }
}

extension EncryptionKeys.Failure: CustomStringConvertible {
    var description: String {
        switch self {
        case .format: "it isn't encrypted, or another version wrote it"
        case .integrity: "it was changed, or another key has the same name"
        case .unknownKey(let id): "no key has the name \(id.isEmpty ? "\"\"" : id)"
        }
    }
}

extension EncryptionKeys: CustomReflectable {
    /// The names of the keys.
    public var customMirror: Mirror { Mirror(self, children: ["current": current.id, "ids": keys.keys.sorted()]) }
}

extension EncryptionKeys.Key: CustomReflectable {
    /// The name of the key.
    public var customMirror: Mirror { Mirror(self, children: ["id": id]) }
}

/// An encryption key that can't be used.
public struct EncryptionKeyError: Error, DescribedError {
    public let problem: String

    public var recovery: String? { "Make a key with `openssl rand -base64 32`, and decode it." }
}
#endif
