#if Tools
import Testing

@testable import TalynOpenAPI

struct PatternMatcherTests {
    private func matches(_ text: String, _ pattern: String) -> Bool? {
        var matcher = PatternMatcher()
        return matcher.matches(text, pattern)
    }

    @Test(arguments: [
        ("^(0|[1-9][0-9]*)$", "10", "01"), ("^#(([0-9a-f]{2}){3}|[0-9a-f]{3})$", "#0af", "#0aff"), ("b", "abc", "ac"),
        ("^a*$", "", "b"), ("^a?b+$", "bb", "aab"), ("^a{2}$", "aa", "aaa"), ("^a{2,}$", "aaaa", "a"),
        ("^a{1,3}$", "aaa", "aaaa"), ("^(?:ab|cd)+?$", "abcd", "abc"), ("^(a|)$", "", "b"), ("^{a}$", "{a}", "a"),
        ("^(?<year>\\d{4})$", "2024", "٢٠٢٤"), ("^\\w+$", "a_1", "a-1"), ("^\\S+@\\S+$", "a@b", "a @b"),
        ("^[^a-z]$", "A", "b"), ("^[\\w.-]+$", "a.b-c", "a b"), ("^[\\d-x]$", "-", "a"), ("^[\\D]$", "a", "1"),
        ("^.$", "é", "\n"), ("^\\u0041\\x42\\u{43}$", "ABC", "abc"), ("^\\/\\.$", "/.", "/a"), ("^\\p{Lu}+$", "Ä", "ä"),
        ("\\bcat\\b", "a cat.", "cats"), ("^(?=.*[A-Z])(?!.*[ ]).{3,}$", "abC", "abc"), ("^a|b$", "ax", "xa"),
        ("^[\\]^]$", "]", "a"), ("a$", "ba", "a\n"),
    ])
    func patternDecides(pattern: String, right: String, wrong: String) {
        #expect(matches(right, pattern) == true)
        #expect(matches(wrong, pattern) == false)
    }

    /// Each takes more than 10^12 steps by backtracking.
    @Test(arguments: [
        "^([a-zA-Z0-9]+\\s?)*$", "^(a|a)*$", "^(((a+)+)+)+$", "^a*a*a*a*a*a*a*a*$", "^(a?){1000}$", "^(?=(a+)+$)",
    ])
    func nestedQuantifiersEnd(pattern: String) {
        #expect(matches(String(repeating: "a", count: 400) + "!", pattern) == false)
    }

    @Test func searchThatTakesTooLongIsUnknown() {
        var matcher = PatternMatcher()
        let text = String(repeating: "a", count: 10_000)
        #expect(matcher.matches(text, "(a?){1000}b") == nil)
        #expect(matcher.matches("a", "a") == nil)
        matcher.reset()
        #expect(matcher.matches("a", "a") == true)
    }

    @Test(arguments: [
        "(", "a)", "[a", "[z-a]", "*", "a**", "a++", "(a)\\1", "(?<=a)b", "(?i)a", "\\p{Other}", "a{3,2}", "a{60000}",
        "((((a{1000}){1000}){1000}){1000}){1000}", "a{9223372036854775807}", "[", "\\", "\\u00", "\\u{110000000}",
        String(repeating: "(", count: 1_000),
    ])
    func patternThatIsNotReadIsUnknown(pattern: String) {
        #expect(matches("a", pattern) == nil)
    }
}
#endif
