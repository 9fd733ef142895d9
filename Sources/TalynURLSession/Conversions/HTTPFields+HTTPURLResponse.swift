public import HTTPTypes
import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension HTTPFields {
    /// Creates the fields of Foundation's response. Skips fields whose names are invalid.
    ///
    /// Foundation joins repeated fields. Only the values of `Set-Cookie` are told apart again.
    ///
    /// - Throws: An error for more than 10,000 fields: `HTTPFields` traps at 65,535.
    public init(_ response: HTTPURLResponse) throws {
        self.init()
        for (name, value) in response.allHeaderFields {
            guard let name = (name as? String).flatMap({ HTTPField.Name($0) }), let value = value as? String
            else { continue }
            let values = name == .setCookie ? Array(SetCookieField.values(inJoined: value)) : [value]
            for value in values { try add(HTTPField(name: name, value: value)) }
        }
    }
}
