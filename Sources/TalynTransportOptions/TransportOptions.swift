public import HTTPTypes
public import TalynCore
import _TalynFoundation
import _TalynSupport

/// Options for all requests of a transport.
///
/// ```swift
/// var options = TransportOptions()
/// options.idleTimeout = .seconds(15)
/// options.connectionsPerHost = 16
/// let provider = Provider<GitHub>(transport: try AsyncHTTPClientTransport(options: options))
/// ```
///
/// The initializer of a transport throws if the transport doesn't support an option.
public struct TransportOptions: Sendable {
    /// Default header fields. The fields of a request win over them, and they win over the transport's own.
    public var headerFields = HTTPFields.empty

    /// The longest time without a byte from the server, after which a request fails with
    /// ``TransportError/Kind/timedOut``. Zero or less means no limit.
    ///
    /// It applies to requests without a ``RequestOptions/idleTimeout``. The configuration of a client wins over the default of this
    /// option.
    public var idleTimeout: Duration = .seconds(60)

    /// The longest time for establishing a connection; nil for the transport's own. It also limits the wait for a free connection, if
    /// all ``connectionsPerHost`` are in use.
    ///
    /// Not supported by URLSession.
    public var connectionTimeout: Duration?

    /// The maximum number of HTTP/1.1 connections to a host; nil for the transport's own: 8 with AsyncHTTPClient, 6 with
    /// URLSession.
    public var connectionsPerHost: Int?

    /// The longest time for which an unused connection stays open; nil for the transport's own, a minute with
    /// AsyncHTTPClient.
    ///
    /// Not supported by URLSession.
    public var keepAlive: Duration?

    /// The versions of HTTP.
    public var httpVersions = HTTPVersions.automatic

    /// The oldest version of TLS; nil for the transport's own, 1.2 with AsyncHTTPClient.
    public var minimumTLSVersion: TLSVersion?

    /// The newest version of TLS; nil for the newest that the transport supports.
    public var maximumTLSVersion: TLSVersion?

    /// The proxies.
    public var proxy = Proxy.standard

    /// The maximum size of a decompressed body, by default 200 times its compressed size.
    ///
    /// JSON and other text rarely exceeds a ratio of 100. DEFLATE reaches 1,032 with zeros only: raise the limit for
    /// such files. A larger body fails with ``TransportError/Kind/responseTooLarge``. URLSession doesn't tell the
    /// compressed size. There, a ratio counts from `Content-Length`, and doesn't apply to responses without that field.
    public var decompressionLimit = DecompressionLimit.ratio(200)

    /// The trust in servers of https connections.
    public var serverTrust = ServerTrust.system

    /// The trust in particular hosts. It replaces ``serverTrust``.
    ///
    /// A key is the name of a host, or `*.` and a name for all its subdomains. The longest matching key wins.
    public var hostTrust: [String: ServerTrust] = [:]

    /// The client's certificates for particular hosts. The keys are as those of ``hostTrust``. No other server gets one.
    public var clientCertificates: [String: ClientCertificate] = [:]

    /// Creates the default options: no header fields, a timeout of a minute, and the system's trust.
    public init() {}
}

extension TransportOptions {
    /// Checks the options. A transport calls it before it applies them.
    ///
    /// - Throws: ``TransportOptionsError`` for an invalid number, host or proxy.
    public func check() throws(TransportOptionsError) {
        if let connectionTimeout, !(connectionTimeout > .zero && connectionTimeout <= .longest) {
            throw .invalid(option: "connectionTimeout", problem: "is not a time above zero")
        }
        if let connectionsPerHost, connectionsPerHost < 1 {
            throw .invalid(option: "connectionsPerHost", problem: "is less than one")
        }
        if !decompressionLimit.isValid {
            throw .invalid(option: "decompressionLimit", problem: "is less than one")
        }
        if let keepAlive, !(keepAlive > .zero && keepAlive <= .longest) {
            throw .invalid(option: "keepAlive", problem: "is not a time above zero")
        }
        if let minimum = minimumTLSVersion, let maximum = maximumTLSVersion, minimum > maximum {
            throw .invalid(option: "minimumTLSVersion", problem: "is above 'maximumTLSVersion'")
        }
        try Self.check(hostTrust.keys, of: "hostTrust")
        try Self.check(clientCertificates.keys, of: "clientCertificates")
        try proxy.check()
    }

    private static func check(_ hosts: some Collection<String>, of option: String) throws(TransportOptionsError) {
        if let host = hosts.first(where: { !HostTable<Void>.isKey($0) }) {
            throw .invalid(option: option, problem: "has an invalid host: '\(host)'")
        }
        if Set(hosts.map { HostTable<Void>.name($0) }).count < hosts.count {
            throw .invalid(option: option, problem: "has two keys for one host")
        }
    }

    /// The trust in a host: that of ``hostTrust`` for it, or else ``serverTrust``.
    ///
    /// - Parameter host: The name of the host, as the connection uses it.
    public func serverTrust(for host: String) -> ServerTrust { HostTable(hostTrust)[host: host] ?? serverTrust }

    /// The client's certificate for a host; nil if the host gets none.
    ///
    /// - Parameter host: The name of the host, as the connection uses it.
    public func clientCertificate(for host: String) -> ClientCertificate? { HostTable(clientCertificates)[host: host] }
}

/// An error for invalid transport options.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum TransportOptionsError: Error, Sendable, Hashable {
    /// The transport doesn't support the option.
    case unsupported(option: String, transport: String)

    /// The value of the option is invalid.
    case invalid(option: String, problem: String)
}

extension TransportOptionsError: DescribedError {
    public var problem: String {
        switch self {
        case .unsupported(let option, let transport): "\(transport) doesn't support the option '\(option)'."
        case .invalid(let option, let problem): "The option '\(option)' \(problem)".withFullStop
        }
    }

    public var recovery: String? {
        switch self {
        case .unsupported: "Remove the option, use another transport, or enable the trait that it needs."
        case .invalid: "Correct the value, or remove the option."
        }
    }
}
