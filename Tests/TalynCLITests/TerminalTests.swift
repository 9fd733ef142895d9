#if Tools
import Testing

@testable import TalynCLI
@testable import TalynCommandLine

struct TerminalTests {
    @Test(arguments: [
        ("plain, ü and 日本 👩‍👩‍👧", "plain, ü and 日本 👩‍👩‍👧"), ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"),
        ("a\rb\u{7}\u{8}", "a\\u{D}b\\u{7}\\u{8}"), ("a\u{202E}b\u{2066}", "a\\u{202E}b\\u{2066}"),
        ("a\u{9B}31m", "a\\u{9B}31m"), ("one\ntwo\tthree", "one\ntwo\tthree"), ("a\u{2028}b", "a\\u{2028}b"),
    ])
    func textOfAServerControlsNoTerminal(_ text: String, expected: String) {
        #expect(text.inTerminal == expected)
    }

    @Test func cellsOfATableControlNoTerminal() {
        var table = Table(title: "a\u{1B}c", header: ["name"])
        table.add(["x\u{1B}]0;y\u{7}"])
        #expect(!table.text(hasColours: false).contains("\u{1B}"))
    }
}
#endif
