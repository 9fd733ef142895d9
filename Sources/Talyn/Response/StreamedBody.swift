/// The body of a streamed response, for one reader.
///
/// Only the reader holds the body afterwards, so the exchange ends when the reader is released.
final class StreamedBody: Sendable {
    private let body: Locked<HTTPBody?>

    /// - Parameter body: The body; nil if it was taken before.
    init(_ body: HTTPBody?) {
        self.body = Locked(body)
    }

    /// Returns the body the first time, and nil afterwards.
    func take() -> HTTPBody? {
        body.withLock { $0.take() }
    }
}
