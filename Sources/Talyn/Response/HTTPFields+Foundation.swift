package import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

extension HTTPFields {
    /// The fields of Foundation's response. A field whose name is not a token is left out.
    ///
    /// - Throws: ``HeaderFieldLimitError`` if there are more than ``maximumCount``.
    package init(_ response: HTTPURLResponse) throws(HeaderFieldLimitError) {
        try self.init(limiting: Self.pairs(response))
    }

    /// The first fields of Foundation's response, up to ``maximumCount``.
    init(firstOf response: HTTPURLResponse) {
        let first = (try? HTTPFields(limiting: Self.pairs(response).prefix(Self.maximumCount)))
        self = first ?? [:]
    }

    private static func pairs(_ response: HTTPURLResponse) -> [(name: String, value: String)] {
        response.allHeaderFields.compactMap { name, value in
            guard let name = name as? String, let value = value as? String else { return nil }
            return (name: name, value: value)
        }
    }

    /// One value for each name: repeated fields are joined with commas (RFC 9110, section 5.3).
    var combined: [String: String] {
        var combined: [HTTPField.Name: String] = [:]
        for field in self {
            if let value = combined[field.name] {
                combined[field.name] = "\(value), \(field.value)"
            } else {
                combined[field.name] = field.value
            }
        }
        return Dictionary(combined.map { ($0.key.rawName, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
}
