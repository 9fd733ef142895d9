#if Tools
import _TalynSupport
import TalynStubs
import Testing

@testable import TalynOpenAPI

struct PatternTextTests {
    @Test(arguments: [
        "^a{3}$", "^(?:ab|cd)+$", "^[A-Z][a-z]*-\\d{2,4}$", "^\\S+@\\S+$", "^[\\w.-]+$", "^(?<year>\\d{4})$",
        "^\\u0041$", "^(?=.{1,5}$)[a-z]+$", "^[éè]+$", "^[^a-z0-9]{4}$", "^\\s\\p{Lu}\\W$", "^.{2}[\\s\\S]$",
    ])
    func textMatchesItsPattern(pattern: String) throws {
        let source = try #require(PatternText(pattern))
        var matcher = PatternMatcher()
        for seed in 0..<20 as Range<UInt64> {
            var random = SeededRandom(seed: seed, sequence: 0)
            let text = source.text(extra: 1, &random)
            #expect(matcher.matches(text, pattern) == true, "\(text)")
        }
    }

    @Test(arguments: ["(", "[a", "a)", "(?P<a>b)", "\\1", "[z-a]", String(repeating: "(", count: 1_000)])
    func patternThatIsNotReadIsNil(pattern: String) {
        #expect(PatternText(pattern) == nil)
    }
}
#endif
