package import HTTPTypes
import TalynCore
package import _TalynSupport

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
        self.init()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String
            else { continue }
            // Foundation joins repeated fields. Only these can't be told apart any more.
            let values = name == .setCookie ? Array(SetCookieField.values(inJoined: value)) : [value]
            for value in values { try add(HTTPField(name: name, value: value)) }
        }
    }
}
