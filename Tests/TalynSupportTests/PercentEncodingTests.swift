import Testing
import _TalynSupport

struct PercentEncodingTests {
    @Test(arguments: [
        ("a b/é", "a%20b%2F%C3%A9"), ("a-z_0.9~", "a-z_0.9~"), ("", ""), ("\u{0}\u{7F}%", "%00%7F%25"),
    ])
    func otherBytesAreEncoded(text: String, encoded: String) {
        #expect(text.percentEncoded(allowed: .unreserved) == encoded)
        #expect(encoded.percentDecoded == text)
        #expect(encoded.lowercasingEscapes.percentDecoded == text)
    }

    @Test func escapesGetDigitsInLowerCase() {
        #expect("A%2F%C3%A9B".lowercasingEscapes == "A%2f%c3%a9B")
    }

    /// A sign isn't a digit, though Swift reads numbers with one.
    @Test(arguments: ["%", "%2", "%zz", "%+1", "%-1", "a%", "%2Fb%4"])
    func textWithAnIncompleteEscapeIsNotDecoded(text: String) {
        #expect(text.percentDecoded == nil)
        #expect(PercentEncoding.decoded(text.utf8) == nil)
    }

    @Test func bytesThatAreNotUTF8AreDecodedAsBytesOnly() {
        #expect("%FF".percentDecoded == nil)
        #expect(PercentEncoding.decoded("%FFa".utf8) == [0xFF, 0x61])
        #expect("%FFa".percentDecodedLeniently == "\u{FFFD}a")
    }

    @Test(arguments: [
        ("100%", "100%"), ("%zz%41", "%zzA"), ("%+1", "%+1"), ("a+b", "a+b"), ("%e2%82%ac", "€"), ("%25", "%"),
    ])
    func lenientDecoderKeepsIncompleteEscapes(text: String, decoded: String) {
        #expect(text.percentDecodedLeniently == decoded)
    }

    @Test func plusIsASpaceInAForm() {
        #expect("a+b%2B100%".formDecoded == "a b+100%")
    }

    @Test func escapesOfOtherBytesStay() {
        let bytes = PercentEncoding.decodedLeniently("%41%2f%3F".utf8) { $0 != UInt8(ascii: "/") }
        #expect(String(decoding: bytes, as: UTF8.self) == "A%2f?")
    }
}
