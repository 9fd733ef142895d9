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
    /// - A request without `Accept` or `Accept-Language` gets them. The transports of Apple platforms add them themselves.
    ///
    /// - Parameter sessionHeaders: The header fields of requests that don't set them.
    func onTheWire(sessionHeaders: [String: String]) -> URLRequest {
        // Foundation on Linux can't change a request without a URL.
        guard let url else { return self }
        var request = self
        func setIfMissing(_ name: String, _ value: String?) {
            guard self.value(forHTTPHeaderField: name) == nil,
                !sessionHeaders.keys.contains(where: { $0.caseInsensitiveCompare(name) == .orderedSame })
            else { return }
            request.setValue(value, forHTTPHeaderField: name)
        }
        if httpMethod == "POST", httpBody?.isEmpty == false {
            setIfMissing("Content-Type", "application/x-www-form-urlencoded")
        }
        #if !Alamofire && !canImport(Darwin)
        setIfMissing("Accept", "*/*")
        setIfMissing("Accept-Language", Session.HTTPHeaders.default["Accept-Language"])
        #endif
        if let changed = TargetURL.removingDotSegments(of: url.absoluteString) {
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
