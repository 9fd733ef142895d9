#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension String {
    /// The value of an `Authorization` field in the Basic scheme (RFC 7617).
    public init(basicUser user: String, password: String) {
        self = "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
    }
}
