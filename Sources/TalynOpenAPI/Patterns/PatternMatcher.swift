/// Matches texts with the regular expressions of a document.
struct PatternMatcher {
    private var known: [String: RegularExpression?] = [:]
    /// The steps that are left for a value.
    private var remaining = Self.maximumSteps

    private static let maximumSteps = 5_000_000

    mutating func reset() { remaining = Self.maximumSteps }

    /// Whether a text has a match; nil if the pattern can't be read, or if the search takes too many steps.
    mutating func matches(_ text: String, _ pattern: String) -> Bool? {
        expression(pattern)?.hasMatch(in: text, &remaining)
    }

    private mutating func expression(_ pattern: String) -> RegularExpression? {
        if let known = known[pattern] { return known }
        let expression = RegularExpression(pattern)
        known[pattern] = .some(expression)
        return expression
    }
}
