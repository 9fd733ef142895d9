/// Tells secret names, and remembers its decisions: many names in a body are equal.
public struct SecretNames {
    private let isSecret: (String) -> Bool
    private var known: [String: Bool] = [:]

    /// - Parameter isSecret: Whether a name is secret by itself.
    public init(_ isSecret: @escaping (String) -> Bool) {
        self.isSecret = isSecret
    }

    public mutating func contain(_ name: String) -> Bool {
        if let known = known[name] { return known }
        let isSecret = isSecret(name)
        if known.count < 1_000 { known[name] = isSecret }
        return isSecret
    }

    /// Whether a name is secret, by itself or together with the word before it, as in `API key`.
    public mutating func contain(_ name: String, after word: @autoclosure () -> String) -> Bool {
        if contain(name) { return true }
        guard Self.lastWords.contains(name.lowercased()) else { return false }
        let word = word()
        return !word.isEmpty && contain(word + name)
    }

    /// Words that aren't secret by themselves, but end names of several words.
    private static let lastWords: Set<String> = ["code", "id", "key", "keys", "number", "phrase", "word"]
}
