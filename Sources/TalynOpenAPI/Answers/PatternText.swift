import TalynStubs

/// Makes texts that match a regular expression, as far as they need no look-around and no references.
struct PatternText {
    private indirect enum Piece {
        case characters([ClosedRange<UInt32>])
        case group([[Repeated]])
    }

    private struct Repeated {
        let piece: Piece
        let minimum: Int
        /// Nil without a limit.
        let maximum: Int?
    }

    private let alternatives: [[Repeated]]

    /// Nil for a pattern that it can't read.
    init?(_ pattern: String) {
        var parser = Parser(rest: Array(pattern.unicodeScalars)[...])
        guard let alternatives = parser.alternatives(depth: 0), parser.rest.isEmpty else { return nil }
        self.alternatives = alternatives
    }

    /// A text.
    ///
    /// - Parameter extra: The number of repetitions beyond the least.
    func text(extra: Int, _ random: inout FaultRandom) -> String {
        var text = String.UnicodeScalarView()
        var remaining = Self.maximumSteps
        append(alternatives, extra, &random, &text, &remaining)
        return String(text)
    }

    /// Nested groups multiply their repetitions, and their text can be empty.
    private static let maximumSteps = 20_000

    private func append(
        _ alternatives: [[Repeated]],
        _ extra: Int,
        _ random: inout FaultRandom,
        _ text: inout String.UnicodeScalarView,
        _ remaining: inout Int
    ) {
        guard !alternatives.isEmpty else { return }
        for repeated in alternatives[random.number(in: 0...alternatives.count - 1)] {
            let most = repeated.maximum ?? .max
            let count = min(most, repeated.minimum + extra, 1_000)
            for _ in 0..<max(count, 0) {
                guard remaining > 0 else { return }
                remaining -= 1
                switch repeated.piece {
                case .group(let alternatives): append(alternatives, extra, &random, &text, &remaining)
                case .characters(let ranges):
                    guard !ranges.isEmpty else { continue }
                    let range = ranges[random.number(in: 0...ranges.count - 1)]
                    let code =
                        range.lowerBound + UInt32(random.number(in: 0...Int(range.upperBound - range.lowerBound)))
                    text.append(Unicode.Scalar(code) ?? "a")
                }
            }
        }
    }

    // MARK: Reading

    private struct Parser {
        var rest: ArraySlice<Unicode.Scalar>

        mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        mutating func alternatives(depth: Int) -> [[Repeated]]? {
            guard depth < 50 else { return nil }
            var alternatives: [[Repeated]] = [[]]
            while let next = rest.first, next != ")" {
                rest.removeFirst()
                switch next {
                case "|": alternatives.append([])
                case "^", "$": continue
                case "(":
                    guard let group = group(depth) else { return nil }
                    if let piece = group.piece { add(piece, to: &alternatives) }
                case "[":
                    guard let ranges = characterClass() else { return nil }
                    add(.characters(ranges), to: &alternatives)
                case ".": add(.characters(Self.letters), to: &alternatives)
                case "\\":
                    guard let ranges = escape() else { return nil }
                    if !ranges.isEmpty { add(.characters(ranges), to: &alternatives) }
                default: add(.characters([next.value...next.value]), to: &alternatives)
                }
            }
            return alternatives
        }

        private mutating func add(_ piece: Piece, to alternatives: inout [[Repeated]]) {
            let (minimum, maximum) = quantifier()
            alternatives[alternatives.count - 1].append(Repeated(piece: piece, minimum: minimum, maximum: maximum))
        }

        private mutating func quantifier() -> (Int, Int?) {
            var range: (Int, Int?) = (1, 1)
            switch rest.first {
            case "*": range = (0, nil)
            case "+": range = (1, nil)
            case "?": range = (0, 1)
            case "{":
                guard let end = rest.firstIndex(of: "}") else { return range }
                let text = String(String.UnicodeScalarView(rest[rest.startIndex..<end].dropFirst()))
                let parts = text.split(separator: ",", omittingEmptySubsequences: false)
                guard let minimum = Int(parts.first ?? "") else { return range }
                range = (min(minimum, 1_000), parts.count == 1 ? min(minimum, 1_000) : Int(parts[1]))
                rest = rest[end...]
            default: return range
            }
            rest.removeFirst()
            // A lazy or possessive quantifier allows the same texts.
            if rest.first == "?" || rest.first == "+" { rest.removeFirst() }
            return range
        }

        /// The piece of a group; none for a look-around.
        private mutating func group(_ depth: Int) -> (piece: Piece?, Void)? {
            var isLookAround = false
            if take("?") {
                if take("=") || take("!") {
                    isLookAround = true
                } else if take("<") {
                    if take("=") || take("!") {
                        isLookAround = true
                    } else {
                        rest = rest.drop { $0 != ">" }.dropFirst()
                    }
                } else if !take(":") {
                    return nil
                }
            }
            guard let inner = alternatives(depth: depth + 1), take(")") else { return nil }
            return (isLookAround ? nil : .group(inner), ())
        }

        private mutating func characterClass() -> [ClosedRange<UInt32>]? {
            let isNegated = take("^")
            var ranges: [ClosedRange<UInt32>] = []
            while let next = rest.popFirst() {
                if next == "]" { return isNegated ? Self.others(than: ranges) : ranges }
                var low = next.value
                if next == "\\" {
                    guard let escaped = escape() else { return nil }
                    guard escaped.count == 1, escaped[0].count == 1 else {
                        ranges += escaped
                        continue
                    }
                    low = escaped[0].lowerBound
                }
                guard rest.first == "-", let high = rest.dropFirst().first, high != "]" else {
                    ranges.append(low...low)
                    continue
                }
                rest = rest.dropFirst(2)
                var upper = high.value
                if high == "\\" {
                    guard let escaped = escape(), let range = escaped.first else { return nil }
                    upper = range.lowerBound
                }
                guard low <= upper else { return nil }
                ranges.append(low...upper)
            }
            return nil
        }

        /// Characters outside ranges.
        private static func others(than ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
            let allowed = (0x21...0x7E).filter { code in !ranges.contains { $0.contains(code) } }
            // Letters and digits read best.
            let plain = allowed.filter { code in letters.contains { $0.contains(code) } }
            return (plain.isEmpty ? allowed : plain).map { $0...$0 }
        }

        static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
        static let letters: [ClosedRange<UInt32>] = [0x61...0x7A]

        /// The characters of an escape; none for a place between characters.
        private mutating func escape() -> [ClosedRange<UInt32>]? {
            guard let next = rest.popFirst() else { return nil }
            switch next {
            case "d": return Self.digits
            case "w": return Self.letters + Self.digits
            case "s": return [0x20...0x20]
            case "D", "S": return Self.letters
            case "W": return [0x2D...0x2D]
            case "b", "B", "A", "z", "Z": return []
            case "n": return [0x0A...0x0A]
            case "r": return [0x0D...0x0D]
            case "t": return [0x09...0x09]
            case "p":
                rest = rest.drop { $0 != "}" }.dropFirst()
                return Self.letters
            case "u", "x":
                let digits = rest.prefix(next == "u" ? 4 : 2)
                guard let code = UInt32(String(String.UnicodeScalarView(digits)), radix: 16) else { return nil }
                rest = rest.dropFirst(digits.count)
                return [code...code]
            case "0"..."9": return nil
            default: return [next.value...next.value]
            }
        }
    }
}
