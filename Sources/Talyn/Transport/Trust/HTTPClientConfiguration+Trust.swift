#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOSSL

extension HTTPClient.Configuration {
    /// The same configuration, for https servers that are trusted so. With pins, a connection without TLS fails.
    ///
    /// - Throws: ``TransportOptionsError`` for what is no certificate or no hash.
    func trusting(_ trust: ServerTrust) throws -> HTTPClient.Configuration {
        guard trust != .system else { return self }
        let trust = try PreparedTrust(trust)
        var tls = tlsConfiguration ?? .makeClientConfiguration()
        tls.certificateVerification =
            switch trust.verification {
            case .full: .fullVerification
            case .withoutHostName: .noHostnameVerification
            case .none: .none
            }
        if let roots = trust.roots { tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(der: $0) }) }
        var configuration = self
        configuration.tlsConfiguration = tls
        if let pins = trust.pins {
            let check = Self.initializer { try $0.check(pins) }
            configuration.http1_1ConnectionDebugInitializer = check
            configuration.http2ConnectionDebugInitializer = check
        }
        return configuration
    }
}

extension NIOSSLCertificate {
    fileprivate convenience init(der: Data) throws {
        do {
            try self.init(bytes: Array(der), format: .der)
        } catch {
            throw TransportOptionsError.invalid(option: "serverTrust", problem: "has a root that is no certificate")
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Checks that the server of a TLS connection has shown a pinned certificate.
    ///
    /// - Throws: ``PinMismatch`` if it has not; also if the connection has no TLS, whose server can't be known.
    func check(_ pins: PinnedCertificates) throws(PinMismatch) {
        guard let tls = try? handler(type: NIOSSLHandler.self), let certificate = tls.peerCertificate,
            let der = try? Data(certificate.toDERBytes()), pins.contains(oneOf: [der])
        else { throw PinMismatch() }
    }
}
#endif
