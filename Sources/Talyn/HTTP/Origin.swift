package import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Scheme, host and port: to whom a request speaks (RFC 6454, section 4).
package struct Origin: Hashable, Sendable, CustomStringConvertible {
    package let scheme: String
    package let host: String
    package let port: Int

    /// Nil for a URL that no HTTP request can go to.
    package init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), let defaultPort = Self.defaultPort(of: scheme),
            let host = url.host(percentEncoded: true)?.lowercased(), !host.isEmpty
        else { return nil }
        self.scheme = scheme
        self.host = host
        self.port = url.port ?? defaultPort
        // A URL takes any number for a port, and AsyncHTTPClient traps on one that is none.
        guard (0...65_535).contains(port) else { return nil }
    }

    package var description: String { "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    private static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http": 80
        case "https": 443
        default: nil
        }
    }
}

extension URLRequest {
    /// The names of header fields that only the origin may see that they were meant for.
    ///
    /// - Parameter names: The names that the options of the call add.
    func credentialFieldNames(besides names: Set<String>) -> Set<String> {
        let own = (allHTTPHeaderFields ?? [:]).keys.filter { Redaction.default.masks($0) }
        return Self.credentialFieldNames.union(names).union(own)
    }

    /// Removes all credentials, since the request leads to another origin than they were meant for.
    ///
    /// - Parameters:
    ///   - names: The names of further header fields that hold credentials.
    ///   - url: The URL before parameters were added to its query. Its own parameters stay.
    mutating func removeCredentials(inFieldsNamed names: Set<String>, addedTo url: String? = nil) {
        for name in credentialFieldNames(besides: names) { setValue(nil, forHTTPHeaderField: name) }
        if let url { removeSecretParameters(addedTo: url) }
    }

    private mutating func removeSecretParameters(addedTo original: String) {
        guard let text = url?.absoluteString else { return }
        let own = Set(original.queryPieces)
        let pieces = text.queryPieces
        let kept = pieces.filter { piece in
            let name = String(piece.prefix { $0 != "=" }.replacing("+", with: " "))
            return own.contains(piece) || !Redaction.default.masksParameter(name.removingPercentEncoding ?? name)
        }
        guard kept.count < pieces.count else { return }
        let start = text.prefix { $0 != "?" }
        let fragment = text.drop { $0 != "#" }
        url = URL(string: start + (kept.isEmpty ? "" : "?" + kept.joined(separator: "&")) + fragment)
    }

    private static let credentialFieldNames: Set<String> = ["Authorization", "Cookie", "Host", "Proxy-Authorization"]
}

extension String {
    /// The parameters of the URL's query, as they are written.
    fileprivate var queryPieces: [Substring] {
        prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst().split(separator: "&")
    }
}
