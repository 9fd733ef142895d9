package import HTTPTypes
package import TalynCore

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

extension Exchange.Head {
    /// - Throws: ``HeaderFieldLimitError``.
    package init(_ response: HTTPURLResponse) throws(HeaderFieldLimitError) {
        self.init(
            statusCode: response.statusCode,
            headerFields: try HTTPFields(response),
            url: response.url
        )
    }
}

extension HTTPFields {
    /// Creates the fields of Foundation's response. Skips fields whose names are invalid.
    ///
    /// - Throws: ``HeaderFieldLimitError`` if there are more than ``maximumCount``.
    package init(_ response: HTTPURLResponse) throws(HeaderFieldLimitError) {
        try self.init(limiting: Self.pairs(response))
    }

    private static func pairs(_ response: HTTPURLResponse) -> [(name: String, value: String)] {
        response.allHeaderFields.flatMap { name, value -> [(name: String, value: String)] in
            guard let name = name as? String, let value = value as? String else { return [] }
            // Foundation joins repeated fields. Only these can't be told apart any more.
            guard name.lowercased() == "set-cookie" else { return [(name: name, value: value)] }
            return SetCookieField.values(inJoined: value).map { (name: name, value: $0) }
        }
    }
}
