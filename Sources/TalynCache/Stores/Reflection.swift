import HTTPTypes
import TalynCore
import _TalynSupport

// The mirrors of the cache. Stored responses can have secrets, and the salt protects the digests of credentials.

extension StoredResponse: CustomReflectable {
    /// The head with its secrets masked, as in a log.
    public var customMirror: Mirror {
        // The server may repeat a credential there, and the cache doesn't keep the request that had it.
        let redaction = Redaction.default.masking(["WWW-Authenticate"])
        return Mirror(
            of: self,
            [
                "statusCode": statusCode,
                "headerFields": redaction.headerFields(headerFields).lines,
                "variant": Dictionary(
                    uniqueKeysWithValues: variant.map { ($0.key, redaction.value($0.value, ofHeaderField: $0.key)) }
                ),
                "requestedAt": requestedAt,
                "receivedAt": receivedAt,
                "bodyLength": bodyLength,
                "part": part,
                "version": version,
                "tags": tags.sorted(),
                "hasCredentials": credentials != nil,
            ]
        )
    }
}

extension CacheEntry: CustomReflectable {
    /// The entry with its secrets masked. Of the body, it has the length.
    public var customMirror: Mirror {
        Mirror(
            of: self,
            ["id": id, "key": key, "response": response, "body": body?.lengthText]
        )
    }
}

extension CacheKey: CustomReflectable {
    /// The key, with the secrets of its URL masked.
    public var customMirror: Mirror { Mirror(of: self, ["text": Redaction.default.text(text)]) }
}

extension HTTPCache: CustomReflectable {
    public var customMirror: Mirror { Mirror(of: self, ["store": "\(type(of: store))", "statistics": statistics]) }
}

extension DiskCacheStore: CustomReflectable {
    public var customMirror: Mirror { Mirror(of: self, ["folder": folder.path]) }
}
