import TalynStubs
import _TalynSupport

/// Makes texts that match a regular expression, as far as they need no look-ahead.
struct PatternText {
    private let node: RegularExpressionNode

    /// Nil for a pattern that can't be read.
    init?(_ pattern: String) {
        guard let node = RegularExpressionParser.node(of: pattern) else { return nil }
        self.node = node
    }

    /// - Parameter extra: The number of repetitions beyond the least.
    func text(extra: Int, _ random: inout SeededRandom) -> String {
        var text = String.UnicodeScalarView()
        var remaining = Self.maximumSteps
        append(node, extra, &random, &text, &remaining)
        return String(text)
    }

    /// Nested groups multiply their repetitions, and their text can be empty.
    private static let maximumSteps = 20_000

    private func append(
        _ node: RegularExpressionNode,
        _ extra: Int,
        _ random: inout SeededRandom,
        _ text: inout String.UnicodeScalarView,
        _ remaining: inout Int
    ) {
        guard remaining > 0 else { return }
        remaining -= 1
        switch node {
        case .start, .end, .wordBoundary, .lookAhead: return
        case .characters(let characters):
            let scalars = Self.scalars(in: characters)
            if !scalars.isEmpty { text.append(scalars[random.number(in: 0...scalars.count - 1)]) }
        case .sequence(let nodes):
            for node in nodes { append(node, extra, &random, &text, &remaining) }
        case .alternatives(let nodes):
            append(nodes[random.number(in: 0...nodes.count - 1)], extra, &random, &text, &remaining)
        case .repeated(let inner, let minimum, let maximum):
            for _ in 0..<min(maximum ?? .max, minimum + extra, 1_000) {
                append(inner, extra, &random, &text, &remaining)
            }
        }
    }

    /// The characters of a set that read best.
    private static func scalars(in set: RegularExpression.Characters) -> [Unicode.Scalar] {
        for candidates in set.isNegated ? [lowercaseLetters, alphanumerics, printable] : [alphanumerics, printable] {
            let scalars = candidates.filter(set.contains)
            if !scalars.isEmpty { return scalars }
        }
        let ranges = set.ranges + set.others.flatMap(\.ranges)
        return ranges.flatMap { $0.prefix(100).compactMap(Unicode.Scalar.init) }.filter(set.contains)
    }

    private static let lowercaseLetters = scalars(0x61...0x7A)
    private static let alphanumerics = scalars(0x30...0x39) + scalars(0x41...0x5A) + lowercaseLetters
    private static let printable = scalars(0x20...0x7E)

    private static func scalars(_ codes: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        codes.compactMap(Unicode.Scalar.init)
    }
}
