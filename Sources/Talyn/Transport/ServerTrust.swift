public import Foundation

/// Which servers are trusted on https connections.
///
/// ```swift
/// options.serverTrust = ServerTrust(roots: [try Data(contentsOf: ourAuthority)])
/// options.hostTrust["*.example.com"] = ServerTrust(pins: [.publicKey("sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")])
/// ```
///
/// Pins are looked at on top of all else, when the connection is there and before a request is sent on it.
public struct ServerTrust: Hashable, Sendable {
    /// What one of the server's certificates has to match.
    public enum Pin: Hashable, Sendable {
        /// The certificate, as DER or PEM.
        case certificate(Data)

        /// The SHA-256 hash of the certificate's public key (SubjectPublicKeyInfo, RFC 7469, section 2.4) in Base64, with
        /// or without `sha256//` before it, as curl has it.
        case publicKey(String)
    }

    /// What of the server's certificate is verified.
    public enum Verification: Hashable, Sendable {
        /// The chain up to a trusted root, its dates, and the name of the host.
        case full

        /// All but the name of the host.
        case withoutHostName

        /// Nothing: whoever stands between can read and change all, unless there are pins.
        case none
    }

    /// The certificates that a chain may end in, each DER, or PEM with one or more; nil for those of the system.
    public var roots: [Data]?

    /// What the server's certificate has to match one of; nil if it needn't. With an empty list no server is trusted.
    ///
    /// On Apple platforms any certificate of the verified chain counts, with AsyncHTTPClient the server's own only. To
    /// demand a particular authority everywhere, make it the only one of the ``roots``.
    public var pins: [Pin]?

    /// What of the certificate is verified.
    public var verification: Verification

    /// Creates a trust; what is left out is as the system has it.
    public init(roots: [Data]? = nil, pins: [Pin]? = nil, verification: Verification = .full) {
        self.roots = roots
        self.pins = pins
        self.verification = verification
    }

    /// The roots of the system, without pins.
    public static let system = ServerTrust()
}

/// Why a connection is not used: none of the server's certificates is pinned.
public struct PinMismatch: Error, Sendable, Hashable, LocalizedError {
    public var errorDescription: String? { "None of the server's certificates is pinned." }

    public var recoverySuggestion: String? {
        "If the server has got a new key, pin that as well; if not, somebody may stand between."
    }
}

/// What there is for particular hosts.
struct HostTable<Value: Sendable>: Sendable {
    private var values: [String: Value] = [:]

    var isEmpty: Bool { values.isEmpty }

    /// - Parameter values: The keys are names of hosts, or `*.` and a name for all hosts below it.
    init(_ values: [String: Value]) {
        for (key, value) in values { self.values[Self.name(key)] = value }
    }

    /// What there is for the host of a URL: under its own name, or else under the longest one above it.
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

    /// Whether there is a host that a key could stand for: no URL, no port, and no other wildcard than the first label.
    static func isKey(_ key: String) -> Bool {
        let name = key.hasPrefix("*.") ? key.dropFirst(2) : key[...]
        // With more than one colon it is an IPv6 address.
        let host = name.count { $0 == ":" } > 1 ? "[\(name)]" : String(name)
        guard !name.isEmpty, !name.contains("*"), let components = URLComponents(string: "https://\(host)") else {
            return false
        }
        let isHost = components.path.isEmpty && components.query == nil && components.fragment == nil
        return isHost && components.user == nil && components.port == nil && components.host?.isEmpty == false
    }

    /// Case means nothing in the names of hosts, nor does the dot of the root at their end. Names with letters beyond ASCII
    /// are made what URLs make of them.
    static func name(_ host: String) -> String {
        var name = host.lowercased()
        if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            name = URL(string: "https://\(name)")?.host(percentEncoded: false)?.lowercased() ?? name
        }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
