import TalynCore

/// A change of the credential of an ``AuthenticationPlugin``; see ``AuthenticationPlugin/events``.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum CredentialEvent: Sendable {
    /// The app set a credential, as after a sign-in.
    case replaced
    /// The app set the credential to nil, as after a sign-out.
    case removed
    /// A refresh gave a new credential.
    case refreshed
    /// A refresh failed. The plugin keeps the credential, and tries again for a later call.
    ///
    /// ``AuthenticationError/isRefusal`` tells whether the user has to sign in again.
    case refreshFailed(AuthenticationError)
}

/// The readers of the events of a plugin.
final class CredentialWatchers: Sendable {
    private static let capacity = 64

    private let continuations = Locked<[Int: AsyncStream<CredentialEvent>.Continuation]>([:])
    private let numbers = Locked(0)

    func stream() -> AsyncStream<CredentialEvent> {
        let number = numbers.withLock { number in
            number += 1
            return number
        }
        return AsyncStream(bufferingPolicy: .bufferingNewest(Self.capacity)) { [continuations] continuation in
            continuation.onTermination = { [weak continuations] _ in
                continuations?.withLock { $0[number] = nil }
            }
            continuations.withLock { $0[number] = continuation }
        }
    }

    func send(_ event: CredentialEvent) {
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.yield(event) }
    }

    deinit {
        // Outside the lock: the end of a stream takes it, too.
        for continuation in continuations.withLock({ Array($0.values) }) { continuation.finish() }
    }
}
