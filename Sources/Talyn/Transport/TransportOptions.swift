public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Options for all requests of a transport.
///
/// ```swift
/// var options = TransportOptions()
/// options.timeout = 15
/// options.redirects = .doNotFollow
/// let provider = Provider<GitHub>(transport: try AsyncHTTPClientTransport(options: options))
/// ```
///
/// The initializer of a transport throws if the transport doesn't support an option.
public struct TransportOptions: Sendable {
    /// Default header fields. The fields of a request win over them, and they win over the transport's own.
    public var headerFields: [String: String] = [:]

    /// The idle timeout in seconds: the time without any data from the server after which a request fails with
    /// ``TransportError/Kind/timedOut``. Zero or less means no timeout.
    ///
    /// Applies to requests whose `timeoutInterval` is 60 seconds, the default of `URLRequest`.
    public var timeout: TimeInterval = 60

    /// The timeout in seconds for establishing a connection; nil for the transport's own.
    ///
    /// Not supported by URLSession.
    public var connectionTimeout: TimeInterval?

    /// The maximum number of HTTP/1.1 connections to a host; nil for the transport's own.
    public var connectionsPerHost: Int?

    /// The storage for cookies (RFC 6265); nil for no cookies.
    ///
    /// A request with a `Cookie` field keeps it. The storage of `URLSessionConfiguration.ephemeral` is in memory only.
    public var cookieStorage: HTTPCookieStorage?

    /// The policy for redirects.
    public var redirects = RedirectPolicy.follow

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

    /// Creates the default options: no header fields, a timeout of a minute, no cookies, redirects, the system's roots.
    public init() {}
}

extension TransportOptions {
    /// - Throws: ``TransportOptionsError`` for an invalid number or host, and ``TalynError`` for an invalid header
    ///   field.
    func check() throws {
        try RequestError.check(headerFields)
        if timeout.isNaN { throw TransportOptionsError.invalid(option: "timeout", problem: "is not a number") }
        if let connectionTimeout, !(connectionTimeout > 0 && connectionTimeout < 1e9) {
            throw TransportOptionsError.invalid(option: "connectionTimeout", problem: "is not a number above zero")
        }
        if let connectionsPerHost, connectionsPerHost < 1 {
            throw TransportOptionsError.invalid(option: "connectionsPerHost", problem: "is less than one")
        }
        if !decompressionLimit.isValid {
            throw TransportOptionsError.invalid(option: "decompressionLimit", problem: "is less than one")
        }
        if let key = hostTrust.keys.first(where: { !HostTable<ServerTrust>.isKey($0) }) {
            throw TransportOptionsError.invalid(option: "hostTrust", problem: "has an invalid host: '\(key)'")
        }
        if Set(hostTrust.keys.map { HostTable<ServerTrust>.name($0) }).count < hostTrust.count {
            throw TransportOptionsError.invalid(option: "hostTrust", problem: "has two keys for one host")
        }
    }

    /// Merges the header fields with the transport's own, which they replace.
    func replacing(_ own: [String: String]) -> [String: String] {
        let names = Set(headerFields.keys.map { $0.lowercased() })
        return own.filter { !names.contains($0.key.lowercased()) }.merging(headerFields) { $1 }
    }

    /// Whether the options change the trust of any connection.
    var decidesOnTrust: Bool { serverTrust != .system || !hostTrust.isEmpty }
}

/// An error for invalid transport options.
public enum TransportOptionsError: Error, Sendable, Hashable {
    /// The transport doesn't support the option.
    case unsupported(option: String, transport: String)

    /// The value of the option is invalid.
    case invalid(option: String, problem: String)
}

extension TransportOptionsError {
    /// Creates an error for a configuration of a background session; nil for other configurations.
    ///
    /// - Parameter identifier: The identifier of the configuration, which only background sessions have.
    init?(forSessionIdentifier identifier: String?) {
        guard identifier != nil else { return nil }
        self = .invalid(
            option: "configuration",
            problem: "is for a background session, which can't stream responses; use .default or .ephemeral"
        )
    }
}

extension TransportOptionsError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unsupported(let option, let transport): "\(transport) doesn't support the option '\(option)'."
        case .invalid(let option, let problem): "The option '\(option)' \(problem)."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .unsupported: "Remove the option, use another transport, or enable the trait that it needs."
        case .invalid: "Correct the value, or remove the option."
        }
    }
}

extension TransportOptionsError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
