#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Which cookies a call sends and keeps (RFC 6265).
public struct CookiePolicy: Sendable {
    /// Where they are; nil if there are none.
    let storage: HTTPCookieStorage?

    /// None are sent, and none kept.
    ///
    /// A Cookie field that the target sets itself is sent.
    public static let ignore = CookiePolicy(storage: nil)

    /// Those of a storage are sent, and those that come are kept there.
    public static func storage(_ storage: HTTPCookieStorage) -> CookiePolicy {
        CookiePolicy(storage: storage)
    }
}
