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

    /// Case means nothing in the names of hosts, nor does the dot of the root at their end.
    private static func name(_ host: String) -> String {
        let name = host.lowercased()
        return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
}
