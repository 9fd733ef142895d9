import Foundation
import TalynCore
import Testing

@testable import TalynOpenAPIRuntime

struct ValueTests {
    private func decode<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
        try JSONDecoder().decode(type, from: Data(text.utf8))
    }

    private func encode(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    @Test(arguments: [
        ("2024-02-29T12:00:00Z", 1_709_208_000, "2024-02-29T12:00:00Z"),
        ("2024-02-29t12:00:00.5z", 1_709_208_000.5, "2024-02-29T12:00:00.500Z"),
        ("2024-02-29 13:00:00.000001+01:00", 1_709_208_000.000001, "2024-02-29T12:00:00.000001Z"),
        ("2024-02-29T12:00:00", 1_709_208_000, "2024-02-29T12:00:00Z"),
        ("2024-02-29T12:00:00-0330", 1_709_220_600, "2024-02-29T15:30:00Z"),
        ("1969-12-31T23:59:59.25Z", -0.75, "1969-12-31T23:59:59.250Z"),
        ("1969-12-31T23:59:59.999999Z", -0.000001, "1969-12-31T23:59:59.999999Z"),
        ("9999-12-31T23:59:60Z", 253_402_300_800, nil),
        ("2024-02-29T12:00:00.123456789123Z", 1_709_208_000.123456789, nil),
    ])
    func timestampIsRead(_ text: String, _ seconds: Double, _ written: String?) throws {
        let time = try #require(Timestamp(text))
        #expect(abs(time.date.timeIntervalSince1970 - seconds) < 1e-6)
        if let written { #expect(time.description == written) }
    }

    @Test(arguments: [
        "", "2024", "2024-02-30T00:00:00Z", "2024-13-01T00:00:00Z", "2024-01-01T25:00Z", "2024-01-01T00:00:00X",
        "2024-01-01T00:00:00.Z", "abc",
    ])
    func otherTextIsNoTimestamp(_ text: String) {
        #expect(Timestamp(text) == nil)
    }

    /// Some servers send the first moment of their calendar for no time.
    @Test(arguments: ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"])
    func endsOfTheCalendarAreKept(_ text: String) {
        #expect(Timestamp(text)?.description == text)
    }

    /// The last moment of .NET's calendar means that something never ends. No server reads the year 10000.
    @Test(arguments: [
        "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.9999999+00:00",
    ])
    func lastMomentOfTheCalendarStaysInItsYear(_ text: String) throws {
        let time = try #require(Timestamp(text))
        #expect(time.description.hasPrefix("9999-12-31T23:59:59.9999"))
        #expect(try #require(Timestamp(time.description)) == time)
    }

    @Test func calendarDateIsADayThatExists() {
        #expect(CalendarDate("2024-02-29")?.description == "2024-02-29")
        for text in [
            "2023-02-29", "1900-02-29", "2024-2-9", "2024-04-31", "2024-13-01", "2024-00-01", "2024-01-00",
            "+024-01-01", "2024-+1-01", "2024-01-+1",
        ] {
            #expect(CalendarDate(text) == nil)
        }
    }

    @Test func valueOfUnknownTypeIsDecodedLater() throws {
        struct Day: Decodable, Equatable {
            let low: Int
            let date: Date
        }
        let value: JSONValue = ["days": [["low": -3, "date": "1970-01-01T00:01:00Z"]], "unit": "C"]
        let day = Day(low: -3, date: Date(timeIntervalSince1970: 60))
        #expect(try value["days"]?.decode([Day].self) == [day])
        #expect(try value["unit"]?.decode() == "C")
        #expect(throws: DecodingError.self) { try value.decode(Int.self) }
    }

    /// Servers without integers write a fraction of zero.
    @Test func wholeNumbersAreIntegers() throws {
        #expect(try decode("[5, 5.0, 5e2, -0.0]", as: [Int64].self) == [5, 5, 500, 0])
        #expect(try decode("[5.0]", as: [UInt64].self) == [5])
        #expect(throws: DecodingError.self) { try decode("[5.5]", as: [Int64].self) }
    }

    @Test func unixTimeIsANumber() throws {
        #expect(try decode("1700000000", as: UnixTime.self).date.timeIntervalSince1970 == 1_700_000_000)
        #expect(try encode(UnixTime(Date(timeIntervalSince1970: 5))) == "5")
        #expect(try encode(UnixTime(Date(timeIntervalSince1970: 5.5))) == "5.5")
    }

    @Test(arguments: [
        "null", "true", "5", "-1.5", "\"a\"", "[]", "{}", #"{"a":[1,{"b":null},"c",false]}"#, "9223372036854775807",
        "1e+300",
    ])
    func jsonIsKept(_ text: String) throws {
        #expect(try encode(try decode(text, as: JSONValue.self)) == text)
    }

    private struct Change: Codable, Equatable {
        var a: PatchValue<Int> = .keep

        init(a: PatchValue<Int> = .keep) { self.a = a }

        init(from decoder: any Decoder) throws { a = try decoder.properties().patch("a") }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.properties()
            try container.set("a", patch: a)
        }
    }

    @Test(arguments: [("{}", PatchValue<Int>.keep), (#"{"a":null}"#, .clear), (#"{"a":5}"#, .set(5))])
    func patchValueIsMissingNullOrAValue(_ text: String, _ value: PatchValue<Int>) throws {
        #expect(try decode(text, as: Change.self) == Change(a: value))
        #expect(try encode(Change(a: value)) == text)
    }

    private enum State: OpenEnum {
        case on
        case other(String)

        init(rawValue: String) { self = rawValue == "on" ? .on : .other(rawValue) }

        var rawValue: String { if case .other(let value) = self { value } else { "on" } }
    }

    @Test func enumHasUnknownValues() throws {
        #expect(try decode(#"["on","off"]"#, as: [State].self) == [.on, .other("off")])
        #expect(try encode([State.on, .other("off")]) == #"["on","off"]"#)
    }

    @Test func indirectValueIsAValue() {
        var one = Indirect(5)
        let other = one
        one.value = 6
        #expect(other.value == 5)
        #expect(one != other)
    }
}
