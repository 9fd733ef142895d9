public import Foundation

/// The trust in the servers of https connections.
///
/// ```swift
/// options.serverTrust = ServerTrust(roots: [try Data(contentsOf: ourAuthority)])
/// options.hostTrust["*.example.com"] = ServerTrust(pins: [.publicKey("sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")])
/// ```
///
/// Pins are checked in addition, on each new connection and before any request.
public struct ServerTrust: Hashable, Sendable {
    /// A pin that one of the server's certificates must match.
    public enum Pin: Hashable, Sendable {
        /// The certificate, as DER or PEM.
        case certificate(Data)

        /// The SHA-256 hash of the certificate's public key in Base64, with or without `sha256//` before it, as in curl
        /// (SubjectPublicKeyInfo, RFC 7469, section 2.4).
        case publicKey(String)
    }

    /// The verification of the server's certificate.
    public enum Verification: Hashable, Sendable {
        /// Verifies the chain up to a trusted root, the dates, and the name of the host.
        case full

        /// Verifies all but the name of the host.
        case withoutHostName

        /// Verifies nothing. Without pins, an attacker on the network can read and change everything.
        case none
    }

    /// The trusted root certificates, each as DER, or as PEM with one or more certificates; nil for the system's roots.
    public var roots: [Data]?

    /// The pins, of which the server's certificate must match one; nil for no pinning. An empty list trusts no server.
    ///
    /// On Apple platforms, any certificate of the verified chain may match. With AsyncHTTPClient, the server's own
    /// certificate must match. To require a particular authority on all platforms, make it the only one of the
    /// ``roots``.
    public var pins: [Pin]?

    /// The verification of the certificate.
    public var verification: Verification

    /// Creates a trust. The defaults are the system's.
    public init(roots: [Data]? = nil, pins: [Pin]? = nil, verification: Verification = .full) {
        self.roots = roots
        self.pins = pins
        self.verification = verification
    }

    /// The system's roots without pins.
    public static let system = ServerTrust()
}

/// An error for a server without a pinned certificate. The connection is not used.
public struct PinMismatch: Error, Sendable, Hashable, LocalizedError {
    public var errorDescription: String? { "None of the server's certificates is pinned." }

    public var recoverySuggestion: String? {
        "If the server has a new key, pin that, too. Otherwise, the connection may be under attack."
    }
}

/// Values for particular hosts.
struct HostTable<Value: Sendable>: Sendable {
    private var values: [String: Value] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// - Parameter values: The values by the names of hosts, or by `*.` and a name for all its subdomains.
    init(_ values: [String: Value]) {
        for (key, value) in values { self.values[Self.name(key)] = value }
    }

    /// The value for the host of a URL: by its own name, or else by the longest matching wildcard.
    subscript(url: URL) -> Value? {
        guard !values.isEmpty, let host = url.host(percentEncoded: false) else { return nil }
        return self[host: host]
    }

    subscript(host host: String) -> Value? {
        guard !values.isEmpty else { return nil }
        let host = Self.name(host)
        if let value = values[host] { return value }
        var name = host[...]
        while let dot = name.firstIndex(of: ".") {
            if let value = values["*" + name[dot...]] { return value }
            name = name[name.index(after: dot)...]
        }
        return nil
    }

    /// Whether a key is the name of a host, or `*.` and a name.
    static func isKey(_ key: String) -> Bool {
        let name = key.hasPrefix("*.") ? key.dropFirst(2) : key[...]
        // More than one colon means an IPv6 address.
        let host = name.count { $0 == ":" } > 1 ? "[\(name)]" : String(name)
        guard !name.isEmpty, !name.contains("*"), let components = URLComponents(string: "https://\(host)") else {
            return false
        }
        let isHost = components.path.isEmpty && components.query == nil && components.fragment == nil
        return isHost && components.user == nil && components.port == nil && components.host?.isEmpty == false
    }

    /// Normalizes the name of a host: lower case, no dot at the end, and non-ASCII letters as in URLs.
    static func name(_ host: String) -> String {
        var name = host.lowercased()
        if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            name = URL(string: "https://\(name)")?.host(percentEncoded: false)?.lowercased() ?? name
        }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
