#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import NIOHTTPCompression
import NIOSSL
import TalynCore

extension HTTPClient.Configuration {
    /// Applies the options that all clients of a transport share. An option without a value leaves the configuration as it is.
    ///
    /// - Throws: ``TransportOptionsError`` for a newest version of TLS below the oldest one of the configuration.
    mutating func apply(_ options: TransportOptions) throws(TransportOptionsError) {
        if options.decompressionLimit != TransportOptions().decompressionLimit {
            unpack(by: options.decompressionLimit)
        }
        if let timeout = options.connectionTimeout { self.timeout.connect = TimeAmount(timeout) }
        if let connections = options.connectionsPerHost {
            connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        }
        if let keepAlive = options.keepAlive { connectionPool.idleTimeout = TimeAmount(keepAlive) }
        if options.httpVersions == .http1Only { httpVersion = .http1Only }
        if options.minimumTLSVersion != nil || options.maximumTLSVersion != nil {
            var tls = tlsConfiguration ?? .makeClientConfiguration()
            if let version = options.minimumTLSVersion { tls.minimumTLSVersion = NIOSSL.TLSVersion(version) }
            if let version = options.maximumTLSVersion {
                tls.maximumTLSVersion = NIOSSL.TLSVersion(version)
                guard NIOSSL.TLSVersion(version).order >= tls.minimumTLSVersion.order else {
                    throw .invalid(
                        option: "maximumTLSVersion",
                        problem: "is below the oldest version of the configuration: set 'minimumTLSVersion', too"
                    )
                }
            }
            tlsConfiguration = tls
        }
    }

    mutating func unpack(by limit: DecompressionLimit) {
        let maximum: NIOHTTPDecompression.DecompressionLimit =
            if case .size(let size) = limit {
                .size(size)
            } else if case .ratio(let ratio) = limit {
                // DEFLATE can't reach this ratio, and NIO traps if the product overflows.
                .ratio(min(ratio, 1 << 20))
            } else {
                .none
            }
        decompression = .enabled(limit: maximum)
    }

    /// Applies a trust to https connections. With pins, a connection without TLS fails.
    ///
    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
    func trusting(_ trust: ServerTrust) throws -> HTTPClient.Configuration {
        guard trust != .system else { return self }
        let trust = try trust.prepared()
        var tls = tlsConfiguration ?? .makeClientConfiguration()
        tls.certificateVerification =
            switch trust.verification {
            case .withoutHostName: .noHostnameVerification
            case .none: .none
            default: .fullVerification
            }
        if let roots = trust.roots { tls.trustRoots = .certificates(try roots.map { try NIOSSLCertificate(der: $0) }) }
        var configuration = self
        configuration.tlsConfiguration = tls
        if trust.isPinning {
            func checking(then other: Initializer?) -> Initializer {
                Self.initializer(then: other) { try $0.pipeline.syncOperations.check(trust) }
            }
            configuration.http1_1ConnectionDebugInitializer = checking(then: http1_1ConnectionDebugInitializer)
            configuration.http2ConnectionDebugInitializer = checking(then: http2ConnectionDebugInitializer)
        }
        return configuration
    }

    /// Adds a certificate of the client.
    ///
    /// - Throws: ``TransportOptionsError`` for invalid data, or a wrong password.
    mutating func identify(by certificate: ClientCertificate) throws(TransportOptionsError) {
        var tls = tlsConfiguration ?? .makeClientConfiguration()
        do {
            if case .pem(let certificates, let privateKey, let password) = certificate {
                let chain = try NIOSSLCertificate.fromPEMBytes(Array(certificates))
                guard !chain.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
                tls.certificateChain = chain.map { .certificate($0) }
                // Without a password, a key that needs one must not ask for it at the terminal.
                let password = Array((password ?? "").utf8)
                let key = try NIOSSLPrivateKey(bytes: Array(privateKey), format: .pem) { $0(password) }
                tls.privateKey = .privateKey(key)
            } else if case .pkcs12(let file, let password) = certificate {
                let bundle = try NIOSSLPKCS12Bundle(buffer: Array(file), passphrase: Array(password.utf8))
                tls.certificateChain = bundle.certificateChain.map { .certificate($0) }
                tls.privateKey = .privateKey(bundle.privateKey)
            } else {
                throw NIOSSLError.failedToLoadCertificate
            }
        } catch {
            throw .invalid(
                option: "clientCertificates",
                problem: "has a certificate or a key that can't be read: \(certificate). Is the password right?"
            )
        }
        tlsConfiguration = tls
    }
}

extension TransportOptions {
    /// The options with the idle timeout of a configuration, unless the options have one of their own.
    func with(_ configuration: HTTPClient.Configuration) -> TransportOptions {
        guard idleTimeout == TransportOptions().idleTimeout, let timeout = configuration.timeout.read else {
            return self
        }
        var options = self
        options.idleTimeout = .nanoseconds(timeout.nanoseconds)
        return options
    }
}

extension NIOSSL.TLSVersion {
    fileprivate var order: Int {
        switch self {
        case .tlsv1: 10
        case .tlsv11: 11
        case .tlsv12: 12
        case .tlsv13: 13
        }
    }

    fileprivate init(_ version: TransportOptions.TLSVersion) {
        self =
            switch version {
            case .tls10: .tlsv1
            case .tls11: .tlsv11
            case .tls12: .tlsv12
            default: .tlsv13
            }
    }
}

extension NIOSSLCertificate {
    fileprivate convenience init(der: Data) throws {
        do {
            try self.init(bytes: Array(der), format: .der)
        } catch {
            throw TransportOptionsError.invalid(option: "serverTrust", problem: "has an invalid root certificate")
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Checks that the server of a TLS connection has a pinned certificate.
    ///
    /// - Throws: ``PinMismatch`` for a server without a pinned certificate, and for a connection without TLS.
    func check(_ trust: ServerTrust.Prepared) throws(PinMismatch) {
        guard let tls = try? handler(type: NIOSSLHandler.self), let certificate = tls.peerCertificate,
            let der = try? Data(certificate.toDERBytes()), trust.allows([der])
        else { throw PinMismatch() }
    }
}
#endif
