#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if Macros
import Foundation
import TalynMacros
import TalynTesting
import Testing

private struct Day: Codable, Sendable, Hashable {
    var date: Date
}

private enum Formats {
    static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }
}

@Client("https://api.example.com") @KeyMapping(.snakeCase)
@Encoder(Formats.encoder) @FormEncoder(URLEncodedFormEncoder(dateEncoding: .iso8601)) @Decoder(Formats.decoder)
@Envelope(ResponseEnvelope(data: "result"))
private struct CalendarClient {
    @GET("/days") func days(since firstDay: Date) async throws -> [Day]
    @POST("/days") func add(date: Date) async throws -> Day
    @POST("/days/whole") func addWhole(@Body _ day: Day) async throws -> Day
    @GET("/today") @Envelope(nil) func today() async throws -> Day
    @GET("/raw") @Envelope(nil) @Decoder(JSONDecoder()) func raw() async throws -> Day
}

@API("https://api.example.com") @Encoder(Formats.encoder) @Decoder(Formats.decoder)
@Envelope(ResponseEnvelope(data: "result")) @ResultType(Day.self)
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
        #expect(try await client.days(since: date) == [Day(date: date)])
        #expect(try await client.today() == Day(date: date))
        #expect(try await client.raw() == Day(date: Date(timeIntervalSinceReferenceDate: 0)))
        #expect(StubSet.current.requests.first?.urlRequest.url?.query?.removingPercentEncoding == "first_day=\(text)")
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
