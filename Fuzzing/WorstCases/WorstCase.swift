#if FUZZING
import Foundation

/// An input that could take a parser much time.
struct WorstCase: Sendable {
    /// The text of an input, also as bytes.
    struct Input: Sendable {
        let text: String
        let data: Data
    }

    let parser: String
    let input: String
    private let makeInput: @Sendable (Int) -> String
    private let parse: @Sendable (Input) -> Void

    /// - Parameters:
    ///   - parser: The name of the parser.
    ///   - input: A description of the input.
    ///   - makeInput: Creates an input of a length in bytes.
    ///   - parse: Parses the input.
    init(
        _ parser: String,
        _ input: String,
        _ makeInput: @escaping @Sendable (Int) -> String,
        _ parse: @escaping @Sendable (Input) -> Void
    ) {
        self.parser = parser
        self.input = input
        self.makeInput = makeInput
        self.parse = parse
    }

    /// All cases, in the order of the folders of Talyn.
    static let all = streaming + headerFields + requests + redaction + recordings

    /// Cases for the inputs that repeat a text.
    static func repeating(_ parser: String, _ pieces: [String], _ parse: @escaping @Sendable (Input) -> Void)
        -> [WorstCase]
    {
        pieces.map { piece in
            WorstCase(parser, "`\(shown(piece))` repeated", { repeated(piece, $0) }, parse)
        }
    }

    /// Cases for inputs with a prefix before the repeated text.
    static func repeating(
        _ parser: String,
        after prefix: String,
        _ pieces: [String],
        _ parse: @escaping @Sendable (Input) -> Void
    ) -> [WorstCase] {
        pieces.map { piece in
            let input = "`\(shown(prefix))`, then `\(shown(piece))` repeated"
            return WorstCase(parser, input, { prefix + repeated(piece, $0) }, parse)
        }
    }

    /// The text as often as it fits into a length.
    static func repeated(_ text: String, _ length: Int) -> String {
        String(repeating: text, count: max(1, length / text.utf8.count))
    }

    private static func shown(_ text: String) -> String {
        let text = text.debugDescription.dropFirst().dropLast().replacingOccurrences(of: "|", with: "\\|")
        return text.count > 40 ? text.prefix(40) + "…" : text
    }

    /// The time for an input of a length: the shorter of two, since other work on the machine disturbs.
    func seconds(_ length: Int) -> Double {
        let text = makeInput(length)
        let input = Input(text: text, data: Data(text.utf8))
        let clock = ContinuousClock()
        let first = clock.measure { parse(input) }
        return (first > .seconds(2) ? first : min(first, clock.measure { parse(input) })) / .seconds(1)
    }
}

/// Keeps the optimizer from removing a call whose result isn't used.
@inline(never)
func use<Value>(_ value: Value) {
    withExtendedLifetime(value) {}
}
#endif
