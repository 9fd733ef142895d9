import _TalynFoundation

/// Values for particular hosts.
public struct HostTable<Value: Sendable>: Sendable {
    private var values: [String: Value] = [:]

    public var isEmpty: Bool { values.isEmpty }

    /// - Parameter values: The values by the names of hosts, or by `*.` and a name for all its subdomains.
    public init(_ values: [String: Value]) {
        for (key, value) in values { self.values[Self.name(key)] = value }
    }

    /// The value for a host: by its own name, or else by the longest matching wildcard.
    public subscript(host host: String) -> Value? {
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
    public static func isKey(_ key: String) -> Bool {
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
    public static func name(_ host: String) -> String {
        var name = host.lowercased()
        if !name.utf8.allSatisfy({ $0 < 0x80 }) {
            name = URL(string: "https://\(name)")?.host(percentEncoded: false)?.lowercased() ?? name
        }
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
