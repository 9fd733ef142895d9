#if canImport(CryptoKit) || Crypto
import _TalynSupport
/// Reads the structured fields of signed messages. Long ones are refused, since each component of a signature costs a search of the
/// message.
enum SignatureField {
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

    static func dictionary(_ value: String) -> StructuredField.OrderedMap<StructuredField.Member>? {
        isShort(value) ? StructuredField.dictionary(value) : nil
    }

    static func list(_ value: String) -> [StructuredField.Member]? {
        isShort(value) ? StructuredField.list(value) : nil
    }

    static func item(_ value: String) -> StructuredField.Item? {
        isShort(value) ? StructuredField.item(value) : nil
    }

    private static func isShort(_ value: String) -> Bool {
        let separators = value.utf8.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
        return value.utf8.count <= longestField && separators <= mostSeparators
    }

    private static let longestField = 16_384
    private static let mostSeparators = 256
}
#endif
