#if canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// The servers that are called without a proxy, by curl's rules for `NO_PROXY`.
public struct ProxyExceptions: Sendable, Hashable {
    /// An address and the number of its leading bits that count.
    private struct Network: Sendable, Hashable {
        let address: [UInt8]
        let bits: Int

        func contains(_ other: [UInt8]) -> Bool {
            guard other.count == address.count else { return false }
            return other.indices.allSatisfy { index in
                let counted = min(max(bits - index * 8, 0), 8)
                return (other[index] ^ address[index]) >> (8 - counted) == 0 || counted == 0
            }
        }
    }

    /// The exceptions as they were given.
    public let text: String
    /// Whether every server is an exception.
    public let areAll: Bool
    /// Names of hosts and domains, in lower case, without dots at both ends.
    public let names: [String]
    /// Addresses and networks, as they are written.
    public let addresses: [String]
    private let networks: [Network]

    /// - Parameter text: Names, addresses and networks with commas or spaces between them, or `*`.
    public init(_ text: String) {
        self.text = text
        areAll = text == "*"
        var names: [String] = []
        var addresses: [String] = []
        var networks: [Network] = []
        for part in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
            let pieces = part.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
            if let address = Self.address(String(pieces[0])) {
                let all = address.count * 8
                // A network with an invalid number of bits is no exception.
                guard let bits = pieces.count == 1 ? all : Int(pieces[1]), 0...all ~= bits else { continue }
                networks.append(Network(address: address, bits: bits))
                addresses.append(String(part))
            } else {
                let name = Self.name(part)
                if !name.isEmpty { names.append(name) }
            }
        }
        self.names = names
        self.addresses = addresses
        self.networks = networks
    }

    /// Whether a host is an exception. A name is one with its domain and all names below.
    public func contains(_ host: String) -> Bool {
        if areAll { return true }
        if let address = Self.address(host) { return networks.contains { $0.contains(address) } }
        let host = Self.name(host[...])
        return names.contains { host == $0 || host.hasSuffix("." + $0) }
    }

    private static func name(_ text: Substring) -> String {
        var name = text.lowercased()[...]
        if name.hasPrefix(".") { name.removeFirst() }
        if name.hasSuffix(".") { name.removeLast() }
        return String(name)
    }

    /// The bytes of an IPv4 or IPv6 address; nil for another text.
    private static func address(_ text: String) -> [UInt8]? {
        var text = text
        if text.hasPrefix("["), text.hasSuffix("]") { text = String(text.dropFirst().dropLast()) }
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}
