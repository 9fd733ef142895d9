import Foundation
import HTTPTypes
import Testing

@testable import _TalynSupport

struct RetryAfterTests {
    /// Sun, 06 Nov 1994 08:49:37 GMT
    private let date = Date(timeIntervalSince1970: 784_111_777)

    private func delay(_ value: String?, dated: String? = nil, at now: Date? = nil) -> Duration? {
        var fields = HTTPFields()
        fields[.retryAfter] = value
        fields[.date] = dated
        return RetryAfter.delay(in: fields) { now ?? date.addingTimeInterval(-30) }
    }

    @Test func fieldThatIsMissingAsksForNothing() {
        #expect(delay(nil) == nil)
    }

    @Test(arguments: ["120": 120, "0": 0, " 7\t": 7, "007": 7] as [String: Int])
    func secondsAreSeconds(value: String, seconds: Int) {
        #expect(delay(value) == .seconds(seconds))
    }

    @Test(arguments: [("150", .milliseconds(150)), ("0", .zero), ("1500.5", .seconds(1.5005))] as [(String, Duration)])
    func millisecondsCountMoreThanSeconds(value: String, wait: Duration) {
        let fields: HTTPFields = [.retryAfter: "2", HTTPField.Name("retry-after-ms")!: value]
        #expect(RetryAfter.delay(in: fields) { date } == wait)
    }

    @Test(arguments: ["", "soon", "-1", "nan"])
    func invalidMillisecondsAreIgnored(value: String) {
        let fields: HTTPFields = [.retryAfter: "2", HTTPField.Name("retry-after-ms")!: value]
        #expect(RetryAfter.delay(in: fields) { date } == .seconds(2))
    }

    @Test func secondsThatNobodyCanCountAreVeryLong() {
        #expect(delay("18446744073709551616") == .longest)
        #expect(delay(String(repeating: "9", count: 1_000)) == .longest)
    }

    @Test(arguments: [
        "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    ])
    func dateInEachFormatIsUnderstood(value: String) {
        let later = date.addingTimeInterval(1_000_000)
        #expect(delay(value) == .seconds(30))
        #expect(delay(value, at: date.addingTimeInterval(1)) == .zero)
        #expect(delay(value, dated: "Sun, 06 Nov 1994 08:49:32 GMT", at: later) == .seconds(5))
        #expect(delay("Sun, 06 Nov 1994 08:49:39 GMT", dated: value, at: later) == .seconds(2))
    }

    @Test func dateThatCannotBeReadGivesWayToTheClock() {
        #expect(delay("Sun, 06 Nov 1994 08:49:37 GMT", dated: "now") == .seconds(30))
    }

    /// Foundation's formatter on Linux traps on some of these.
    @Test(arguments: ["S\u{352}\u{FFFD}   :", "S\u{352}", "Sun\u{301}, 06 Nov 1994 08:49:37 GMT", "\u{661}"])
    func textWithMarksOrOtherDigitsIsNoDate(value: String) {
        #expect(delay(value) == nil)
        #expect(delay("Sun, 06 Nov 1994 08:49:37 GMT", dated: value) == .seconds(30))
        #expect(HTTPDate.date(value) { date } == nil)
    }

    @Test func dateLongAfterwardsIsVeryLong() {
        #expect(delay("Fri, 31 Dec 9999 23:59:59 GMT") == .longest)
    }

    @Test(arguments: [
        "soon", "-5", "1.5", "5s", "5, 5", "1e3", "٣", "Sun, 06 Nov 1994 08:49:37 CET", "06 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 GMT, 5", "", " ",
    ])
    func invalidValueIsIgnored(value: String) {
        #expect(delay(value) == nil)
    }

    /// RFC 9110, section 5.6.7.
    @Test func twoDigitsOfAYearAreAtMostFiftyYearsAhead() throws {
        let year = { (text: String, now: Date) in
            HTTPDate.date("Sunday, 06-Nov-\(text) 08:49:37 GMT") { now }
                .map { Int(($0.timeIntervalSince1970 / 31_556_952).rounded(.down)) + 1970 }
        }
        let in2026 = Date(timeIntervalSince1970: 1_795_000_000)
        #expect(year("94", in2026) == 1994)
        #expect(year("26", in2026) == 2026)
        #expect(year("75", in2026) == 2075)
        #expect(year("78", in2026) == 1978)
        #expect(year("94", date) == 1994)
        #expect(year("40", date) == 2040)
        #expect(year("50", date) == 1950)
    }

    @Test func datesAreReadByManyAtATime() async {
        let texts = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"]
        await withTaskGroup(of: Bool.self) { group in
            for text in texts + texts + texts {
                group.addTask { [date] in (0..<100).allSatisfy { _ in HTTPDate.date(text) { date } == date } }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}
