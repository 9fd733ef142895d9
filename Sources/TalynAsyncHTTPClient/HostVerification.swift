#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import NIOSSL

/// Verifies that the certificate of a connection is for the host of a URL (RFC 9110, section 4.3.4).
///
/// swift-nio-ssl 2.37 verifies names. It also accepts a certificate for the address of its peer, whatever the name is. That address can
/// be the proxy's, or any that DNS answers. So this type looks again at certificates that have the address of the peer. For the address
/// in a URL, swift-nio-ssl takes that of the peer, which is wrong behind a proxy.
///
/// Only the event loop of the connection uses it.
struct HostVerification {
    private let certificate: NIOSSLCertificate?
    /// Whether swift-nio-ssl may have accepted the certificate for the address of its peer alone.
    private let hasAddressOfPeer: Bool

    /// - Parameter channel: A connection whose TLS handshake is over.
    init(_ channel: any Channel) {
        let certificate = (try? channel.pipeline.syncOperations.handler(type: NIOSSLHandler.self))?.peerCertificate
        hasAddressOfPeer = channel.remoteAddress.map { certificate?.hasAddress($0) ?? false } ?? false
        self.certificate = certificate
    }

    /// Whether the certificate is for a host.
    ///
    /// - Parameters:
    ///   - host: A name, or an address without brackets.
    ///   - isUnverified: Whether swift-nio-ssl hasn't verified the host; see ``HTTPClient/Configuration/addressTLS``.
    func accepts(_ host: @autoclosure () -> String, isUnverified: Bool) -> Bool {
        guard hasAddressOfPeer || isUnverified else { return true }
        return certificate?.isFor(host()) ?? false
    }

    /// Whether a name in a certificate matches the name of a host (RFC 9525, section 6.3). `*` stands for the whole first label.
    static func matches(_ name: String, _ host: String) -> Bool {
        // Some other characters become letters of ASCII in lower case.
        guard (name + host).utf8.allSatisfy({ $0 < 0x80 }) else { return false }
        let (name, host) = (labels(name), labels(host))
        guard name.count == host.count, host.allSatisfy({ !$0.isEmpty }) else { return false }
        return name.first == "*" && name.count > 1 ? name.dropFirst() == host.dropFirst() : name == host
    }

    private static func labels(_ name: String) -> [Substring] {
        let name = name.lowercased()
        let relative = name.hasSuffix(".") ? name.dropLast() : name[...]
        return relative.split(separator: ".", omittingEmptySubsequences: false)
    }
}

extension NIOSSLCertificate {
    fileprivate func isFor(_ host: String) -> Bool {
        if let address = try? SocketAddress(ipAddress: host, port: 0) { return hasAddress(address) }
        return _subjectAlternativeNames().contains {
            $0.nameType == .dnsName && HostVerification.matches(String(decoding: $0.contents, as: UTF8.self), host)
        }
    }

    fileprivate func hasAddress(_ address: SocketAddress) -> Bool {
        guard let address = address.ipAddress else { return false }
        return _subjectAlternativeNames().contains {
            guard $0.nameType == .ipAddress else { return false }
            return (try? SocketAddress(packedIPAddress: ByteBuffer(bytes: $0.contents), port: 0))?.ipAddress == address
        }
    }
}

extension HTTPClient.Configuration {
    /// Whether the connections verify the host of their server.
    var verifiesHosts: Bool {
        guard let verification = tlsConfiguration?.certificateVerification else { return true }
        if case .fullVerification = verification { return true }
        return false
    }

    /// The TLS configuration for the address in a URL, if the peer can be another one; nil if it can't. swift-nio-ssl then verifies all
    /// but the host, and a ``HostVerification`` must follow.
    var addressTLS: TLSConfiguration? {
        guard verifiesHosts, proxy != nil || !dnsOverride.isEmpty else { return nil }
        var tls = tlsConfiguration ?? .makeClientConfiguration()
        tls.certificateVerification = .noHostnameVerification
        return tls
    }
}

extension String {
    /// Whether the host of a URL is an address, without brackets.
    var isAddress: Bool { (try? SocketAddress(ipAddress: self, port: 0)) != nil }
}
#endif
