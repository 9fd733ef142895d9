#if Tools
/// The result of a transport's error for the client.
enum WireFault: Error, Hashable {
    /// The connection is closed before any byte of the response.
    case close
    /// The connection is reset.
    case reset
    /// Bytes that aren't HTTP, and then the end of the connection.
    case garbage
    /// A redirect to the same URL.
    case redirectToItself
    /// A response with the message of the error.
    case message

    /// The result of an error before the response.
    init(_ error: any Error) {
        switch (error as? TransportError)?.kind {
        case .cancelled, .timedOut, .deadlineExceeded, .notConnected, .cannotConnect, .connectionLost,
            .secureConnectionFailed:
            self = .close
        case .invalidResponse:
            self = .garbage
        case .tooManyRedirects:
            self = .redirectToItself
        default:
            self = .message
        }
    }
}
#endif
