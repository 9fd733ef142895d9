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
        // Where the connection was established is marked by its guard.
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

    /// A host may have several addresses: there is no network if the system knows a way to none of them.
    ///
    /// - Parameter errors: One for each address; none if the name of the host was not found.
    init(attempts errors: [any Error]) {
        let isUnreachable = { (error: any Error) in
            (error as? IOError).map { Self(errno: $0.errnoCode) == .notConnected } ?? false
        }
        self = !errors.isEmpty && errors.allSatisfy(isUnreachable) ? .notConnected : .cannotConnect
    }

    /// What an error of the system means before a connection is established.
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
