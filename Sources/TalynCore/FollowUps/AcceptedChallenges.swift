import _TalynSupport

/// The challenges that servers have accepted answers to. Later requests to the same origin are authenticated before the server asks
/// (RFC 7617, section 2.2; RFC 7616, section 3.3), so that they need one exchange, and a body that can be sent once arrives.
final class AcceptedChallenges: Sendable {
    private struct Entry {
        let credential: PasswordCredential
        var challenge: AcceptedChallenge
    }

    private let entries = Locked<[Origin: Entry]>([:])

    /// The number of origins to know.
    static let maximumCount = 100

    /// Keeps a challenge that was answered with the credential of a request.
    func add(_ challenge: AcceptedChallenge, for request: OutgoingRequest) {
        guard let credential = request.credential, let origin = request.origin else { return }
        let entry = Entry(credential: credential, challenge: challenge)
        entries.withLock { entries in
            if entries.count >= Self.maximumCount, entries[origin] == nil { entries.removeAll() }
            entries[origin] = entry
        }
    }

    /// The answer to the next challenge for a request; nil without a credential, or if the server accepted none of that user.
    func authorization(for request: OutgoingRequest) -> Authorization? {
        guard let credential = request.credential,
            !request.headerFields.contains(.authorization), let origin = request.origin
        else { return nil }
        let challenge: AcceptedChallenge? = entries.withLock { entries in
            guard let entry = entries[origin], entry.credential == credential else { return nil }
            let challenge = entry.challenge.next()
            entries[origin]?.challenge = challenge
            return challenge
        }
        return challenge.flatMap { Authorization(to: $0, of: request, with: credential) }
    }
}
