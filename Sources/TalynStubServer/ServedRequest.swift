public import Foundation

/// What became of a request that a ``StubServer`` got, without its secrets.
@available(Hummingbird, *)
public struct ServedRequest: Sendable {
    /// When its head had arrived.
    public let date: Date

    /// The method (RFC 9110, section 9).
    public let method: String

    /// Path and query, with the values of secret parameters masked.
    public let path: String

    /// The status that it was answered with; nil if there was no answer.
    public let statusCode: Int?

    /// How many bytes of content were sent.
    public let byteCount: Int64

    /// How long it took, from the head of the request to the end of the response.
    public let duration: Duration

    /// Why there was no whole answer, or none of the transport's; nil if all went well.
    public let failure: String?
}

@available(Hummingbird, *)
extension ServedRequest: CustomStringConvertible {
    /// One line: `GET /users?page=1 200 312 bytes 4 ms`.
    public var description: String {
        let status = statusCode.map { "\($0)" } ?? "-"
        let parts = [method, path, status, "\(byteCount) bytes", duration.milliseconds, failure.map { "(\($0))" }]
        // Nothing that a client sends may begin another line.
        return parts.compactMap { $0 }.joined(separator: " ").components(separatedBy: .newlines).joined(separator: " ")
    }
}

extension Duration {
    fileprivate var milliseconds: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000) ms"
    }
}
