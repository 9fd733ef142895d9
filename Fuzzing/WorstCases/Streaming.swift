#if FUZZING
import Foundation

@testable import TalynCore
@testable import TalynStreams

extension WorstCase {
    static let streaming: [WorstCase] =
        repeating("events", ["data:\n", "\r", "\n", ":\n", "id:a\n", "retry:1\n", "data:a\n\n", "a"]) { input in
            parse(input, ServerSentEventParser(limit: 1 << 24))
        }
        + repeating("events", after: "data:", ["a"]) { input in
            parse(input, ServerSentEventParser(limit: 1 << 24), chunk: 1)
        }
        + repeating("lines", ["\r", "\n", "\r\n", "a", "a\r"]) { parse($0, LineParser(limit: 1 << 24)) }
        + repeating("lines", after: "", ["a", "\r"]) { parse($0, LineParser(limit: 1 << 24), chunk: 1) }
        + repeating("json-lines", ["\n", " ", "1\n", "[\n", "["]) { input in
            parse(input, JSONTextParser(separator: .lineFeed, limit: 1 << 24))
        }
        + repeating("json-sequence", after: "\u{1E}", ["\u{1E}", " ", "\u{1E}[", "1"]) { input in
            parse(input, JSONTextParser(separator: .recordSeparator, limit: 1 << 24))
        }
        + repeating("json-sequence", [" "]) { input in
            parse(input, JSONTextParser(separator: .recordSeparator, limit: 1 << 24), chunk: 1)
        }

    private static func parse<Parser: BodyParser>(_ input: Input, _ parser: Parser, chunk: Int = 16_384) {
        var parser = parser
        var rest = input.data
        while !rest.isEmpty {
            parser.push(Data(rest.prefix(chunk)))
            rest = rest.dropFirst(chunk)
            while let element = try? parser.next() { use(element) }
        }
        use(parser.finish())
    }
}
#endif
