import Testing

@testable import TalynCore
@testable import TalynTransfers

struct FileVersionTests {
    private func validator(_ fields: KeyValuePairs<String, String>) -> String? {
        var all = HTTPFields()
        for (name, value) in fields { HTTPField.Name(name).map { all.append(HTTPField(name: $0, value: value)) } }
        return FileVersion(of: "GET /", in: all).validator
    }

    private static let second = "Sat, 01 Jan 2022 00:00:00 GMT"
    private static let nextSecond = "Sat, 01 Jan 2022 00:00:01 GMT"

    @Test func strongTagIsAValidator() {
        #expect(validator(["ETag": "\"a\""]) == "\"a\"")
        #expect(validator(["ETag": "\"\""]) == "\"\"")
        #expect(validator(["ETag": "without-quotes"]) == "without-quotes")
    }

    @Test(arguments: ["W/\"a\"", "W/a", "\"a", "a\"", "\"", "", "\"a\u{E9}\""])
    func weakAndInvalidTagsAreIgnored(tag: String) {
        // With a tag, the date must not be used (RFC 9110, section 13.1.5).
        #expect(validator(["ETag": tag, "Last-Modified": Self.second, "Date": Self.nextSecond]) == nil)
    }

    @Test func dateOfAnEarlierSecondIsAValidator() {
        #expect(validator(["Last-Modified": Self.second, "Date": Self.nextSecond]) == Self.second)
        #expect(validator(["Last-Modified": Self.second, "Date": Self.second]) == nil)
        #expect(validator(["Last-Modified": Self.nextSecond, "Date": Self.second]) == nil)
        #expect(validator(["Last-Modified": Self.second]) == nil)
        #expect(validator(["Last-Modified": "yesterday", "Date": Self.second]) == nil)
    }

    @Test func serverWithoutRangesIsNotAskedForThem() {
        #expect(validator(["ETag": "\"a\"", "Accept-Ranges": "none"]) == nil)
        #expect(validator(["ETag": "\"a\"", "Accept-Ranges": "bytes"]) == "\"a\"")
    }

    @Test func compressedResponseHasNoValidator() {
        #expect(validator(["ETag": "\"a\"", "Content-Encoding": "gzip"]) == nil)
        #expect(validator(["ETag": "\"a\"", "Content-Encoding": "identity"]) == "\"a\"")
    }
}
