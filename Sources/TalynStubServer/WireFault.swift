/// What a client gets to see of an error that a transport has thrown.
enum WireFault: Error, Hashable {
    /// The connection is closed before any byte of the response.
    case close
    /// The connection is reset.
    case reset
    /// Bytes that are not HTTP, and then the end of the connection.
    case garbage
    /// A redirect to the same URL.
    case redirectToItself
    /// A response that says what is wrong.
    case message

    /// What shows an error that came before the response.
    init(_ error: any Error) {
        switch (error as? TransportError)?.kind {
        case .cancelled, .timedOut, .deadlineExceeded, .notConnected, .cannotConnect, .connectionLost,
            .secureConnectionFailed:
            self = .close
        case .invalidResponse:
            self = .garbage
        case .tooManyRedirects:
            self = .redirectToItself
        case .responseTooLarge, .notCached, .insecureRedirect, .unsupportedURL, .other, nil:
            self = .message
        }
    }
}
