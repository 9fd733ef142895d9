import TestSupport
import Testing

@testable import _TalynSupport

struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 0-99/200", 0..<100, 200),
            ("bytes 0-99/*", 0..<100, nil),
            ("bytes */200", nil, 200),
            ("bytes */0", nil, 0),
            ("bytes 7-7/8", 7..<8, 8),
            ("BYTES  1-2/3 ", 1..<3, 3),
            ("bytes 007-08/0009", 7..<9, 9),
            ("bytes 0-9223372036854775806/9223372036854775807", 0 ..< .max, .max),
        ] as [(String, Range<Int64>?, Int64?)]
    )
    func rangeIsRead(value: String, range: Range<Int64>?, length: Int64?) throws {
        let contentRange = try #require(ContentRange(value))
        #expect(contentRange.range == range)
        #expect(contentRange.completeLength == length)
    }

    @Test(arguments: [
        "", " ", "bytes", "bytes ", "bytes 0", "bytes 0-", "bytes 0-9", "bytes 0-9/", "bytes -9/10", "bytes 9/10",
        "bytes */*", "bytes *", "bytes */", "bytes=0-9/10", "bytes: 0-9/10", "items 0-9/10", "bytes 9-0/10",
        "bytes 0-9/9", "bytes 0-9/10 x", "bytes 0-9/10, bytes 1-2/3", "bytes +0-9/10", "bytes 0--9/10",
        "bytes 0 - 9/10",
        "bytes 0-9223372036854775807/*", "bytes 0-9223372036854775808/*", "bytes */99999999999999999999", "0-9/10",
        "bytes\u{A0}0-9/10", "bytes ٠-٩/*",
    ])
    func nonsenseIsNone(value: String) {
        #expect(ContentRange(value) == nil)
    }

    @Test func hostileValuesAreRefusedOrValid() {
        for value in HostileValues.made(of: ["bytes 0-99/200", "bytes 5-99/*", "bytes */200"]) + HostileValues.long {
            guard let contentRange = ContentRange(value) else { continue }
            #expect(contentRange.range != nil || contentRange.completeLength != nil)
            if let range = contentRange.range {
                #expect(!range.isEmpty && range.lowerBound >= 0)
                #expect(range.upperBound <= contentRange.completeLength ?? .max)
            }
        }
    }
}
