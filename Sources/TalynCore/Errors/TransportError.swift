#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The failure to get a whole response.
///
/// All transports report their failures by the same kinds. The error of the client, such as a `URLError`, is the
/// ``underlyingError``.
public struct TransportError: Error, Sendable {
    /// The kind of a failure.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        /// The call was cancelled.
        public static let cancelled = Kind(description: "cancelled")

        /// The server was silent for longer than ``RequestOptions/idleTimeout``, or the attempt took longer than
        /// ``RequestOptions/timeout``.
        public static let timedOut = Kind(description: "timedOut")

        /// The call took longer than its ``RequestOptions/deadline``.
        public static let deadlineExceeded = Kind(description: "deadlineExceeded")

        /// There is no network. Nothing was sent.
        public static let notConnected = Kind(description: "notConnected")

        /// No connection was established: the host is unknown, unreachable or refuses. Nothing was sent.
        ///
        /// Your own transport must be certain that nothing was sent when it reports this or ``notConnected``, since
        /// ``ConnectivityPlugin`` then repeats calls of any method.
        public static let cannotConnect = Kind(description: "cannotConnect")

        /// The connection ended before the response was complete.
        public static let connectionLost = Kind(description: "connectionLost")

        /// TLS failed: the certificate isn't trusted, or client and server have no protocol version in common.
        public static let secureConnectionFailed = Kind(description: "secureConnectionFailed")

        /// The response isn't HTTP, or its header or its compressed body is invalid. The text of the error tells which.
        public static let invalidResponse = Kind(description: "invalidResponse")

        /// The body of the response exceeds ``RequestOptions/maximumResponseSize`` or
        /// ``TransportOptions/decompressionLimit``.
        public static let responseTooLarge = Kind(description: "responseTooLarge")

        /// The call allows only a stored response, by ``CachePolicy/Mode/onlyIfCached``, and no cache has one.
        public static let notCached = Kind(description: "notCached")

        /// The server redirects too often, or in a circle.
        public static let tooManyRedirects = Kind(description: "tooManyRedirects")

        /// A redirect from https to http.
        public static let insecureRedirect = Kind(description: "insecureRedirect")

        /// The URL has no host, or its scheme isn't http or https.
        public static let unsupportedURL = Kind(description: "unsupportedURL")

        /// Another failure; see ``TransportError/underlyingError``.
        public static let other = Kind(description: "other")

        /// The name, as in the code.
        public let description: String
    }

    /// The kind of the failure.
    public let kind: Kind

    /// The scheme, host and port of the request.
    public let origin: String?

    /// The error of the HTTP client.
    public let underlyingError: (any Error)?

    /// The cause in words; nil for an error whose ``kind`` says all.
    public let cause: String?

    /// Whether a server may have received the call. False proves that nothing was sent, so that the call can be repeated
    /// whatever its method is.
    ///
    /// It is true after a redirect, and if the client may have sent the request on an earlier connection. It is false for
    /// errors of your own transport with ``Kind/notConnected``, ``Kind/cannotConnect``, ``Kind/unsupportedURL`` or
    /// ``Kind/notCached``.
    public var mayHaveBeenSent: Bool {
        wasSent ?? ![.notConnected, .cannotConnect, .unsupportedURL, .notCached].contains(kind)
    }

    /// Whether a server may have received the call, if the kind of the failure doesn't tell.
    package var wasSent: Bool?

    /// The fault of an ``Kind/invalidResponse``; nil if it isn't known.
    package var fault: ResponseFault?

    /// The failure of a connection that allows the request to be sent again at once.
    package enum ConnectionFailure {
        /// A connection that had served a request before ended before the first byte of the response. The server may have
        /// closed it before the request (RFC 9112, section 9.3.1).
        case unanswered
        /// The server hasn't processed the request (RFC 9113, section 8.7).
        case unprocessed
    }

    package var connectionFailure: ConnectionFailure?

    /// Whether the server requires a certificate of the client, or refused the one it got.
    package var refusesClientCertificate = false

    /// The reason for which a proxy refuses to connect.
    package enum ProxyRefusal: Sendable {
        /// The proxy asks for a user and a password, or refuses those it got.
        case credential
        /// The proxy asks for a user in a way that isn't supported.
        case method
        /// The proxy refuses to connect. The client doesn't tell whether the user or the server is the reason.
        case unknown
    }

    package var proxyRefusal: ProxyRefusal?

    /// Whether the certificate of the server isn't trusted, or isn't a pinned one.
    package var refusesServer = false

    /// Whether the name of the host has no address.
    package var isHostUnknown = false

    /// Creates an error, for your own transport.
    public init(_ kind: Kind, origin: String? = nil, underlyingError: (any Error)? = nil) {
        self.init(kind, origin: origin, underlyingError, cause: underlyingError.map { ErrorText.describe(any: $0) })
    }

    package init(_ kind: Kind, url: URL?, underlyingError: (any Error)? = nil) {
        self.init(kind, origin: url.flatMap { Origin($0)?.description }, underlyingError: underlyingError)
    }

    /// Parses no URL.
    init(_ kind: Kind, url: String) {
        self.init(kind, origin: Origin(url)?.description)
    }

    package init(_ kind: Kind, of request: OutgoingRequest, underlyingError: (any Error)? = nil) {
        self.init(kind, origin: request.origin?.description, underlyingError: underlyingError)
    }

    /// - Parameter cause: The cause in words, since the text of the underlying error is for developers of the client.
    package init(_ kind: Kind, origin: String?, _ underlyingError: (any Error)?, cause: String?) {
        self.kind = kind
        self.origin = origin
        self.underlyingError = underlyingError
        self.cause = cause
    }

    /// The cause of a call after the end of its transport.
    package static let shutDownText = "The transport has been shut down."

    /// The cause of a failure with the status 407.
    package static let proxyCredentialText = "The proxy requires a user and a password that it accepts."

    static let proxyCredentialRecovery =
        "Set a user and a password that the proxy accepts in the options of the transport."
}

extension TransportError: DescribedError {
    public var errorReason: TalynError.Reason { .transport }

    public var problem: String {
        let place = origin ?? "the server"
        return switch kind {
        case .cancelled: "The call was cancelled."
        case .timedOut: "\(place) didn't answer in time."
        case .deadlineExceeded: "The call to \(place) did not end before its deadline."
        case .notConnected: "There is no network to reach \(place)."
        case .responseTooLarge: "The response of \(place) exceeds the limit."
        case .notCached: "There is no cached response of \(place), and the cache policy requires one."
        case .cannotConnect: "Could not connect to \(place)."
        case .connectionLost: "The connection to \(place) ended before the response was complete."
        case .secureConnectionFailed: "Could not connect securely to \(place)."
        case .invalidResponse: "The response of \(place) \(fault?.problem ?? "is invalid")."
        case .tooManyRedirects: "\(place) redirects too often."
        case .insecureRedirect: "\(place) redirects from https to http."
        case .unsupportedURL: "The URL isn't an HTTP URL."
        default: "The request to \(place) failed."
        }
    }

    public var recovery: String? {
        switch kind {
        case .timedOut: "Try again, or raise the timeout in the request options."
        case .deadlineExceeded: "Try again, or raise the deadline in the request options."
        case .notConnected: "Try again when there is a network."
        case .responseTooLarge: "Raise the limit in the options of the request or the transport."
        case .notCached:
            "Make the call with another cache mode first. A CachePlugin or the transport keeps its response."
        case .cannotConnect where proxyRefusal == .credential: Self.proxyCredentialRecovery
        case .cannotConnect where proxyRefusal == .method: "Use a proxy that asks for no user, or an HTTP proxy."
        case .cannotConnect where proxyRefusal == .unknown:
            "Check the user and the password of the proxy, and the host and port of the base URL."
        case .cannotConnect:
            "Check the host and port of the base URL, the server, and the network."
        case .connectionLost: "Try again, if the request may be repeated."
        case .secureConnectionFailed where refusesClientCertificate:
            "Set clientCertificates in the options of the transport to a certificate that the server accepts."
        case .secureConnectionFailed: "Check the server's certificate and the trusted roots of the transport."
        case .invalidResponse: fault?.recovery
        case .tooManyRedirects: "Check where the redirects lead."
        case .insecureRedirect: "Change the server. To send without encryption, use the http URL itself."
        case .unsupportedURL: "Use a URL with http or https and a host, such as https://example.com."
        default: nil
        }
    }
}

/// An error of a client below a transport that has a meaning as a ``TransportError``, such as Foundation's `URLError`.
///
/// A module that brings a transport conforms the errors of its client to it. So a transport of one's own on the same client can
/// throw them as they are.
package protocol ClientFailure: Error {
    /// The failure; nil for a value that has no such meaning.
    var transportError: TransportError? { get }

    /// The failure in one sentence; nil for the text of any error.
    var text: String? { get }
}

extension Error {
    /// The error itself, if its type is one of a client.
    var asClientFailure: (any ClientFailure)? {
        // The type counts, since any error could become an NSError.
        type(of: self) is any ClientFailure.Type ? self as? any ClientFailure : nil
    }

    /// The failure of a transport; nil for any other error.
    package var asTransportError: TransportError? {
        self as? TransportError ?? asClientFailure?.transportError
    }
}
