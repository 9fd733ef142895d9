import Foundation
import HTTPTypes

#if Crypto
import RawStructuredFieldValues

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
