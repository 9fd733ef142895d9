package import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// The origin of a URL: scheme, host and port (RFC 6454, section 4).
package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: Int

    /// Creates the origin of a URL; nil for a URL without an HTTP scheme or a host.
    package init?(_ url: URL) {
        guard let parts = Self.parts(of: url) else { return nil }
        scheme = parts.scheme
        host = parts.host.lowercased()
        port = parts.port
    }

    /// Whether a URL has an origin. Faster than making the origin.
    package static func exists(of url: URL) -> Bool { parts(of: url) != nil }

    package var description: String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The scheme in lower case, the host as it is written, and the port.
    private static func parts(of url: URL) -> (scheme: String, host: String, port: Int)? {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = defaultPort(of: scheme),
            let host = url.host(percentEncoded: true), !host.isEmpty
        else { return nil }
        let port = url.port ?? defaultPort
        // `URL` accepts any number as a port, and AsyncHTTPClient traps on an invalid one.
        return (0...65_535).contains(port) ? (scheme, host, port) : nil
    }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}

extension URLRequest {
    /// The names of header fields with credentials, which only the origin that they were given for may receive.
    ///
    /// - Parameter names: The names that the options of the call add.
    package func credentialFieldNames(besides names: Set<String>) -> Set<String> {
        let own = (allHTTPHeaderFields ?? [:]).keys.filter { Redaction.default.masks($0) }
        return Self.credentialFieldNames.union(names).union(own)
    }

    /// Removes all credentials from a request to another origin than the one that they were given for.
    ///
    /// - Parameters:
    ///   - names: The names of further header fields and query parameters that hold credentials.
    ///   - url: The URL before parameters were added to its query. The parameters of this URL stay.
    mutating func removeCredentials(named names: Set<String>, addedTo url: String? = nil) {
        // Baggage holds values of the caller for the servers of one owner (W3C Baggage, section 4).
        for name in credentialFieldNames(besides: names).union(["Baggage"]) { setValue(nil, forHTTPHeaderField: name) }
        if let url { removeSecretParameters(.default.masking(names), addedTo: url) }
    }

    private mutating func removeSecretParameters(_ redaction: Redaction, addedTo original: String) {
        guard let text = url?.absoluteString else { return }
        let own = Set(original.queryParameters.map(\.text))
        let parameters = text.queryParameters
        let kept = parameters.filter { own.contains($0.text) || !redaction.masksParameter($0.name) }
        guard kept.count < parameters.count else { return }
        let start = text.prefix { $0 != "?" }
        let fragment = text.drop { $0 != "#" }
        url = URL(string: start + (kept.isEmpty ? "" : "?" + kept.map(\.text).joined(separator: "&")) + fragment)
    }

    private static let credentialFieldNames: Set<String> = ["Authorization", "Cookie", "Host", "Proxy-Authorization"]
}

extension HTTPFields {
    /// The fields that another origin than the one of the credentials may receive.
    ///
    /// - Parameter names: The names of further header fields that hold credentials.
    func withoutCredentials(named names: Set<String>) -> HTTPFields {
        let redaction = Redaction.default.masking(names)
        return HTTPFields(
            filter { !["host", "baggage"].contains($0.name.canonicalName) && !redaction.masks($0.name.rawName) }
        )
    }
}

extension String {
    /// The parameters of the URL's query.
    fileprivate var queryParameters: [FormParameter] {
        FormParameter.parameters(in: prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst())
    }
}
