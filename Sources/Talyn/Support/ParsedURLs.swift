/// URLs that were parsed lately.
///
/// Parsing is the dearest step of a stubbed call, and most APIs have few URLs that are called often.
enum ParsedURLs {
    private static let parsed = Locked<[String: URL]>([:])
    /// How many are kept before all are forgotten.
    private static let limit = 256

    /// What `URL(string:)` gives.
    static func url(_ text: String) -> URL? {
        if let url = parsed.withLock({ $0[text] }) { return url }
        guard let url = URL(string: text) else { return nil }
        parsed.withLock { parsed in
            if parsed.count >= limit { parsed.removeAll(keepingCapacity: true) }
            parsed[text] = url
        }
        return url
    }
}
