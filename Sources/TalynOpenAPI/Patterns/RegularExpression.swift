/// A regular expression, as JSON Schema has it (ECMA-262), that is matched without backtracking.
///
/// All alternatives advance together. So the time grows with the length of the text times that of the expression. References to
/// groups and look-behinds can't be read.
struct RegularExpression {
    struct Characters {
        var ranges: [ClosedRange<UInt32>] = []
        var categories: Set<Unicode.GeneralCategory> = []
        /// Sets whose characters belong to this one.
        var others: [Characters] = []
        var isNegated = false

        func contains(_ scalar: Unicode.Scalar) -> Bool {
            let isListed =
                ranges.contains { $0.contains(scalar.value) }
                || !categories.isEmpty && categories.contains(scalar.properties.generalCategory)
                || others.contains { $0.contains(scalar) }
            return isListed != isNegated
        }
    }

    enum Step {
        case one(Characters)
        /// Continues at two steps. The numbers are distances from this step.
        case fork(Int, Int)
        case jump(Int)
        case start, end
        case wordBoundary(isNegated: Bool)
        case lookAhead([Step], isNegated: Bool)
    }

    /// The text matches when it leads beyond the last step.
    private let steps: [Step]

    /// Nil for an expression that can't be read.
    init?(_ pattern: String) {
        guard let node = RegularExpressionParser.node(of: pattern), let steps = Self.steps(of: node) else { return nil }
        self.steps = steps
    }

    /// Repetitions are copies of steps.
    private static let maximumCount = 50_000

    /// The steps of a part; nil if there are too many.
    private static func steps(of node: RegularExpressionNode) -> [Step]? {
        switch node {
        case .characters(let characters): return [.one(characters)]
        case .start: return [.start]
        case .end: return [.end]
        case .wordBoundary(let isNegated): return [.wordBoundary(isNegated: isNegated)]
        case .lookAhead(let inner, let isNegated):
            return steps(of: inner).map { [.lookAhead($0, isNegated: isNegated)] }
        case .sequence(let nodes):
            var steps: [Step] = []
            for node in nodes {
                guard let next = Self.steps(of: node), steps.count + next.count <= maximumCount else { return nil }
                steps += next
            }
            return steps
        case .alternatives(let nodes):
            var steps: [Step]?
            for node in nodes.reversed() {
                guard let first = Self.steps(of: node) else { return nil }
                guard let others = steps else {
                    steps = first
                    continue
                }
                guard others.count + first.count < maximumCount else { return nil }
                steps = [.fork(1, first.count + 2)] + first + [.jump(others.count + 1)] + others
            }
            return steps
        case .repeated(let inner, let minimum, let maximum):
            return steps(of: inner).flatMap { repeated($0, minimum, maximum) }
        }
    }

    private static func repeated(_ piece: [Step], _ minimum: Int, _ maximum: Int?) -> [Step]? {
        guard max(minimum, maximum ?? 0, 1) <= maximumCount / (piece.count + 2) else { return nil }
        var steps = Array(repeatElement(piece, count: minimum).joined())
        guard let maximum else {
            return steps + [.fork(1, piece.count + 2)] + piece + [.jump(-(piece.count + 1))]
        }
        for left in stride(from: maximum - minimum, to: 0, by: -1) {
            steps.append(.fork(1, left * (piece.count + 1)))
            steps += piece
        }
        return steps
    }

    /// Whether a text has a match; nil if the budget, the visits of steps that are left, ends before.
    func hasMatch(in text: String, _ budget: inout Int) -> Bool? {
        Self.hasMatch(steps, Array(text.unicodeScalars), from: 0, isAnchored: false, &budget)
    }

    private static func hasMatch(
        _ steps: [Step],
        _ text: [Unicode.Scalar],
        from start: Int,
        isAnchored: Bool,
        _ budget: inout Int
    ) -> Bool? {
        budget -= steps.count
        guard budget > 0 else { return nil }
        // The position at which a step was visited last.
        var visited = Array(repeating: -1, count: steps.count + 1)
        var waiting = [0]
        for position in start...text.count {
            if !isAnchored, position > start { waiting.append(0) }
            var next: [Int] = []
            while let index = waiting.popLast() {
                guard visited[index] != position else { continue }
                visited[index] = position
                budget -= 1
                guard budget > 0 else { return nil }
                guard index < steps.count else { return true }
                switch steps[index] {
                case .one(let characters):
                    if position < text.count, characters.contains(text[position]) { next.append(index + 1) }
                case .fork(let one, let other): waiting += [index + one, index + other]
                case .jump(let distance): waiting.append(index + distance)
                case .start: if position == 0 { waiting.append(index + 1) }
                case .end: if position == text.count { waiting.append(index + 1) }
                case .wordBoundary(let isNegated):
                    let isBefore = position > 0 && Self.isOfWord(text[position - 1])
                    let isAfter = position < text.count && Self.isOfWord(text[position])
                    if (isBefore != isAfter) != isNegated { waiting.append(index + 1) }
                case .lookAhead(let inner, let isNegated):
                    guard let found = hasMatch(inner, text, from: position, isAnchored: true, &budget) else {
                        return nil
                    }
                    if found != isNegated { waiting.append(index + 1) }
                }
            }
            if isAnchored, next.isEmpty { return false }
            waiting = next
        }
        return false
    }

    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_")
    }
}
