import TalynCore

extension TransportError.Kind {
    private static let recorded: [TransportError.Kind] = [
        .cancelled, .timedOut, .deadlineExceeded, .notConnected, .cannotConnect, .connectionLost,
        .secureConnectionFailed, .invalidResponse, .responseTooLarge, .notCached, .tooManyRedirects, .insecureRedirect,
        .unsupportedURL, .other,
    ]

    private static let kinds = Dictionary(uniqueKeysWithValues: recorded.map { ($0.recordedName, $0) })

    /// The name in a recording.
    var recordedName: String { "\(self)" }

    init?(recordedName: String) {
        guard let kind = Self.kinds[recordedName] else { return nil }
        self = kind
    }

    /// Nil for an error that isn't the server's, such as leaving the page.
    init?(browserName name: String) {
        switch name {
        case "net::ERR_CONNECTION_REFUSED", "net::ERR_NAME_NOT_RESOLVED", "net::ERR_ADDRESS_UNREACHABLE":
            self = .cannotConnect
        case "net::ERR_CONNECTION_RESET", "net::ERR_CONNECTION_CLOSED", "net::ERR_EMPTY_RESPONSE":
            self = .connectionLost
        case "net::ERR_TIMED_OUT", "net::ERR_CONNECTION_TIMED_OUT":
            self = .timedOut
        case "net::ERR_INTERNET_DISCONNECTED":
            self = .notConnected
        case "net::ERR_TOO_MANY_REDIRECTS":
            self = .tooManyRedirects
        case _ where name.hasPrefix("net::ERR_CERT") || name.hasPrefix("net::ERR_SSL"):
            self = .secureConnectionFailed
        default:
            return nil
        }
    }
}
