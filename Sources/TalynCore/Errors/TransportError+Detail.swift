extension TransportError {
    /// More about a failure than its ``TransportError/kind``.
    public struct Detail: Sendable, Hashable, CustomStringConvertible {
        /// The bytes of the response are no HTTP message.
        public static let notHTTP = Detail(description: "notHTTP")

        /// The response has an invalid status line, header or chunk.
        public static let malformedMessage = Detail(description: "malformedMessage")

        /// The body can't be decompressed.
        public static let invalidCompression = Detail(description: "invalidCompression")

        /// The compressed body has no end, though the message has.
        public static let truncatedCompression = Detail(description: "truncatedCompression")

        /// The message has a transfer coding other than `chunked`.
        public static let unknownTransferCoding = Detail(description: "unknownTransferCoding")

        /// The name of the host has no address.
        public static let unknownHost = Detail(description: "unknownHost")

        /// The certificate of the server isn't trusted, or isn't a pinned one.
        public static let untrustedServer = Detail(description: "untrustedServer")

        /// The server requires a certificate of the client, or refused the one it got.
        public static let refusedClientCertificate = Detail(description: "refusedClientCertificate")

        /// The proxy asks for a user and a password, or refuses those it got.
        public static let refusedProxyCredential = Detail(description: "refusedProxyCredential")

        /// The proxy asks for a user in a way that isn't supported.
        public static let unsupportedProxyAuthentication = Detail(description: "unsupportedProxyAuthentication")

        /// No connection of the transport became free in time. The kind is ``TransportError/Kind/timedOut``, and nothing was sent.
        public static let noFreeConnection = Detail(description: "noFreeConnection")

        /// The proxy refuses to connect. The client doesn't tell whether the user or the server is the reason.
        public static let refusedByProxy = Detail(description: "refusedByProxy")

        /// The server chose a subprotocol of a WebSocket that the client doesn't offer (RFC 6455, section 4.1).
        public static let unofferedSubprotocol = Detail(description: "unofferedSubprotocol")

        /// The connection of a WebSocket ended in the middle of a frame.
        public static let cutFrame = Detail(description: "cutFrame")

        /// The name, as in the code.
        public let description: String
    }

    /// How far a request got on its way to the server, as far as the transport knows.
    public struct Delivery: Sendable, Hashable, CustomStringConvertible {
        /// Nothing was sent.
        public static let notSent = Delivery(description: "notSent")

        /// A server may have received the request.
        public static let sent = Delivery(description: "sent")

        /// The server hasn't processed the request (RFC 9113, section 8.7). A request with any method is sent again at once.
        public static let unprocessed = Delivery(description: "unprocessed")

        /// A connection that had served a request before ended before the first byte of the response. The server may have closed it
        /// before the request (RFC 9112, section 9.3.1). An idempotent request is sent again at once.
        public static let unanswered = Delivery(description: "unanswered")

        /// The name, as in the code.
        public let description: String
    }
}

extension TransportError.Detail {
    /// The predicate of a sentence about the response.
    var problem: String? {
        switch self {
        case .notHTTP: "isn't HTTP"
        case .malformedMessage: "is malformed HTTP"
        case .invalidCompression: "can't be decompressed"
        case .truncatedCompression: "is cut short: its compressed body has no end"
        case .unknownTransferCoding: "has an unknown transfer coding"
        default: nil
        }
    }

    var recovery: String? {
        switch self {
        case .notHTTP: "Check the port of the base URL."
        case .malformedMessage: "Check the status line, the header fields and the chunks that the server sends."
        case .invalidCompression:
            "Check the Content-Encoding field that the server sends, and the proxies in between."
        case .truncatedCompression:
            "Try again. If that fails, too, check the server, and the proxies in between."
        case .unknownTransferCoding:
            "Check the Transfer-Encoding field that the server sends, and the proxies in between."
        case .refusedClientCertificate:
            "Set clientCertificates in the options of the transport to a certificate that the server accepts."
        case .noFreeConnection: "Raise connectionsPerHost or connectionTimeout in the options of the transport."
        case .refusedProxyCredential:
            "Set a user and a password that the proxy accepts in the options of the transport."
        case .unsupportedProxyAuthentication: "Use a proxy that asks for no user, or an HTTP proxy."
        case .refusedByProxy:
            "Check the user and the password of the proxy, and the host and port of the base URL."
        default: nil
        }
    }
}
