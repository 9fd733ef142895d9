/// Which way a loop through pages has come.
struct PageTrail: Sendable {
    private var visited: Set<RequestIdentity> = []

    /// Where the page before is, as its endpoint had it: what plugins add to URLs they will add to the next one again.
    private(set) var url: URL?

    /// Notes what is about to be fetched.
    ///
    /// - Returns: Whether it is something new.
    mutating func visit(_ identity: RequestIdentity) -> Bool {
        url = URL(string: identity.url)
        return visited.insert(identity).inserted
    }
}
