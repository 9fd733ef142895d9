#if Crypto
import RawStructuredFieldValues

/// Reads structured fields (RFC 9651). Long ones are refused, since the parser takes quadratic time for many members.
enum StructuredField {
    /// The structure of a field.
    enum Kind {
        case dictionary
        case list
        case item
    }

    /// The structure of a registered field; nil for another one.
    static func kind(of name: String) -> Kind? {
        switch name {
        case "accept-signature", "cdn-cache-control", "content-digest", "priority", "repr-digest", "signature",
            "signature-input", "want-content-digest", "want-repr-digest":
            .dictionary
        case "accept-ch", "cache-status", "client-cert-chain", "proxy-status": .list
        case "client-cert", "deprecation", "permissions-policy-report-only": .item
        default: nil
        }
    }

    static func dictionary(_ value: String) -> OrderedMap<String, ItemOrInnerList>? {
        guard var parser = parser(of: value) else { return nil }
        return try? parser.parseDictionaryFieldValue()
    }

    static func list(_ value: String) -> [ItemOrInnerList]? {
        guard var parser = parser(of: value) else { return nil }
        return try? parser.parseListFieldValue()
    }

    static func item(_ value: String) -> Item? {
        guard var parser = parser(of: value) else { return nil }
        return try? parser.parseItemFieldValue()
    }

    private static func parser(of value: String) -> StructuredFieldValueParser<[UInt8]>? {
        let separators = value.utf8.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
        guard value.utf8.count <= longestField, separators <= mostSeparators else { return nil }
        return StructuredFieldValueParser(Array(value.utf8))
    }

    private static let longestField = 16_384
    private static let mostSeparators = 256
}
#endif
