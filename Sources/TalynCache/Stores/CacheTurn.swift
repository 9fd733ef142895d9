import _TalynSupport

/// The turn of a process to ask the server for a response, for which others with the same ``CacheStore`` wait.
///
/// It ends when it is released.
public final class CacheTurn: Sendable {
    /// The state of the responses for the key at the begin of the turn, in a form of the store's own.
    public let revision: String?

    private let onEnd: @Sendable (_ isStorable: Bool) -> Void
    private let isStorable = Locked(true)

    /// Creates a turn.
    ///
    /// - Parameters:
    ///   - revision: The state of the responses for the key.
    ///   - onEnd: Ends the turn. It hears whether waiting for the next response helps others: not if the server forbids to store it.
    public init(revision: String? = nil, onEnd: @escaping @Sendable (_ isStorable: Bool) -> Void = { _ in }) {
        self.revision = revision
        self.onEnd = onEnd
    }

    deinit {
        onEnd(isStorable.withLock { $0 })
    }

    /// Notes that the response isn't stored.
    func noteUnstorable() {
        isStorable.withLock { $0 = false }
    }
}
