import HTTPTypes

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Endpoint {
    /// The request, with its body encoded.
    ///
    /// A JSON or form body sets `Content-Type` where ``httpHeaderFields`` doesn't. User information in the URL, which
    /// is never sent as such (RFC 9110, section 4.2.4), becomes an `Authorization` field unless there is one.
    ///
    /// - Throws: ``TalynError/requestMapping(_:)`` when ``url`` is invalid, ``TalynError/encodableMapping(_:)`` or
    ///   ``TalynError/parameterEncoding(_:)`` when the body or the parameters can't be encoded, and
    ///   ``TalynError/underlying(_:_:)`` with a ``RequestError`` for an invalid header field.
    public func urlRequest() throws(TalynError) -> URLRequest {
        var request = try plainRequest()
        try task.encode(into: &request)
        return request
    }

    private func plainRequest() throws(TalynError) -> URLRequest {
        let isPlain = ASCIISet.plainURL.containsAll(url.utf8)
        guard isPlain || URLJoining.isWellFormed(url),
            let parsed = URL(string: url)
        else { throw .requestMapping(url) }
        var request = URLRequest(url: parsed)
        // GET is what a new URLRequest has, and setting it costs as much as making the request.
        if method != .get { request.httpMethod = method.rawValue }
        if let httpHeaderFields, !httpHeaderFields.isEmpty {
            try RequestError.check(httpHeaderFields)
            request.allHTTPHeaderFields = httpHeaderFields
        }
        if !isPlain { request.moveUserInformationToHeader() }
        return request
    }
}

extension ASCIISet {
    /// What a URL holds if it has neither escapes nor user information.
    fileprivate static let plainURL = unreserved.union(ASCIISet("!$&'()*+,;=:/?"))
}

extension URLRequest {
    fileprivate mutating func moveUserInformationToHeader() {
        guard let url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let user = components.user
        else { return }
        let authorization = String(basicUser: user, password: components.password ?? "")
        components.user = nil
        components.password = nil
        self.url = components.url
        if value(forHTTPHeaderField: "Authorization") == nil {
            setValue(authorization, forHTTPHeaderField: "Authorization")
        }
    }
}
