public import Foundation

/// Why no whole response arrived.
///
/// Every transport reports its failures as this type, so that nobody has to know whether a connection was refused in
/// the words of URLSession or of AsyncHTTPClient. The transport's own error is kept as ``underlyingError``.
public struct TransportError: Error, Sendable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The call was cancelled.
        case cancelled
        /// The other side was silent for longer than the request's timeout, or the attempt took longer than its
        /// ``RequestOptions/timeout``.
        case timedOut
        /// The call took longer than its ``RequestOptions/deadline``.
        case deadlineExceeded
        /// There is no network: the system knows no way to any host. Nothing was sent.
        case notConnected
        /// No connection was established: the host is unknown, unreachable, or refuses. Nothing was sent.
        ///
        /// A transport of your own reports it, and ``notConnected``, only if that is certain: ``ConnectivityPlugin`` repeats
        /// calls of any method after it.
        case cannotConnect
        /// The connection ended before the response did.
        case connectionLost
        /// TLS failed: the certificate is not trusted, or no protocol version is common.
        case secureConnectionFailed
        /// What the server sent is not HTTP.
        case invalidResponse
        /// The body of the response is longer than its ``RequestOptions/maximumResponseSize`` allows, or it unpacks to more
        /// than its ``TransportOptions/decompressionLimit`` does.
        case responseTooLarge
        /// The ``RequestOptions/cachePolicy`` lets nothing but a cache answer, and none does.
        case notCached
        /// More redirects than the transport follows, or one that leads in a circle.
        case tooManyRedirects
        /// A redirect from https to http, which would send in the clear what was secured.
        case insecureRedirect
        /// The URL has no host, or a scheme other than http and https.
        case unsupportedURL
        /// Something else, which ``TransportError/underlyingError`` tells.
        case other
    }

    /// What went wrong.
    public let kind: Kind

    /// Scheme, host and port that the request was for.
    public let origin: String?

    /// The error of the client that the transport stands on.
    public let underlyingError: (any Error)?

    var record: CallRecord?

    /// Whether a server may have seen the call although its last connection failed: it had redirected the call, or the
    /// client may have sent it on another connection before.
    var mayHaveBeenSent = false

    /// Creates an error, for a transport of your own.
    public init(_ kind: Kind, origin: String? = nil, underlyingError: (any Error)? = nil) {
        self.kind = kind
        self.origin = origin
        self.underlyingError = underlyingError
    }

    package init(_ kind: Kind, url: URL?, underlyingError: (any Error)? = nil) {
        self.init(kind, origin: url.flatMap { Origin($0)?.description }, underlyingError: underlyingError)
    }
}

extension TransportError: LocalizedError {
    public var errorDescription: String? {
        let place = origin ?? "the server"
        return switch kind {
        case .cancelled: "The call was cancelled."
        case .timedOut: "\(place) didn't answer in time."
        case .deadlineExceeded: "The call to \(place) was not done by its deadline."
        case .notConnected: "There is no network to reach \(place) by."
        case .responseTooLarge: "The response of \(place) is longer than allowed."
        case .notCached: "No cache has the response of \(place), and nothing else may answer."
        case .cannotConnect: "No connection to \(place) could be established."
        case .connectionLost: "The connection to \(place) ended before the response did."
        case .secureConnectionFailed: "No secure connection to \(place) came about."
        case .invalidResponse: "What \(place) answered is not HTTP."
        case .tooManyRedirects: "\(place) redirects too often."
        case .insecureRedirect: "\(place) redirects from https to http."
        case .unsupportedURL: "The URL is not one of HTTP."
        case .other: "The request to \(place) failed."
        }
    }

    public var failureReason: String? {
        underlyingError.map { ErrorText.describe(any: $0) }
    }

    public var recoverySuggestion: String? {
        switch kind {
        case .cancelled: nil
        case .timedOut: "Try again, or raise the timeout in the options of the request."
        case .deadlineExceeded: "Try again, or raise the deadline in the options of the request."
        case .notConnected: "Try again when there is a network."
        case .responseTooLarge: "Raise the limit in the options of the request or the transport."
        case .notCached: "Use another cache policy, or a transport with a cache."
        case .cannotConnect:
            "Check the host and port of the base URL, that the server runs, and that there is a network."
        case .connectionLost: "Try again if the request may be repeated."
        case .secureConnectionFailed: "Check the server's certificate and which roots the transport trusts."
        case .invalidResponse: "Check that the port is one on which the server speaks HTTP."
        case .tooManyRedirects: "Check where the redirects lead."
        case .insecureRedirect: "Use the URL it redirects to, if sending in the clear is wanted."
        case .unsupportedURL: "Give a base URL such as https://example.com, with scheme and host."
        case .other: nil
        }
    }
}

extension TransportError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
