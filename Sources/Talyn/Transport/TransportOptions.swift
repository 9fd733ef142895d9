public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What holds for every request that a transport sends.
///
/// ```swift
/// var options = TransportOptions()
/// options.timeout = 15
/// options.redirects = .doNotFollow
/// let provider = Provider<GitHub>(transport: try AsyncHTTPClientTransport(options: options))
/// ```
///
/// A transport that can't do what an option asks for says so when it is made, and doesn't go without.
public struct TransportOptions: Sendable {
    /// Header fields for requests that don't set them themselves; they replace the transport's own.
    public var headerFields: [String: String] = [:]

    /// How many seconds a server may be silent before a request fails with ``TransportError/Kind/timedOut``; zero or less
    /// is for ever.
    ///
    /// It is used for requests whose `timeoutInterval` is 60 seconds, which is what requests have to which nobody gave
    /// one.
    public var timeout: TimeInterval = 60

    /// How many seconds a connection may take to come about; nil if as long as the transport has it.
    ///
    /// URLSession doesn't know such a limit.
    public var connectionTimeout: TimeInterval?

    /// How many HTTP/1.1 connections there may be to one host; nil if as many as the transport has it.
    public var connectionsPerHost: Int?

    /// Where cookies are kept and taken from (RFC 6265); nil if there are none.
    ///
    /// A request that has a Cookie field keeps its own. The storage that `URLSessionConfiguration.ephemeral` has is kept
    /// in memory only.
    public var cookieStorage: HTTPCookieStorage?

    /// What becomes of redirects.
    public var redirects = RedirectPolicy.follow

    /// How far the body of a response may unpack; by default to 200 times its compressed size.
    ///
    /// JSON and other text unpacks to hardly more than 100 times its size, DEFLATE reaches 1,032 times with nothing but
    /// zeros. Raise the limit for files that are full of them. A body that unpacks further fails with
    /// ``TransportError/Kind/responseTooLarge``. URLSession doesn't tell how many bytes arrived compressed: there a
    /// ratio is counted against the `Content-Length` of the response, and holds for no response that has none.
    public var decompressionLimit = DecompressionLimit.ratio(200)

    /// Which servers are trusted on https connections.
    public var serverTrust = ServerTrust.system

    /// Which servers are trusted on connections to particular hosts, in place of ``serverTrust``.
    ///
    /// A key is the name of a host, or `*.` and a name for all hosts below it. Of several, the longest key counts.
    public var hostTrust: [String: ServerTrust] = [:]

    /// Creates options: default header fields, a minute's timeout, no cookies, redirects followed, the system's roots.
    public init() {}
}

extension TransportOptions {
    /// - Throws: ``TransportOptionsError`` for a number or a host that is none, and ``TalynError`` for a header field that HTTP
    ///   doesn't allow.
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
            throw TransportOptionsError.invalid(option: "hostTrust", problem: "has a key that is no host: '\(key)'")
        }
        if Set(hostTrust.keys.map { HostTable<ServerTrust>.name($0) }).count < hostTrust.count {
            throw TransportOptionsError.invalid(option: "hostTrust", problem: "has two keys for one host")
        }
    }

    /// Puts the header fields in the place of the transport's own.
    func replacing(_ own: [String: String]) -> [String: String] {
        let names = Set(headerFields.keys.map { $0.lowercased() })
        return own.filter { !names.contains($0.key.lowercased()) }.merging(headerFields) { $1 }
    }

    /// Whether any connection is trusted in another way than the client's configuration has it.
    var decidesOnTrust: Bool { serverTrust != .system || !hostTrust.isEmpty }
}

/// What is wrong with the options that a transport was to be made with.
public enum TransportOptionsError: Error, Sendable, Hashable {
    /// The transport can't do what the option asks for.
    case unsupported(option: String, transport: String)

    /// The option's value makes no sense.
    case invalid(option: String, problem: String)
}

extension TransportOptionsError {
    /// Why a URL session can't be used; nil if it can.
    ///
    /// - Parameter identifier: That of its configuration, which only background sessions have.
    init?(forSessionIdentifier identifier: String?) {
        guard identifier != nil else { return nil }
        self = .invalid(
            option: "configuration",
            problem: "is for a background session, which gives no response as it arrives; use .default or .ephemeral"
        )
    }
}

extension TransportOptionsError: LocalizedError {
    public var errorDescription: String? {
        switch self {
        case .unsupported(let option, let transport): "\(transport) can't do what the option '\(option)' asks for."
        case .invalid(let option, let problem): "The option '\(option)' \(problem)."
        }
    }

    public var recoverySuggestion: String? {
        switch self {
        case .unsupported: "Leave the option out, or use another transport or the trait that it needs."
        case .invalid: "Correct the value, or leave the option out."
        }
    }
}

extension TransportOptionsError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
