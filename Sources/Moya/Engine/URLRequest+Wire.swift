import Foundation
import TalynCore
import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// The request with the changes that `URLSession` makes when it sends one. Plugins and responses don't have them.
    ///
    /// - A POST request with data and no `Content-Type` has the type of a form.
    /// - Dot segments of the path are removed (RFC 3986, section 5.2.4).
    ///
    /// - Parameter sessionHeaders: The header fields of requests that don't set them.
    func onTheWire(sessionHeaders: [String: String]) -> URLRequest {
        var request = self
        if httpMethod == "POST", httpBody?.isEmpty == false, value(forHTTPHeaderField: "Content-Type") == nil,
            !sessionHeaders.keys.contains(where: { $0.caseInsensitiveCompare("Content-Type") == .orderedSame })
        {
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        }
        if let url, let changed = TargetURL.removingDotSegments(of: url.absoluteString) {
            request.url = URL(string: changed) ?? url
        }
        return request
    }
}

extension RequestError {
    /// - Throws: A `RequestError` for a method or a field that HTTP doesn't allow.
    static func check(_ request: URLRequest) throws(RequestError) {
        try check(method: request.httpMethod, headerFields: request.allHTTPHeaderFields ?? [:])
    }
}

extension OutgoingRequest {
    /// Takes over the options of a `URLRequest` that differ from the usual ones.
    ///
    /// - Parameter converted: The `URLRequest` as a request of Talyn's.
    mutating func use(optionsOf converted: OutgoingRequest) {
        options = options.overridden(by: converted.options)
        if !converted.allowsCookies { allowsCookies = false }
    }
}
