#if AsyncHTTPClient && os(Linux)
import _TalynFoundation
import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression
import NIOPosix
import NIOSOCKS
import NIOSSL
import TalynCore
import _TalynSupport

extension TransportError {
    /// The progress of a request at its failure.
    enum RequestProgress {
        /// No connection has sent the request, and none will.
        case unsent
        /// A connection may have sent it.
        case sent
        /// The connections of a caller's client tell nothing.
        case unknown
    }

    /// - Parameters:
    ///   - error: The error of the client.
    ///   - request: The request.
    ///   - progress: The progress of the request.
    ///   - isShutDown: Whether the transport has been shut down.
    init(
        asyncHTTPClient error: any Error,
        of request: OutgoingRequest,
        _ progress: RequestProgress = .unknown,
        isShutDown: Bool = false
    ) {
        // The connection guard marks errors of established connections.
        let established = error as? EstablishedConnectionError
        let cause = established?.underlyingError ?? error
        var kind = Kind(asyncHTTPClient: cause)
        if let scheme = request.head.scheme, cause as? HTTPClientError == .unsupportedScheme(scheme) {
            kind = .unsupportedURL
        }
        let isShutDown = isShutDown && cause as? HTTPClientError == .cancelled && kind != .cancelled
        if isShutDown { kind = .other }
        var delivery = established?.delivery
        // The bytes before the head belong to an earlier response.
        if delivery == .unanswered, kind == .invalidResponse { kind = .connectionLost }
        switch progress {
        case .sent:
            if [.notConnected, .cannotConnect].contains(kind) { kind = .connectionLost }
        case .unsent where kind == .invalidResponse:
            kind = .cannotConnect
        case .unsent where kind == .connectionLost:
            // A repetition has a connection of its own. A proxy that breaks off gets no third request for one.
            let isEstablished = cause as? HTTPClientError != .remoteConnectionClosed
            if !request.isRepetition || isEstablished { delivery = .unprocessed }
            if request.isRepetition { kind = .cannotConnect }
        case .unsent:
            break
        case .unknown:
            // The client found the connection closed. It can also have lost a response that came before the end of its request, so
            // that proves nothing.
            let errors: [HTTPClientError] = [.remoteConnectionClosed, .cancelled]
            let isStale = kind == .connectionLost && (cause as? HTTPClientError).map { errors.contains($0) } ?? false
            if established == nil, isStale { delivery = .unanswered }
            if (cause as? NIOHTTP2Errors.StreamClosed)?.errorCode == .refusedStream { delivery = .unprocessed }
        }
        let isWaiting = cause as? HTTPClientError == .getConnectionFromPoolTimeout
        let isLocal = isWaiting || kind == .other && Self.isLocal(cause)
        let isUnsent = progress == .unsent || progress == .unknown && isLocal
        let text = isShutDown ? "The transport has been shut down." : Self.text(of: cause)
        self.init(kind, of: request, underlyingError: cause)
        if text != nil || kind != .other { self.cause = text }
        detail = Detail(asyncHTTPClient: cause, of: kind)
        self.delivery = delivery ?? (isUnsent ? .notSent : nil)
    }

    /// Whether the failure is one of this host, before there was a connection.
    private static func isLocal(_ error: any Error) -> Bool {
        switch error {
        case is IOError, is NIOConnectionError: true
        case let error as HTTPClientError: error == .alreadyShutdown
        default: false
        }
    }

    /// The text of an error for users of Talyn; nil for an error that adds nothing to its kind.
    private static func text(of error: any Error) -> String? {
        switch error {
        case let error as IOError: systemText(error.errnoCode)
        case let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData:
            "The compressed body is cut short."
        case is NIOHTTPDecompression.ExtraDecompressionError, is NIOHTTPDecompression.DecompressionError:
            "The body can't be decompressed."
        case let error as NIOConnectionError:
            error.connectionErrors.last.map { text(of: $0.error) } ?? "The name of the host has no address."
        case ChannelError.connectTimeout: "The connection was not established in time."
        case let error as HTTPClientError: text(of: error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname:
            "The certificate is for another host."
        case is NIOSSLError, is BoringSSLError:
            tlsText("\(error)")
        case is SOCKSError.NoValidAuthenticationMethod, is SOCKSError.InvalidAuthenticationSelection:
            "The SOCKS proxy asks for a user and a password, which isn't supported."
        case let error as HTTPParserError where error == .headerOverflow:
            "The response has too many header fields, or too long ones. It may have 256 with 2 MiB, and each may have 80 KiB."
        case is any SOCKSFailure: "The SOCKS proxy did not connect to the server."
        case let error as any LocalizedError: error.errorDescription
        default: nil
        }
    }

    private static func tlsText(_ description: String) -> String {
        if refusesServer(description) { return "The certificate isn't trusted." }
        if description.contains("CERTIFICATE_REQUIRED") { return "The server requires a client certificate." }
        if refusesClientCertificate(description) { return "The server refuses the client certificate." }
        return "The TLS handshake failed."
    }

    /// Whether the text of BoringSSL says that the chain of certificates isn't trusted.
    fileprivate static func refusesServer(_ description: String) -> Bool {
        description.contains("CERTIFICATE_VERIFY_FAILED")
    }

    /// Whether the text of BoringSSL has an alert that a server sends because of the client's certificate (RFC 8446, section 6.2).
    fileprivate static func refusesClientCertificate(_ description: String) -> Bool {
        [
            "CERTIFICATE_REQUIRED", "UNKNOWN_CA", "BAD_CERTIFICATE", "UNSUPPORTED_CERTIFICATE", "CERTIFICATE_REVOKED",
            "CERTIFICATE_EXPIRED", "CERTIFICATE_UNKNOWN",
        ].contains { description.contains("ALERT_\($0)") || description.contains("TLSV1_\($0)") }
    }

    private static func text(of error: HTTPClientError) -> String? {
        switch error {
        case .connectTimeout: "The connection was not established in time."
        case .tlsHandshakeTimeout: "The TLS handshake did not end in time."
        case .getConnectionFromPoolTimeout: "No connection became free in time."
        case .alreadyShutdown: "The transport has been shut down."
        case .httpProxyHandshakeTimeout, .socksHandshakeTimeout: "The proxy did not answer in time."
        case .proxyAuthenticationRequired: "The proxy requires a user and a password that it accepts."
        case .invalidProxyResponse: "The proxy did not connect to the server."
        default: nil
        }
    }

    private static func systemText(_ code: CInt) -> String? {
        strerror(code).map { String(cString: $0) + "." }
    }
}

/// An error of a SOCKS proxy.
private protocol SOCKSFailure {}

extension SOCKSError.ConnectionFailed: SOCKSFailure {}
extension SOCKSError.InvalidAddressType: SOCKSFailure {}
extension SOCKSError.InvalidAuthenticationSelection: SOCKSFailure {}
extension SOCKSError.InvalidProtocolVersion: SOCKSFailure {}
extension SOCKSError.InvalidReservedByte: SOCKSFailure {}
extension SOCKSError.NoValidAuthenticationMethod: SOCKSFailure {}

extension TransportError.Detail {
    fileprivate init?(asyncHTTPClient error: any Error, of kind: TransportError.Kind) {
        switch error {
        case let error as NIOConnectionError where error.connectionErrors.isEmpty: self = .unknownHost
        case is PinMismatch: self = .untrustedServer
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: self = .untrustedServer
        case is NIOSSLError, is BoringSSLError:
            let text = "\(error)"
            if TransportError.refusesServer(text) {
                self = .untrustedServer
            } else if TransportError.refusesClientCertificate(text) {
                self = .refusedClientCertificate
            } else {
                return nil
            }
        case let error as HTTPClientError where error == .getConnectionFromPoolTimeout: self = .noFreeConnection
        case let error as HTTPClientError where error == .proxyAuthenticationRequired: self = .refusedProxyCredential
        // Some proxies refuse a wrong password with another status than 407.
        case let error as HTTPClientError where error == .invalidProxyResponse: self = .refusedByProxy
        // NIO asks for no method with a user.
        case is SOCKSError.NoValidAuthenticationMethod, is SOCKSError.InvalidAuthenticationSelection:
            self = .unsupportedProxyAuthentication
        case _ where kind == .invalidResponse: self.init(invalidResponse: error)
        default: return nil
        }
    }

    private init?(invalidResponse error: any Error) {
        switch error {
        // A response must start with the name and the version of the protocol.
        case let error as HTTPParserError where error == .invalidConstant || error == .invalidVersion: self = .notHTTP
        case is HTTPParserError, is NIOHTTPDecoderError, is InvalidStatus, is HeaderFieldLimitError,
            is HTTP2ConnectionFailure:
            self = .malformedMessage
        case is UnknownTransferCoding: self = .unknownTransferCoding
        case let error as NIOHTTPDecompression.ExtraDecompressionError where error == .truncatedData:
            self = .truncatedCompression
        case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError,
            is UnsupportedContentCoding:
            self = .invalidCompression
        default: return nil
        }
    }
}

extension TransportError.Kind {
    fileprivate init(asyncHTTPClient error: any Error) {
        self =
            switch error {
            case let error as HTTPClientError: Self(error)
            case let error as IOError: Self(errno: error.errnoCode)
            case let error as NIOConnectionError: Self(attempts: error.connectionErrors.map(\.error))
            case let error as ChannelError: Self(error)
            case let error as HTTPParserError: error == .invalidEOFState ? .connectionLost : .invalidResponse
            case is NIOHTTPDecoderError: .invalidResponse
            case let error as NIOHTTPDecompression.DecompressionError where error == .limit: .responseTooLarge
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError,
                is UnsupportedContentCoding:
                .invalidResponse
            case is InvalidStatus, is HeaderFieldLimitError, is UnknownTransferCoding, is HTTP2ConnectionFailure:
                .invalidResponse
            // The server reset the stream (RFC 9113, section 5.4.2).
            case is NIOHTTP2Errors.StreamClosed: .connectionLost
            case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError, is PinMismatch: .secureConnectionFailed
            case is CancellationError: .cancelled
            case is any SOCKSFailure: .cannotConnect
            default: .other
            }
    }

    private init(_ error: HTTPClientError) {
        self =
            switch error {
            case .readTimeout, .writeTimeout, .connectTimeout, .deadlineExceeded, .tlsHandshakeTimeout,
                .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .getConnectionFromPoolTimeout:
                .timedOut
            case .remoteConnectionClosed, .requestStreamCancelled, .uncleanShutdown: .connectionLost
            // AsyncHTTPClient also says so when a connection or the client ends.
            case .cancelled: Task.isCancelled ? .cancelled : .connectionLost
            case .emptyHost, .emptyScheme, .invalidURL: .unsupportedURL
            case .proxyAuthenticationRequired, .invalidProxyResponse: .cannotConnect
            default: .other
            }
    }

    private init(_ error: ChannelError) {
        self =
            switch error {
            case .connectTimeout: .timedOut
            case .ioOnClosedChannel, .alreadyClosed, .inputClosed, .outputClosed, .eof: .connectionLost
            default: .other
            }
    }

    /// A host can have several addresses. There is no network if none of them has a route.
    ///
    /// - Parameter errors: The errors of the addresses; none if the lookup of the host failed.
    init(attempts errors: [any Error]) {
        let kinds = Set(errors.map { error in (error as? IOError).map { Self(errno: $0.errnoCode) } ?? .cannotConnect })
        // Each address failed for the same reason, such as too many open files of this host.
        self =
            kinds.count == 1 && [.notConnected, .other].contains(kinds.first) ? kinds.first ?? .other : .cannotConnect
    }

    /// The kind of a system error before the connection is established.
    private init(errno: CInt) {
        self =
            switch errno {
            case ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED: .connectionLost
            case ETIMEDOUT: .timedOut
            case ENETUNREACH, ENETDOWN: .notConnected
            case ECONNREFUSED, EHOSTUNREACH, EHOSTDOWN: .cannotConnect
            // The fault is on this host, such as too many open files. The server isn't to blame.
            default: .other
            }
    }
}
#endif
