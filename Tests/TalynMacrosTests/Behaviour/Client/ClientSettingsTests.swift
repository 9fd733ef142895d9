#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

private struct Day: Codable, Sendable, Hashable {
    var date: Date
}

private enum OldFormats {
    /// Seconds since 2001, as a decoder without a strategy reads them.
    static var plain: CodingOptions {
        CodingOptions { $0.configureDecoder = { $0.dateDecodingStrategy = .deferredToDate } }
    }
}

@Client("https://api.example.com") @Coding(keys: .snakeCase) @Envelope(ResponseEnvelope(data: "result"))
private struct CalendarClient {
    @GET("/days") func days(since firstDay: Date, weekDays: [Int], isOpen: Bool?) async throws -> [Day]
    @POST("/days") func add(date: Date) async throws -> Day
    @POST("/days/whole") func addWhole(@Body _ day: Day) async throws -> Day
    @GET("/today") @Envelope(nil) func today() async throws -> Day
    @GET("/raw") @Envelope(nil) @Coding(OldFormats.plain) func raw() async throws -> Day
    @POST("/seconds") @Form @Envelope(nil)
    @Coding(dates: .secondsSince1970, arrays: .noBrackets, booleans: .literal)
    func seconds(startDate: Date, weekDays: [Int], isOpen: Bool) async throws -> Day
}

@API("https://api.example.com") @Envelope(ResponseEnvelope(data: "result")) @ResultType(Day.self)
private enum CalendarAPI {
    @POST("/days") case add(date: Date)
    @GET("/today") @Envelope(nil) case today
}

@Suite(.stubs) struct ClientSettingsTests {
    private let date = Date(timeIntervalSince1970: 1_700_000_000)
    private let text = "2023-11-14T22:13:20Z"

    @Test func attributesDecodeResultsOfAClient() async throws {
        StubSet.current.on(.get("/days"), .json(text: #"{"code": 0, "result": [{"date": "\#(text)"}]}"#))
        StubSet.current.on(.get("/today"), .json(text: #"{"date": "\#(text)"}"#))
        StubSet.current.on(.get("/raw"), .json(text: #"{"date": 0}"#))
        let client = CalendarClient()
        #expect(try await client.days(since: date, weekDays: [1, 2], isOpen: true) == [Day(date: date)])
        #expect(try await client.today() == Day(date: date))
        #expect(try await client.raw() == Day(date: Date(timeIntervalSinceReferenceDate: 0)))
        let query = StubSet.current.requests.first?.url.query?.removingPercentEncoding
        #expect(query == "first_day=\(text)&is_open=true&week_days=1&week_days=2")
    }

    @Test func formatsOfAFunctionAndOfTheTypeAddUp() async throws {
        StubSet.current.on(.post("/seconds"), .json(text: #"{"date": 1700000000}"#))
        let client = CalendarClient()
        #expect(try await client.seconds(startDate: date, weekDays: [1, 2], isOpen: false) == Day(date: date))
        let form = "is_open=false&start_date=1700000000&week_days=1&week_days=2"
        #expect(StubSet.current.requests.first?.text == form)
    }

    @Test func attributesEncodeBodiesOfAClient() async throws {
        let answer = StubAnswer.json(text: #"{"code": 0, "result": {"date": "\#(text)"}}"#)
        StubSet.current.on(.post("/days"), answer)
        StubSet.current.on(.post("/days/whole"), answer)
        let client = CalendarClient()
        #expect(try await client.add(date: date) == Day(date: date))
        #expect(try await client.addWhole(Day(date: date)) == Day(date: date))
        #expect(
            StubSet.current.requests.map { String(decoding: $0.body, as: UTF8.self) } == [
                #"{"date":"\#(text)"}"#, #"{"date":"\#(text)"}"#,
            ]
        )
    }

    @Test func attributesOfAnEnumDoTheSame() async throws {
        StubSet.current.on(.post("/days"), .json(text: #"{"code": 0, "result": {"date": "\#(text)"}}"#))
        StubSet.current.on(.get("/today"), .json(text: #"{"date": "\#(text)"}"#))
        let provider = Provider<CalendarAPI>()
        #expect(try await provider.request(.add(date: date)) == Day(date: date))
        #expect(try await provider.request(.today) == Day(date: date))
        #expect(
            StubSet.current.requests.first.map { String(decoding: $0.body, as: UTF8.self) } == #"{"date":"\#(text)"}"#
        )
    }
}
#endif
