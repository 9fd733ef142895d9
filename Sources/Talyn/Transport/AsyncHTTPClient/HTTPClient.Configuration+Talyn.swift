#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOSSL

extension HTTPClient.Configuration {
    typealias Initializer = @Sendable (any Channel) -> EventLoopFuture<Void>

    /// Adds a ``ConnectionGuard`` to every connection.
    ///
    /// Only debug initializers see a connection before its first request. Those of the configuration run afterwards.
    ///
    /// - Parameter idleTimeout: The idle timeout of requests without one of their own; nil for none.
    func guardingConnections(idleTimeout: TimeAmount?) -> HTTPClient.Configuration {
        var configuration = self
        configuration.http1_1ConnectionDebugInitializer = Self.initializer(then: http1_1ConnectionDebugInitializer) {
            let decoder = try $0.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try $0.addHandler(ConnectionGuard(idleTimeout: idleTimeout), position: .after(decoder))
        }
        configuration.http2StreamChannelDebugInitializer = Self.initializer(then: http2StreamChannelDebugInitializer) {
            let codec = try $0.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            try $0.addHandler(ConnectionGuard(idleTimeout: idleTimeout), position: .after(codec))
            try $0.addHandler(HTTP2StatusGuard(), position: .first)
        }
        return configuration
    }

    /// Prepares the pipeline of a new connection. Closes the connection on failure.
    ///
    /// The future completes at once, since AsyncHTTPClient doesn't expect a connection to end meanwhile.
    static func initializer(
        then other: Initializer? = nil,
        _ prepare: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> Initializer {
        { channel in
            do {
                try prepare(channel.pipeline.syncOperations)
            } catch {
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(error)
            }
            return other?(channel) ?? channel.eventLoop.makeSucceededVoidFuture()
        }
    }
}

extension HTTPClient.Configuration {
    /// Applies a trust to https connections. With pins, a connection without TLS fails.
    ///
    /// - Throws: ``TransportOptionsError`` for an invalid certificate or hash.
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
            throw TransportOptionsError.invalid(option: "serverTrust", problem: "has an invalid root certificate")
        }
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Checks that the server of a TLS connection has a pinned certificate.
    ///
    /// - Throws: ``PinMismatch`` for a server without a pinned certificate, and for a connection without TLS.
    func check(_ pins: PinnedCertificates) throws(PinMismatch) {
        guard let tls = try? handler(type: NIOSSLHandler.self), let certificate = tls.peerCertificate,
            let der = try? Data(certificate.toDERBytes()), pins.contains(oneOf: [der])
        else { throw PinMismatch() }
    }
}
#endif
