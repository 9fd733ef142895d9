import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynStreams

struct LineParserTests {
    private func lines(_ data: Data, limit: Int = 1_000) -> Parsed<String> {
        Parsed([data], by: LineParser(limit: limit)) { $0 }
    }

    private func lines(_ text: String, limit: Int = 1_000) -> Parsed<String> {
        lines(Data(text.utf8), limit: limit)
    }

    @Test(
        arguments: [
            ("", []), ("a", ["a"]), ("\n", [""]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]),
            ("a\rb\r", ["a", "b"]), ("a\n\nb", ["a", "", "b"]), ("a\r\rb", ["a", "", "b"]), ("\r\n\r\n", ["", ""]),
            ("a\n\rb", ["a", "", "b"]), ("a\r\n\nb\r", ["a", "", "b"]), ("\u{FEFF}a\nb", ["\u{FEFF}a", "b"]),
            ("naïve\u{2028}café\n…", ["naïve\u{2028}café", "…"]),
            ("a\u{0B}b\u{0C}\u{85}c\0\n", ["a\u{0B}b\u{0C}\u{85}c\0"]),
        ] as [(String, [String])]
    )
    func anyLineEndEndsALine(text: String, expected: [String]) {
        #expect(lines(text).elements == expected)
        expectSameOfAllSplits(Data(text.utf8), by: LineParser(limit: 1_000)) { $0 }
    }

    @Test func invalidUTF8IsRepaired() {
        let data = Data([0x61, 0xFF, 0x62, 0x0A, 0xE2, 0x82, 0x0A, 0xE2, 0x82, 0xAC, 0x0D, 0xC3])
        #expect(lines(data).elements == ["a\u{FFFD}b", "\u{FFFD}", "€", "\u{FFFD}"])
        expectSameOfAllSplits(data, by: LineParser(limit: 1_000)) { $0 }
    }

    @Test(arguments: ["\n", "\r", "\r\n", ""]) func limitIsExact(end: String) {
        let line = String(repeating: "x", count: 8)
        #expect(lines("a\n\(line)\(end)", limit: 8).elements == ["a", line])
        for limit in [7, 0, -1] {
            let text = (limit > 0 ? "a\n" : "") + line + end
            let number = limit > 0 ? 2 : 1
            let parsed = lines(text, limit: limit)
            #expect(parsed.elements.count == number - 1)
            #expect(parsed.failure?.contains("Line \(number) of the body has more than \(limit) bytes.") == true)
            expectSameOfAllSplits(Data(text.utf8), limit: max(limit, 0), by: LineParser(limit: limit)) { $0 }
        }
    }

    @Test func lineThatIsTooLongIsNotAwaited() {
        var parser = LineParser(limit: 10)
        parser.push(Data("0123456789".utf8))
        #expect(throws: Never.self) { try parser.next() }
        #expect(parser.heldCount == 10)
        parser.push(Data("x".utf8))
        #expect(throws: StreamError.self) { try parser.next() }
        #expect(parser.heldCount == 10)
    }

    @Test func lineIsGivenAtItsEndAndNotAByteLater() throws {
        var parser = LineParser(limit: 10)
        parser.push(Data("a\r".utf8))
        #expect(try parser.next() == "a")
        parser.push(Data("\n\n".utf8))
        #expect(try parser.next() == "")
        #expect(try parser.next() == nil)
    }

    /// One that looked at all it has with every byte would take hours.
    @Test(.hammer) func longLineInSingleBytesIsReadInLinearTime() throws {
        var parser = LineParser(limit: 400_000)
        for index in 0..<300_000 {
            parser.push(Data([index % 2 == 0 ? 0x61 : 0x62]))
            #expect(try parser.next() == nil)
        }
        #expect(parser.heldCount == 300_000)
        #expect(parser.finish()?.utf8.count == 300_000)
    }

    @Test func longBodyOfOneKindOfLineEndIsReadInLinearTime() {
        for end in ["\r", "\n"] {
            #expect(lines(String(repeating: end, count: 300_000)).elements.count == 300_000)
        }
    }

    @Test func longChunkIsReadLikeItsPieces() {
        var generator = SeededGenerator(seed: 1)
        let expected = (0..<200).map { index in
            String(repeating: "x", count: index % 2 == 0 ? .random(in: 0..<5_000, using: &generator) : 0)
        }
        for end in ["\r\n", "\n", "\r"] {
            let data = Data((expected.joined(separator: end) + end).utf8)
            let whole = lines(data, limit: 5_000)
            #expect(whole.elements == expected)
            for _ in 0..<5 {
                let pieces = data.pieces(using: &generator)
                #expect(Parsed(pieces, by: LineParser(limit: 5_000)) { $0 } == whole)
            }
        }
    }

    @Test func randomBytesAreReadAlikeInAnyPieces() {
        expectSameOfNoise(["\r", "\n", "\r\n", "a", "€"], limit: 12, by: LineParser(limit: 12)) { $0 }
        expectSameOfNoise(["\r", "\n", "\r\n", "a", "€"], limit: 1_000, by: LineParser(limit: 1_000)) { $0 }
    }
}
