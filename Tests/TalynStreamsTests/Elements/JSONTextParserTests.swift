import Foundation
import Testing

@testable import TalynCore
@testable import TalynStreams

struct JSONTextParserTests {
    private static func text(_ text: JSONText) -> String {
        "\(text.number): \(String(decoding: text.bytes, as: UTF8.self))"
    }

    private func lines(_ text: String, limit: Int = 1_000) -> Parsed<String> {
        Parsed([Data(text.utf8)], by: JSONTextParser(separator: .lineFeed, limit: limit), Self.text)
    }

    private func sequence(_ text: String, limit: Int = 1_000) -> Parsed<String> {
        Parsed(
            [Data(text.replacingOccurrences(of: "␞", with: "\u{1E}").utf8)],
            by: JSONTextParser(separator: .recordSeparator, limit: limit),
            Self.text
        )
    }

    @Test(
        arguments: [
            ("", []), ("\n \n\r\n", []), ("1", ["1: 1"]), ("1\n2\n", ["1: 1", "2: 2"]),
            ("{}\r\n\r\n[]\r\n", ["1: {}\r", "3: []\r"]), ("{\r}\n", ["1: {\r}"]), ("\t\n\n{}", ["3: {}"]),
            ("1\n ", ["1: 1"]),
        ] as [(String, [String])]
    )
    func linesAreCountedAndBlankOnesPassedOver(text: String, expected: [String]) {
        #expect(lines(text).elements == expected)
        expectSameOfAllSplits(Data(text.utf8), by: JSONTextParser(separator: .lineFeed, limit: 1_000), Self.text)
    }

    /// RFC 7464, sections 2.1 to 2.4.
    @Test(
        arguments: [
            ("", []), (" \n", []), ("␞{}\n", ["1: {}\n"]), ("␞{}\n␞[]\n", ["1: {}\n", "2: []\n"]),
            ("␞␞␞{}\n␞\n␞1\n", ["1: {}\n", "2: 1\n"]), ("␞123␞4 ", ["2: 4 "]), ("␞true␞false\n␞null", ["2: false\n"]),
            ("␞\"a\"␞{}␞[]", ["1: \"a\"", "2: {}", "3: []"]), ("␞\n{\n}\n", ["1: \n{\n}\n"]),
            ("\r\n␞-1\t", ["1: -1\t"]),
            ("␞{\"a\":␞1\n", ["1: {\"a\":", "2: 1\n"]),
        ] as [(String, [String])]
    )
    func textsFollowSeparatorsAndThoseThatMayBeCutAreDropped(text: String, expected: [String]) {
        #expect(sequence(text).elements == expected)
        #expect(sequence(text).failure == nil)
        let data = Data(text.replacingOccurrences(of: "␞", with: "\u{1E}").utf8)
        expectSameOfAllSplits(data, by: JSONTextParser(separator: .recordSeparator, limit: 1_000), Self.text)
    }

    @Test(arguments: ["{}\n", "1", "\n x␞{}\n"]) func textWithoutASeparatorAtTheStartIsRefused(text: String) {
        #expect(sequence(text).failure?.hasPrefix("The body isn't a JSON text sequence") == true)
        #expect(sequence(text).elements.isEmpty)
    }

    @Test func whiteSpaceBeforeTheFirstSeparatorCountsForNoLimit() {
        #expect(sequence("     \n␞{}\n", limit: 3).elements == ["1: {}\n"])
        #expect(sequence("     x", limit: 3).failure?.hasPrefix("The body isn't a JSON text sequence") == true)
        for text in ["     \n\u{1E}{}\n", "     x", "     "] {
            expectSameOfAllSplits(Data(text.utf8), by: JSONTextParser(separator: .recordSeparator, limit: 3), Self.text)
        }
    }

    @Test func limitIsExact() {
        #expect(lines("{ }\n{ }", limit: 3).elements == ["1: { }", "2: { }"])
        #expect(lines("\n{  }\n", limit: 3).failure?.hasPrefix("Line 2 of the body has more than 3 bytes.") == true)
        #expect(sequence("␞{ }\n␞{ }", limit: 4).elements == ["1: { }\n", "2: { }"])
        #expect(sequence("␞1\n␞{  }\n", limit: 4).failure?.hasPrefix("Text 2 of the body has more than 4") == true)
        let body = Data("\u{1E}{ }\n\u{1E}{  }\n".utf8)
        expectSameOfAllSplits(body, limit: 3, by: JSONTextParser(separator: .lineFeed, limit: 3), Self.text)
        expectSameOfAllSplits(body, limit: 4, by: JSONTextParser(separator: .recordSeparator, limit: 4), Self.text)
    }

    @Test func randomBytesAreReadAlikeInAnyPieces() {
        let alphabet = ["\n", "\r", "\u{1E}", " ", "{}", "1", "\"", "true", "["]
        for limit in [6, 1_000] {
            expectSameOfNoise(alphabet, limit: limit, by: JSONTextParser(separator: .lineFeed, limit: limit), Self.text)
            expectSameOfNoise(
                alphabet,
                limit: limit,
                by: JSONTextParser(separator: .recordSeparator, limit: limit),
                Self.text
            )
        }
    }
}
