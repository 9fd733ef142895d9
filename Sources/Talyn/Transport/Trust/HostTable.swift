import Foundation

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
