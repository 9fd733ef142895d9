import Foundation
import Testing
import _TalynSupport

struct HexadecimalTests {
    @Test func bytesHaveTwoDigitsEach() {
        #expect(Data([0, 0x0F, 0xAB]).hexadecimal == "000fab")
        var digits = Array("x".utf8)
        digits.appendHexadecimal([0xF0] as [UInt8])
        #expect(digits == Array("xf0".utf8))
    }

    @Test func numbersHaveAllDigitsOfTheirType() {
        #expect((0xAB as UInt64).hexadecimal == "00000000000000ab")
        #expect((7 as UInt8).hexadecimal == "07")
    }

    @Test(arguments: [("000fAB", [0, 0x0F, 0xAB]), ("", []), ("abc", nil), ("0g", nil), ("+1", nil), ("１１", nil)])
    func onlyPairsOfDigitsAreRead(text: String, bytes: [UInt8]?) {
        #expect([UInt8](hexadecimal: text) == bytes)
    }
}
