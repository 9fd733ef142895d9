import Foundation
import HTTPTypes
import Testing

@testable import TalynCache

struct CacheControlTests {
    private func control(_ values: String...) -> CacheControl {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: .cacheControl, value: value)) }
        return CacheControl(fields)
    }

    @Test(arguments: [
        ("max-age=60", 60.0), ("Max-Age=60", 60), ("max-age=\"60\"", 60), ("private, max-age=060", 60),
        ("max-age=60, max-age=1", 60),
        ("max-age=99999999999", 2_147_483_648), ("max-age=-1", 0), ("max-age=1.5", 0), ("max-age='60'", 0),
        ("max-age", 0),
        ("x=\"max-age=9\", max-age=60", 60),
    ])
    func secondsAreReadAsTheRFCWants(value: String, seconds: Double) {
        #expect(control(value).seconds("max-age") == seconds)
    }

    @Test(arguments: ["", "public", "x=\"max-age=60\"", "xmax-age=60"]) func missingDirectiveHasNoSeconds(value: String)
    {
        #expect(control(value).seconds("max-age") == nil)
    }

    @Test func directivesOfSeveralFieldsCount() {
        let control = control("no-cache", "max-age=5")
        #expect(control.contains("no-cache"))
        #expect(control.seconds("max-age") == 5)
    }

    @Test(arguments: [
        ("bytes=0-4", 0..<5), ("bytes=5-", 5..<10), ("bytes=-3", 7..<10), ("bytes=5-99", 5..<10), ("BYTES=0-0", 0..<1),
        ("bytes=-99", 0..<10),
    ])
    func rangesAreReadInTheRepresentation(value: String, range: Range<Int64>) {
        #expect(ByteRangeRequest(value)?.range(in: 10) == range)
    }

    @Test(arguments: ["bytes=10-", "bytes=-0"]) func rangesOutsideOfTheRepresentationHaveNoBytes(value: String) throws {
        #expect(try #require(ByteRangeRequest(value)).range(in: 10) == nil)
    }

    @Test(arguments: ["bytes=4-1", "bytes=0-1,3-4", "items=0-1", "bytes=", "bytes=a-b", "bytes=-"])
    func otherRangesAreForTheServer(value: String) {
        #expect(ByteRangeRequest(value) == nil)
    }
}
