import Foundation
import HTTPTypes
import TalynCore
import _TalynSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// Applies the options of connections. An option without a value leaves the configuration as it is.
    ///
    /// - Throws: ``TransportOptionsError`` for an option that a session doesn't support.
    func apply(_ options: TransportOptions) throws(TransportOptionsError) {
        for (option, isSet) in [
            ("connectionTimeout", options.connectionTimeout != nil), ("keepAlive", options.keepAlive != nil),
            ("httpVersions", options.httpVersions != .automatic),
        ] where isSet { throw .unsupported(option: option, transport: "URLSession") }
        if let connections = options.connectionsPerHost { httpMaximumConnectionsPerHost = connections }
        let own = HTTPFields(httpAdditionalHeaders?.textual ?? [:])
        httpAdditionalHeaders = own.replacing(with: options.headerFields).combined
        #if canImport(Security)
        if let version = options.minimumTLSVersion { tlsMinimumSupportedProtocolVersion = version.protocolVersion }
        if let version = options.maximumTLSVersion { tlsMaximumSupportedProtocolVersion = version.protocolVersion }
        if let proxies = options.proxy.dictionary { connectionProxyDictionary = proxies }
        #else
        for (option, isSet) in [
            ("serverTrust", options.decidesOnTrust), ("clientCertificates", !options.clientCertificates.isEmpty),
            ("minimumTLSVersion", options.minimumTLSVersion != nil),
            ("maximumTLSVersion", options.maximumTLSVersion != nil), ("proxy", options.proxy != .standard),
        ] where isSet { throw .unsupported(option: option, transport: "URLSession on this system") }
        #endif
    }
}

extension TransportOptions {
    /// Whether the options change the trust of any connection.
    var decidesOnTrust: Bool { serverTrust != .system || !hostTrust.isEmpty }
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

#if canImport(Security)
import Security

extension TransportOptions.TLSVersion {
    fileprivate var protocolVersion: tls_protocol_version_t {
        switch self {
        case .tls10: .TLSv10
        case .tls11: .TLSv11
        case .tls12: .TLSv12
        default: .TLSv13
        }
    }
}

extension TransportOptions.Proxy {
    /// The settings of a session; nil for the system's. The names of the keys are those of CFNetwork, which declares some
    /// of them on macOS only.
    fileprivate var dictionary: [AnyHashable: Any]? {
        guard let servers else { return nil }
        var settings: [AnyHashable: Any] = [:]
        let exceptions = ProxyExceptions(exceptions)
        if exceptions.areAll { return settings }
        for (scheme, server) in servers {
            // SOCKS applies to every scheme.
            let name = server.kind == .socks5 ? "SOCKS" : scheme.uppercased()
            settings["\(name)Enable"] = 1
            settings["\(name)Proxy"] = server.host
            settings["\(name)Port"] = server.port
        }
        let names = exceptions.names.flatMap { [$0, "*.\($0)"] } + exceptions.addresses
        if !names.isEmpty { settings["ExceptionsList"] = names }
        return settings
    }
}
#endif
