import Testing
import _TalynSupport

struct ByteSearchTests {
    private static func starts(of needle: String, in text: String) -> [Int] {
        var text = text
        return text.withUTF8 { ByteSearch(Array(needle.utf8)).starts(in: $0) }
    }

    @Test func startsDoNotOverlap() {
        #expect(Self.starts(of: "aa", in: "aaaaa") == [0, 2])
        #expect(Self.starts(of: "ab", in: "aabab") == [1, 3])
        #expect(Self.starts(of: "a", in: "") == [])
        #expect(Self.starts(of: "", in: "a") == [])
        #expect(Self.starts(of: "abc", in: "ab") == [])
    }

    @Test(arguments: [63, 64, 65, 66, 300]) func longNeedlesAreFoundAsShortOnesAre(length: Int) {
        let repeated = String(repeating: "a", count: length)
        #expect(Self.starts(of: repeated, in: repeated + repeated + "a") == [0, length])
        let needle = String(repeating: "ab", count: length / 2) + "c"
        let text = "ab" + needle + "ab" + needle + "ab"
        #expect(Self.starts(of: needle, in: text) == [2, needle.utf8.count + 4])
        #expect(Self.starts(of: needle, in: String(text.dropLast(3))) == [2])
    }

    @Test func aLongNeedleThatAlmostOccursTakesLinearTime() {
        let text = String(repeating: "a", count: 2_000_000)
        #expect(Self.starts(of: String(repeating: "a", count: 1_000_000) + "b", in: text).isEmpty)
    }
}
