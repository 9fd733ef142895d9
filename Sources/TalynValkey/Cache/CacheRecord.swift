#if Valkey
import HTTPTypes
import _TalynFoundation
import TalynCache
import _TalynSupport

/// A response as a value in the server: its identifier in plain text, then the head as JSON, and a short body.
struct CacheRecord {
    /// The part that is encoded as JSON.
    private struct Head: Codable {
        let key: String
        let response: StoredResponse
    }

    /// The name of the response, which tells it from older ones of its variant.
    let identifier: String
    let key: CacheKey
    let response: StoredResponse
    /// Nil for a body with a key of its own.
    let body: Data?

    /// The name of a variant: responses with the same name answer the same requests.
    var variant: String { Self.variant(of: response) }

    static func variant(of response: StoredResponse) -> String {
        let fields = response.variant.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return SharedDigest.text(
            ([response.credentials ?? "", "\(response.version)"] + fields).joined(separator: "\n")
        )
    }

    /// A new identifier, with the time in its first digits.
    static func identifier(at date: Date) -> String {
        let microseconds = UInt64(clamping: Int64(date.timeIntervalSince1970 * 1_000_000))
        return microseconds.hexadecimal + UInt64.random(in: 0...(.max)).hexadecimal
    }
}

// The format after the identifier: four bytes with the length of the head, the head; then the stored body, or a byte that is 0. With keys,
// all of it is encrypted.

extension CacheRecord {
    private static let noBody: UInt8 = 0

    func data(_ encryption: EncryptionKeys?) throws -> Data {
        let head = try JSONEncoder().encode(Head(key: key.text, response: response))
        var content = withUnsafeBytes(of: UInt32(head.count).bigEndian) { Data($0) } + head
        content += body.map { StoredBody.data(of: $0, isCoded: response.isCoded) } ?? Data([Self.noBody])
        let sealed = try encryption?.encrypt(content, for: identifier) ?? content
        return Data(identifier.utf8) + sealed
    }

    /// Reads a value; nil if it is damaged, or another version or key wrote it.
    ///
    /// - Parameter limit: The largest body in bytes.
    init?(_ data: Data, _ encryption: EncryptionKeys?, upTo limit: Int) {
        let identifier = String(decoding: data.prefix(CacheScripts.identifierLength), as: UTF8.self)
        let sealed = data.dropFirst(CacheScripts.identifierLength)
        guard let content = encryption == nil ? Data(sealed) : try? encryption?.decrypt(sealed, from: identifier),
            content.count > 4
        else { return nil }
        let length = content.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        guard content.count > 4 + length,
            let head = try? JSONDecoder().decode(Head.self, from: content.dropFirst(4).prefix(length))
        else { return nil }
        self.identifier = identifier
        key = CacheKey(text: head.key)
        response = head.response
        let rest = content.dropFirst(4 + length)
        if rest.first == Self.noBody {
            body = nil
        } else {
            guard let body = StoredBody.body(in: rest, length: response.bodyLength, upTo: limit) else { return nil }
            self.body = body
        }
    }

    /// The entry of the store.
    var entry: CacheEntry {
        CacheEntry(id: "\(variant)/\(identifier)", key: key, response: response, body: body)
    }
}

extension StoredResponse {
    /// Whether the body has a content coding, as one that the server compressed.
    var isCoded: Bool { headerFields.contains(.contentEncoding) }
}

extension CacheEntry {
    /// The variant and the identifier in the name of an entry.
    var record: (variant: String, identifier: String)? { Self.record(id) }

    static func record(_ id: CacheEntry.ID) -> (variant: String, identifier: String)? {
        let parts = id.split(separator: "/")
        return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
    }
}
#endif
