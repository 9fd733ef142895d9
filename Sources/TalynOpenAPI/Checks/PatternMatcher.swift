/// Matches texts with the regular expressions of a document.
struct PatternMatcher {
    private var known: [String: Regex<AnyRegexOutput>?] = [:]

    /// Whether a text has a match; nil if the pattern can't be read, or if the text is too long for a search.
    mutating func matches(_ text: String, _ pattern: String) -> Bool? {
        guard text.utf8.count <= Self.maximumLength, let regex = regex(pattern) else { return nil }
        do {
            return try regex.firstMatch(in: text) != nil
        } catch {
            return nil
        }
    }

    /// A search can take exponential time.
    private static let maximumLength = 2_000

    private mutating func regex(_ pattern: String) -> Regex<AnyRegexOutput>? {
        if let known = known[pattern] { return known }
        let regex = (try? Regex(pattern))?.matchingSemantics(.unicodeScalar)
        known[pattern] = .some(regex)
        return regex
    }
}
