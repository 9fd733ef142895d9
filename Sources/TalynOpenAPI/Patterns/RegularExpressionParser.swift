/// A part of a regular expression, as JSON Schema has it (ECMA-262).
indirect enum RegularExpressionNode {
    case characters(RegularExpression.Characters)
    case start, end
    case wordBoundary(isNegated: Bool)
    case sequence([RegularExpressionNode])
    case alternatives([RegularExpressionNode])
    /// The maximum is nil without a limit.
    case repeated(RegularExpressionNode, minimum: Int, maximum: Int?)
    case lookAhead(RegularExpressionNode, isNegated: Bool)
}

/// Reads regular expressions. It can't read references to groups and look-behinds.
struct RegularExpressionParser {
    typealias Characters = RegularExpression.Characters
    typealias Node = RegularExpressionNode

    private var rest: ArraySlice<Unicode.Scalar>

    private static let maximumRepetitions = 50_000
    private static let maximumDepth = 50

    /// Nil for an expression that can't be read.
    static func node(of pattern: String) -> Node? {
        var parser = Self(rest: Array(pattern.unicodeScalars)[...])
        guard let node = parser.alternatives(depth: 0), parser.rest.isEmpty else { return nil }
        return node
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.unicodeScalars) else { return false }
        rest = rest.dropFirst(text.unicodeScalars.count)
        return true
    }

    private mutating func alternatives(depth: Int) -> Node? {
        guard depth < Self.maximumDepth else { return nil }
        var list: [Node] = []
        repeat {
            guard let sequence = sequence(depth) else { return nil }
            list.append(sequence)
        } while take("|")
        return list.count == 1 ? list[0] : .alternatives(list)
    }

    private mutating func sequence(_ depth: Int) -> Node? {
        var nodes: [Node] = []
        while let next = rest.first, next != ")", next != "|" {
            guard let piece = piece(depth), let repeated = repeated(piece) else { return nil }
            nodes.append(repeated)
        }
        return .sequence(nodes)
    }

    private mutating func piece(_ depth: Int) -> Node? {
        guard let next = rest.popFirst() else { return nil }
        switch next {
        case "^": return .start
        case "$": return .end
        case ".": return .characters(Characters(ranges: Self.lineBreaks, isNegated: true))
        case "(": return group(depth)
        case "[": return characterClass().map { .characters($0) }
        case "\\":
            if take("b") { return .wordBoundary(isNegated: false) }
            if take("B") { return .wordBoundary(isNegated: true) }
            // Not of ECMA-262, and common.
            if take("A") { return .start }
            if take("z") || take("Z") { return .end }
            return escape().map { .characters($0) }
        case "*", "+", "?": return nil
        default: return .characters(Characters(ranges: [next.value...next.value]))
        }
    }

    private mutating func group(_ depth: Int) -> Node? {
        var isNegated: Bool?
        if take("?") {
            if take("=") {
                isNegated = false
            } else if take("!") {
                isNegated = true
            } else if rest.first == "<", rest.dropFirst().first.map({ $0 != "=" && $0 != "!" }) == true {
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else if !take(":") {
                return nil
            }
        }
        guard let inner = alternatives(depth: depth + 1), take(")") else { return nil }
        return isNegated.map { .lookAhead(inner, isNegated: $0) } ?? inner
    }

    // MARK: Quantifiers

    private mutating func repeated(_ piece: Node) -> Node? {
        let (minimum, maximum): (Int, Int?)
        if take("*") {
            (minimum, maximum) = (0, nil)
        } else if take("+") {
            (minimum, maximum) = (1, nil)
        } else if take("?") {
            (minimum, maximum) = (0, 1)
        } else if rest.first == "{", let end = rest.firstIndex(of: "}"), let counts = Self.counts(rest[..<end]) {
            (minimum, maximum) = counts
            rest = rest[end...].dropFirst()
        } else {
            return piece
        }
        // A lazy quantifier allows the same texts. A possessive one doesn't.
        _ = take("?")
        guard rest.first != "+", minimum <= maximum ?? minimum, max(minimum, maximum ?? 0) <= Self.maximumRepetitions
        else { return nil }
        return .repeated(piece, minimum: minimum, maximum: maximum)
    }

    /// The counts in braces; nil for other text, which stands for itself.
    private static func counts(_ text: ArraySlice<Unicode.Scalar>) -> (Int, Int?)? {
        let parts = text.dropFirst().split(separator: ",", omittingEmptySubsequences: false).map {
            String(String.UnicodeScalarView($0))
        }
        guard parts.count <= 2, let minimum = Int(parts[0]), minimum >= 0 else { return nil }
        if parts.count == 1 { return (minimum, minimum) }
        if parts[1].isEmpty { return (minimum, nil) }
        return Int(parts[1]).map { (minimum, $0) }
    }

    // MARK: Characters

    private mutating func characterClass() -> Characters? {
        var characters = Characters(isNegated: take("^"))
        while let next = rest.popFirst() {
            if next == "]" { return characters }
            guard let first = next == "\\" ? escapeInClass() : Characters(ranges: [next.value...next.value]) else {
                return nil
            }
            guard let low = first.single, rest.first == "-", let end = rest.dropFirst().first, end != "]" else {
                characters.others.append(first)
                continue
            }
            rest = rest.dropFirst(2)
            guard let last = end == "\\" ? escapeInClass() : Characters(ranges: [end.value...end.value]) else {
                return nil
            }
            guard let high = last.single else {
                // A hyphen before a class such as \d stands for itself.
                characters.others += [first, last, Characters(ranges: [0x2D...0x2D])]
                continue
            }
            guard low <= high else { return nil }
            characters.ranges.append(low...high)
        }
        return nil
    }

    private mutating func escapeInClass() -> Characters? {
        take("b") ? Characters(ranges: [0x08...0x08]) : escape()
    }

    private mutating func escape() -> Characters? {
        guard let next = rest.popFirst() else { return nil }
        func one(_ code: UInt32) -> Characters { Characters(ranges: [code...code]) }
        switch next {
        case "d", "D": return Characters(ranges: [0x30...0x39], isNegated: next == "D")
        case "w", "W":
            return Characters(ranges: [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A], isNegated: next == "W")
        case "s", "S": return Characters(ranges: Self.spaces, isNegated: next == "S")
        case "x": return digits(2).map(one)
        case "u":
            guard take("{") else { return digits(4).map(one) }
            let digits = rest.prefix { $0 != "}" }
            rest = rest.dropFirst(digits.count + 1)
            return UInt32(String(String.UnicodeScalarView(digits)), radix: 16).map(one)
        case "p", "P":
            guard take("{") else { return nil }
            let name = String(String.UnicodeScalarView(rest.prefix { $0 != "}" }))
            rest = rest.dropFirst(name.unicodeScalars.count + 1)
            return Self.categories[name].map { Characters(categories: $0, isNegated: next == "P") }
        default:
            if let code = Self.controls[next] { return one(code) }
            // Other letters and digits have another meaning, such as references to groups.
            return next.isASCII && (next.properties.isAlphabetic || next.properties.numericType != nil)
                ? nil : one(next.value)
        }
    }

    private mutating func digits(_ count: Int) -> UInt32? {
        let digits = rest.prefix(count)
        guard digits.count == count else { return nil }
        rest = rest.dropFirst(count)
        return UInt32(String(String.UnicodeScalarView(digits)), radix: 16)
    }

    private static let controls: [Unicode.Scalar: UInt32] = [
        "t": 0x09, "n": 0x0A, "v": 0x0B, "f": 0x0C, "r": 0x0D, "0": 0,
    ]

    private static let lineBreaks: [ClosedRange<UInt32>] = [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]

    private static let spaces: [ClosedRange<UInt32>] = [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
        0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ]

    private static let categories: [String: Set<Unicode.GeneralCategory>] = {
        let letters: Set<Unicode.GeneralCategory> = [
            .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        ]
        let marks: Set<Unicode.GeneralCategory> = [.nonspacingMark, .spacingMark, .enclosingMark]
        let numbers: Set<Unicode.GeneralCategory> = [.decimalNumber, .letterNumber, .otherNumber]
        let punctuation: Set<Unicode.GeneralCategory> = [
            .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation,
        ]
        let symbols: Set<Unicode.GeneralCategory> = [.mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol]
        let separators: Set<Unicode.GeneralCategory> = [.spaceSeparator, .lineSeparator, .paragraphSeparator]
        return [
            "L": letters, "Letter": letters, "Lu": [.uppercaseLetter], "Ll": [.lowercaseLetter], "M": marks,
            "N": numbers, "Nd": [.decimalNumber], "P": punctuation, "S": symbols, "Z": separators,
            "Zs": [.spaceSeparator],
        ]
    }()
}

extension RegularExpression.Characters {
    fileprivate var single: UInt32? {
        guard !isNegated, categories.isEmpty, others.isEmpty, ranges.count == 1, ranges[0].count == 1 else {
            return nil
        }
        return ranges[0].lowerBound
    }
}
