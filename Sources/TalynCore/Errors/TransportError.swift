import _TalynFoundation

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
        /// ``RequestOptions/timeout``, or no connection was there in time; see ``Detail/noFreeConnection``.
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
    public let origin: Origin?

    /// The error of the HTTP client.
    public let underlyingError: (any Error)?

    /// The cause in words; nil for an error whose ``kind`` says all. It must not hold a secret.
    public var cause: String?

    /// More about the failure than its ``kind``; nil if no more is known.
    public var detail: Detail?

    /// The way of the request to the server, if the transport knows more than the ``kind`` tells.
    public var delivery: Delivery?

    /// Whether a server may have processed the call. False proves that none did, so that the call can be repeated whatever its
    /// method is.
    ///
    /// It is true after a redirect, and if the client may have sent the request on an earlier connection. Without a ``delivery``, it
    /// is false for ``Kind/notConnected``, ``Kind/cannotConnect``, ``Kind/unsupportedURL`` and ``Kind/notCached``.
    public var mayHaveBeenSent: Bool {
        guard let delivery else {
            return ![.notConnected, .cannotConnect, .unsupportedURL, .notCached].contains(kind)
        }
        return delivery != .notSent && delivery != .unprocessed
    }

    /// Creates an error, for your own transport.
    ///
    /// - Parameters:
    ///   - kind: The kind of the failure.
    ///   - request: The request, whose scheme, host and port the text names.
    ///   - origin: The scheme, host and port of the request. By default that of `request`.
    ///   - underlyingError: The error of the client.
    ///   - cause: The cause in words. By default the text of the underlying error.
    ///   - detail: More about the failure than its kind.
    ///   - delivery: The way of the request to the server, if the transport knows more than the kind tells.
    public init(
        _ kind: Kind,
        of request: OutgoingRequest? = nil,
        origin: Origin? = nil,
        underlyingError: (any Error)? = nil,
        cause: String? = nil,
        detail: Detail? = nil,
        delivery: Delivery? = nil
    ) {
        self.kind = kind
        self.origin = origin ?? request?.origin
        self.underlyingError = underlyingError
        self.cause = cause ?? underlyingError.map { ErrorText.describe(any: $0) }
        self.detail = detail
        self.delivery = delivery
    }
}

extension TransportError: DescribedError {
    public var errorReason: TalynError.Reason { .transport }

    public var problem: String {
        let place = origin?.description ?? "the server"
        return switch kind {
        case .cancelled: "The call was cancelled."
        case .timedOut where detail == .noFreeConnection: "The request to \(place) did not get a connection in time."
        case .timedOut: "\(place) didn't answer in time."
        case .deadlineExceeded: "The call to \(place) did not end before its deadline."
        case .notConnected: "There is no network to reach \(place)."
        case .responseTooLarge: "The response of \(place) exceeds the limit."
        case .notCached: "There is no cached response of \(place), and the cache policy requires one."
        case .cannotConnect: "Could not connect to \(place)."
        case .connectionLost: "The connection to \(place) ended before the response was complete."
        case .secureConnectionFailed: "Could not connect securely to \(place)."
        case .invalidResponse: "The response of \(place) \(detail?.problem ?? "is invalid")."
        case .tooManyRedirects: "\(place) redirects too often."
        case .insecureRedirect: "\(place) redirects from https to http."
        case .unsupportedURL: "The URL isn't an HTTP URL."
        default: "The request to \(place) failed."
        }
    }

    public var recovery: String? {
        if let recovery = detail?.recovery { return recovery }
        return switch kind {
        case .timedOut: "Try again, or raise the timeout in the request options."
        case .deadlineExceeded: "Try again, or raise the deadline in the request options."
        case .notConnected: "Try again when there is a network."
        case .responseTooLarge: "Raise the limit in the options of the request or the transport."
        case .notCached:
            "Make the call with another cache mode first. A CachePlugin or the transport keeps its response."
        case .cannotConnect:
            "Check the host and port of the base URL, the server, and the network."
        case .connectionLost: "Try again, if the request may be repeated."
        case .secureConnectionFailed: "Check the server's certificate and the trusted roots of the transport."
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
public protocol ClientFailure: Error {
    /// The failure; nil for a value that has no such meaning.
    var transportError: TransportError? { get }

    /// The failure in one sentence; nil for the text of any error.
    var clientFailureText: String? { get }
}

extension Error {
    /// The error itself, if its type is one of a client.
    var asClientFailure: (any ClientFailure)? {
        // The type counts, since any error could become an NSError.
        type(of: self) is any ClientFailure.Type ? self as? any ClientFailure : nil
    }

    /// The failure of a transport; nil for any other error.
    var asTransportError: TransportError? {
        self as? TransportError ?? asClientFailure?.transportError
    }
}
