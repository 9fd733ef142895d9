#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
import NIOSSL

extension HTTPClient.Configuration {
    /// The same configuration, for servers that are trusted so.
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
            // What the client offers for debugging is its only way to see a connection before a request is sent on it.
            let check: @Sendable (any Channel) -> EventLoopFuture<Void> = { $0.checked(for: pins) }
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

extension Channel {
    /// Fails if the channel is one of TLS whose server has none of the pinned certificates; is closed then.
    ///
    /// The future has its result at once, as AsyncHTTPClient doesn't expect a connection to end meanwhile.
    fileprivate func checked(for pins: PinnedCertificates) -> EventLoopFuture<Void> {
        // On http connections there are no certificates.
        guard let handler = try? pipeline.syncOperations.handler(type: NIOSSLHandler.self) else {
            return eventLoop.makeSucceededVoidFuture()
        }
        if let certificate = handler.peerCertificate, let der = try? Data(certificate.toDERBytes()),
            pins.contains(oneOf: [der])
        {
            return eventLoop.makeSucceededVoidFuture()
        }
        eventLoop.execute { [self] in close(promise: nil) }
        return eventLoop.makeFailedFuture(PinMismatch())
    }
}
#endif
