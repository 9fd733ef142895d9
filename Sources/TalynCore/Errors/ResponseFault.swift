/// The fault of a response with the kind ``TransportError/Kind/invalidResponse``.
package enum ResponseFault: Sendable, Hashable {
    /// The bytes are no HTTP message.
    case notHTTP
    /// The message has an invalid status line, header or chunk.
    case malformed
    /// The body can't be decompressed.
    case encoding
    /// The compressed body has no end, though the message has.
    case cutShort
    /// The message has a transfer coding other than `chunked`.
    case transferCoding

    /// The predicate of a sentence about the response.
    var problem: String {
        switch self {
        case .notHTTP: "isn't HTTP"
        case .malformed: "is malformed HTTP"
        case .encoding: "can't be decompressed"
        case .cutShort: "is cut short: its compressed body has no end"
        case .transferCoding: "has an unknown transfer coding"
        }
    }

    var recovery: String {
        switch self {
        case .notHTTP: "Check the port of the base URL."
        case .malformed: "Check the status line, the header fields and the chunks that the server sends."
        case .encoding: "Check the Content-Encoding field that the server sends, and the proxies in between."
        case .cutShort: "Try again. If that fails, too, check the server, and the proxies in between."
        case .transferCoding: "Check the Transfer-Encoding field that the server sends, and the proxies in between."
        }
    }
}
