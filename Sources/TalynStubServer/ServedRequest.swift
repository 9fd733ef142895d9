#if Tools
public import _TalynFoundation
import _TalynSupport

/// A request that a ``StubServer`` got and its outcome, without secrets.
@available(Hummingbird, *)
public struct ServedRequest: Sendable {
    /// The time at which the head arrived.
    public let date: Date

    /// The method (RFC 9110, section 9).
    public let method: String

    /// The path and the query, with secrets masked.
    public let path: String

    /// The status code of the response; nil without one.
    public let statusCode: Int?

    /// The number of bytes of the response's body that were sent.
    public let byteCount: Int64

    /// The time from the head of the request to the end of the response.
    public let duration: Duration

    /// The failure; nil if the response of the transport was sent completely.
    public let failure: String?
}

@available(Hummingbird, *)
extension ServedRequest: CustomStringConvertible {
    /// One line: `GET /users?page=1 200 312 bytes 4 ms`.
    public var description: String {
        let status = statusCode.map { "\($0)" } ?? "-"
        let parts = [method, path, status, "\(byteCount) bytes", duration.milliseconds, failure.map { "(\($0))" }]
        // A client can't inject a line, or move the cursor of a terminal.
        return parts.compactMap { $0 }.joined(separator: " ").withoutControlCharacters
    }
}

extension Duration {
    fileprivate var milliseconds: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
#endif
