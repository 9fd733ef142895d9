package import Foundation

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
