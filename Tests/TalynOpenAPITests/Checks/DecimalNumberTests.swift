import Testing

@testable import TalynOpenAPI

struct DecimalNumberTests {
    @Test(arguments: [
        "1e-9223372036854775808", "1e9223372036854775808", "1e1000000000", "", "-", ".", "1e", "0x1", "1 ",
    ])
    func otherTextIsNoNumber(text: String) {
        #expect(DecimalNumber(text) == nil)
    }

    @Test(arguments: [("1.50", "15e-1"), ("-0", "0"), ("100", "1E2"), ("+0.0", "0e5")])
    func equalNumbersAreEqual(one: String, other: String) throws {
        #expect(try #require(DecimalNumber(one)) == #require(DecimalNumber(other)))
    }
}
