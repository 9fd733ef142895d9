public import _TalynFoundation
import _TalynSupport

/// The origin of a URL: scheme, host and port (RFC 6454, section 4).
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String

    /// The host in lower case, without the brackets of an IPv6 address.
    public let host: String

    /// The port, which is that of the scheme for a URL without one.
    public let port: Int

    /// Creates the origin of a URL; nil for a URL without an HTTP scheme or a host.
    public init?(_ url: URL) {
        self.init(url.absoluteString)
    }

    /// Creates the origin of a URL in a text. No URL is parsed for it.
    public init?(_ url: String) {
        let url = URLText(url)
        self.init(scheme: url.scheme, authority: url.authority)
    }

    /// Creates the origin of a request; nil for another scheme than those of HTTP, and without a host.
    init?(scheme: String?, authority: String?) {
        guard let parts = Self.parts(scheme, authority) else { return nil }
        self.scheme = parts.isSecure ? "https" : "http"
        host = String(parts.host).lowercased()
        port = parts.port
    }

    /// Whether there is an origin. Faster than making it.
    static func exists(scheme: String?, authority: String?) -> Bool {
        if scheme == "https" || scheme == "http", let authority, URLText.isPlain(authority) { return true }
        return parts(scheme, authority) != nil
    }

    /// Scheme, host and port, such as `https://api.example.com:443`.
    public var description: String { "\(scheme)://\(host.asURLHost):\(port)" }

    /// The text without the port of the scheme, such as `https://api.example.com` (RFC 6454, section 6.2).
    public var serialized: String { description.normalizedAuthority(of: scheme) }

    /// The host as it is written, without the brackets of an IPv6 address, and the port.
    private static func parts(
        _ scheme: String?,
        _ authority: String?
    ) -> (isSecure: Bool, host: Substring, port: Int)? {
        guard let scheme, let authority else { return nil }
        let isSecure = scheme == "https" || scheme.lowercased() == "https"
        guard isSecure || scheme == "http" || scheme.lowercased() == "http" else { return nil }
        var host = authority[...]
        var port = isSecure ? 443 : 80
        if let colon = authority.utf8.lastIndex(of: UInt8(ascii: ":")),
            !authority[colon...].utf8.contains(UInt8(ascii: "]"))
        {
            let digits = authority[authority.utf8.index(after: colon)...]
            host = authority[..<colon]
            // `URL` accepts any number as a port, and AsyncHTTPClient traps on an invalid one.
            if !digits.isEmpty {
                guard let number = UInt16(digits) else { return nil }
                port = Int(number)
            }
        }
        if host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") {
            host = host.dropFirst().dropLast()
        }
        return host.isEmpty ? nil : (isSecure, host, port)
    }
}
