import Foundation

/// Which way a loop through pages has come.
struct PageTrail: Sendable {
    /// Hashes, so that a long way takes little memory.
    private var visited: Set<Int> = []
    /// What is uploaded can't be told by its hash, which heeds only the beginning of data.
    private var visitedUploads: Set<RequestIdentity> = []

    /// Where the page before is, as its endpoint had it: what plugins add to URLs they will add to the next one again.
    private(set) var url: URL?

    /// Notes what is about to be fetched.
    ///
    /// - Returns: Whether it is something new.
    mutating func visit(_ identity: RequestIdentity) -> Bool {
        url = URL(string: identity.url)
        guard identity.upload == nil else { return visitedUploads.insert(identity).inserted }
        var hasher = Hasher()
        hasher.combine(identity)
        identity.body?.withUnsafeBytes { hasher.combine(bytes: $0) }
        return visited.insert(hasher.finalize()).inserted
    }
}
