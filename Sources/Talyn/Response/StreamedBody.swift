/// The body of a streamed response: one reader takes it.
///
/// Once it is taken, nobody holds it but the reader, so that the exchange ends when the reader is let go.
final class StreamedBody: Sendable {
    private let body: Locked<HTTPBody?>

    /// - Parameter body: Nil if somebody has taken it already.
    init(_ body: HTTPBody?) {
        self.body = Locked(body)
    }

    /// The body, the first time.
    func take() -> HTTPBody? {
        body.withLock { $0.take() }
    }
}
