import Foundation
import Testing

@testable import _TalynSupport

struct GregorianDayTests {
    @Test(arguments: [
        ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2024-03-01", 19_783), ("1600-03-01", -135_080),
        ("0000-01-01", -719_528), ("0000-02-29", -719_469), ("0000-03-01", -719_468), ("9999-12-31", 2_932_896),
    ])
    func daysAreCountedFrom1970(text: String, days: Int) throws {
        let day = try #require(GregorianDay(text))
        #expect(day.daysSince1970 == days)
        #expect(GregorianDay(daysSince1970: days) == day)
    }

    @Test func eachDayOfFourHundredYearsFollowsTheOneBefore() throws {
        var previous = GregorianDay(daysSince1970: -1)
        for number in 0..<146_097 {
            let day = GregorianDay(daysSince1970: number)
            #expect(day.daysSince1970 == number)
            #expect((previous.year, previous.month, previous.day) < (day.year, day.month, day.day))
            #expect(GregorianDay(year: day.year, month: day.month, day: day.day) == day)
            previous = day
        }
    }

    @Test(arguments: [
        "2023-02-29", "1900-02-29", "2024-04-31", "2024-13-01", "2024-00-01", "2024-01-00", "2024-1-01", "24-01-01",
        "2024-01-01T", "+024-01-01", "2024/01/01", "2024-01", "", "２０２４-01-01",
    ])
    func otherTextIsNoDay(text: String) {
        #expect(GregorianDay(text) == nil)
        #expect(Date(iso8601Day: text) == nil)
    }

    @Test(arguments: ["1970-01-01", "2024-02-29", "1582-10-04", "1500-02-28", "0000-01-01", "9999-12-31"])
    func writtenDayIsReadAgain(text: String) throws {
        #expect(try #require(Date(iso8601Day: text)).iso8601Day == text)
    }

    @Test(arguments: [-1e300, -1e12, 1e12, 1e300]) func dayOfADistantYearIsWritten(seconds: Double) {
        #expect(!Date(timeIntervalSince1970: seconds).iso8601Day.isEmpty)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 00:00:00 GMT", 951_782_400),
        ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200),
    ])
    func datesOfFieldsHaveTheSameCalendar(text: String, seconds: Double) {
        #expect(HTTPDate.date(text, at: { Date() })?.timeIntervalSince1970 == seconds)
        #expect(
            HTTPDate.date(text.replacing("01 Jan", with: "32 Jan").replacing("29 Feb", with: "30 Feb"), at: { Date() })
                == nil
        )
    }
}
