#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension TransportError {
    init(asyncHTTPClient error: any Error, url: URL) {
        // The connection guard marks errors of established connections.
        let established = error as? EstablishedConnectionError
        let cause = established?.underlyingError ?? error
        var kind = Kind(asyncHTTPClient: cause)
        if let scheme = url.scheme, cause as? HTTPClientError == .unsupportedScheme(scheme) { kind = .unsupportedURL }
        if established != nil, [.notConnected, .cannotConnect].contains(kind) { kind = .connectionLost }
        self.init(kind, url: url, underlyingError: cause)
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
            case let error as NIOHTTPDecompression.DecompressionError where error == .limit: .responseTooLarge
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
                .invalidResponse
            case is InvalidStatus: .invalidResponse
            case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError, is PinMismatch: .secureConnectionFailed
            case is CancellationError: .cancelled
            default: .other
            }
    }

    private init(_ error: HTTPClientError) {
        self =
            switch error {
            case .cancelled: .cancelled
            case .readTimeout, .writeTimeout, .connectTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout,
                .tlsHandshakeTimeout, .socksHandshakeTimeout, .httpProxyHandshakeTimeout:
                .timedOut
            case .remoteConnectionClosed, .requestStreamCancelled, .uncleanShutdown: .connectionLost
            case .emptyHost, .emptyScheme, .invalidURL: .unsupportedURL
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
        let isUnreachable = { (error: any Error) in
            (error as? IOError).map { Self(errno: $0.errnoCode) == .notConnected } ?? false
        }
        self = !errors.isEmpty && errors.allSatisfy(isUnreachable) ? .notConnected : .cannotConnect
    }

    /// The kind of a system error before the connection is established.
    private init(errno: CInt) {
        self =
            switch errno {
            case ECONNRESET, EPIPE, ENOTCONN, ECONNABORTED: .connectionLost
            case ETIMEDOUT: .timedOut
            case ENETUNREACH, ENETDOWN: .notConnected
            default: .cannotConnect
            }
    }
}
#endif
