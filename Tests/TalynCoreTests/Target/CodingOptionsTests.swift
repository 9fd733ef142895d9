import Foundation
import TestSupport
import Testing

@testable import TalynCore

/// One description of the formats of an API counts everywhere, both ways.
struct CodingOptionsTests {
    private struct Item: Codable, Equatable, Sendable {
        var madeAt = Date(timeIntervalSince1970: 1_700_000_000)
        var isNew = true
        var tagList = ["a", "b"]
    }

    private struct API: TargetType {
        var coding = CodingOptions()
        var query: RequestParameters = RequestParameters(Item())
        var body: RequestBody = .json(Item())

        var baseURL: URL { URL(string: "https://api.example.com")! }
        var path: RequestPath { "" }
        var method: HTTPRequest.Method { .post }
    }

    private func request(_ coding: CodingOptions) throws -> (query: String?, json: String, form: String) {
        let json = try Endpoint(API(coding: coding)).request()
        let form = try Endpoint(API(coding: coding, body: .form(Item()))).request()
        return (
            json.url?.query(percentEncoded: false), String(decoding: json.body?.data ?? Data(), as: UTF8.self),
            String(decoding: form.body?.data ?? Data(), as: UTF8.self).removingPercentEncoding ?? ""
        )
    }

    private static let formatter = {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "yyyy/MM/dd HH:mm:ss"
        return formatter
    }()

    /// The formats, a date as text in each, and whether JSON has it as a number.
    private static let formats: [(CodingOptions.DateFormat, String, isNumber: Bool)] = [
        (.iso8601, "2023-11-14T22:13:20Z", false), (.secondsSince1970, "1700000000", true),
        (.iso8601WithFractions, "2023-11-14T22:13:20.000Z", false), (.millisecondsSince1970, "1700000000000", true),
        (
            .custom(write: { formatter.string(from: $0) }, read: { formatter.date(from: $0) }), "2023/11/14 22:13:20",
            false
        ),
    ]

    @Test(arguments: formats.indices)
    func datesAreWrittenAndReadInTheirFormat(index: Int) async throws {
        let (format, text, isNumber) = Self.formats[index]
        let coding = CodingOptions { $0.dates = format }
        let request = try request(coding)
        let date = isNumber ? text : "\"\(text.replacing("/", with: #"\/"#))\""
        #expect(request.query == "isNew=true&madeAt=\(text)&tagList=a&tagList=b")
        #expect(request.form == request.query)
        #expect(request.json == #"{"isNew":true,"madeAt":\#(date),"tagList":["a","b"]}"#)
        let provider = Provider<API>(answering: { .networkResponse(200, Data(request.json.utf8)) })
        #expect(try await provider.request(API(coding: coding), as: Item.self) == Item())
    }

    @Test(arguments: [
        ("2023-11-14T22:13:20.5Z", 0.5), ("2023-11-14T22:13:20.123456Z", 0.123), ("2023-11-14T22:13:20Z", 0),
        ("2023-11-14T23:13:20+01:00", 0), ("2023-11-14T23:13:20.250+01:00", 0.25),
    ])
    func datesWithFractionsAreRead(text: String, fraction: TimeInterval) throws {
        let date = try CodingOptions().jsonDecoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        #expect(abs(date[0].timeIntervalSince1970 - 1_700_000_000 - fraction) < 0.001)
    }

    @Test func fractionsAreWritten() throws {
        let coding = CodingOptions { $0.dates = .iso8601WithFractions }
        let date = Date(timeIntervalSince1970: 1_700_000_000.25)
        #expect(try coding.jsonEncoder.encode([date]) == Data(#"["2023-11-14T22:13:20.250Z"]"#.utf8))
        #expect(try coding.jsonDecoder.decode([Date].self, from: coding.jsonEncoder.encode([date])) == [date])
    }

    @Test func daysAreWrittenAndReadWithoutATime() throws {
        let coding = CodingOptions { $0.dates = .day }
        let day = Date(timeIntervalSince1970: 1_709_164_800)
        #expect(try coding.jsonEncoder.encode([day + 3600]) == Data(#"["2024-02-29"]"#.utf8))
        #expect(try coding.formText(of: ["on": day]) == "on=2024-02-29")
        for decoder in [coding.jsonDecoder, CodingOptions().jsonDecoder] {
            #expect(try decoder.decode([Date].self, from: Data(#"["2024-02-29"]"#.utf8)) == [day])
        }
    }

    @Test(arguments: [
        "2023-11-14t22:13:20z", "2023-11-14 22:13:20Z", "2023-11-14 23:13:20.000+01:00", "2023-11-14T22:13:20.00Z",
        "2023-11-15T22:12:20+23:59", "2023-11-13T22:14:20.0-23:59", "2023-11-15 18:13:20+20:00",
        "2023-11-14T22:13:20-00:00",
    ])
    func allFormsOfRFC3339AreRead(text: String) throws {
        let date = try CodingOptions().jsonDecoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        #expect(date[0].timeIntervalSince1970 == 1_700_000_000)
    }

    @Test(arguments: ["2023-11-14T22:13:20+24:00", "2023-11-14T22:13:20-01:60", "2023-11-14T22:13:20+0a:00"])
    func otherOffsetsAreNone(text: String) {
        #expect(throws: DecodingError.self) {
            try CodingOptions().jsonDecoder.decode([Date].self, from: Data("[\"\(text)\"]".utf8))
        }
    }

    /// Foundation cuts fractions off, and most of them aren't exact in binary.
    @Test func allMillisecondsAreWrittenAsTheyWereRead() throws {
        let coding = CodingOptions { $0.dates = .iso8601WithFractions }
        let texts = (0..<1_000).map { "2024-02-29T12:00:00.\(String(1_000 + $0).dropFirst())Z" }
        let dates = try coding.jsonDecoder.decode([Date].self, from: JSONEncoder().encode(texts))
        let written = try JSONDecoder().decode([String].self, from: coding.jsonEncoder.encode(dates))
        #expect(written == texts)
        #expect(try coding.formText(of: ["on": dates[2]]).removingPercentEncoding == "on=2024-02-29T12:00:00.002Z")
    }

    @Test(arguments: [
        "\"yesterday\"", "\"\"", "1700000000", "\"2023-11\"", "\"2024-02-29T12:00:00\"", "\"2024-02-29 12:00:00\"",
        "\"2024-02-29T12:00Z\"", "\"2024-02-29T12:00:00.25\"", "\"2024-02-29garbage\"", "\"2024-02-31\"",
        "\"2024-02-31T12:00:00Z\"", "\"2024-02-29T12:00:00Zgarbage\"", "\"02024-02-29T12:00:00Z\"", "\"2024-2-9\"",
    ])
    func otherTextIsNotADate(json: String) {
        #expect(throws: DecodingError.self) {
            try CodingOptions().jsonDecoder.decode([Date].self, from: Data("[\(json)]".utf8))
        }
    }

    @Test func keysInSnakeCaseAreWrittenAndRead() async throws {
        let coding = CodingOptions { $0.keys = .snakeCase }
        let request = try request(coding)
        #expect(request.query == "is_new=true&made_at=2023-11-14T22:13:20Z&tag_list=a&tag_list=b")
        #expect(request.form == request.query)
        #expect(request.json == #"{"is_new":true,"made_at":"2023-11-14T22:13:20Z","tag_list":["a","b"]}"#)
        let provider = Provider<API>(answering: { .networkResponse(200, Data(request.json.utf8)) })
        #expect(try await provider.request(API(coding: coding), as: Item.self) == Item())
        #expect(try await provider.request(API(coding: coding)).decode(Item.self) == Item())
        await #expect(throws: TalynError.self) { try await provider.request(API(), as: Item.self) }
    }

    @Test func namesOfParametersAreKeptAndThoseInsideValuesAreNot() throws {
        struct Inner: Encodable, Sendable { var innerName = 2 }
        let coding = CodingOptions { $0.keys = .snakeCase }
        let parameters: RequestParameters = ["maxPrice": 1, "item": Inner()]
        let json = try Endpoint(API(coding: coding, query: parameters, body: .json(parameters)))
        #expect(json.url.hasSuffix("?item%5Binner_name%5D=2&maxPrice=1"))
        #expect(try json.request().body?.data == Data(#"{"item":{"inner_name":2},"maxPrice":1}"#.utf8))
        let form = try Endpoint(API(coding: coding, query: parameters, body: .form(parameters)))
        #expect(try form.request().body?.data == Data("item%5Binner_name%5D=2&maxPrice=1".utf8))
    }

    @Test func arraysAndBooleansAreOfQueriesAndForms() throws {
        let request = try request(
            CodingOptions {
                $0.arrays = .brackets
                $0.booleans = .numeric
            }
        )
        #expect(request.query == "isNew=1&madeAt=2023-11-14T22:13:20Z&tagList[]=a&tagList[]=b")
        #expect(request.form == request.query)
        #expect(request.json == #"{"isNew":true,"madeAt":"2023-11-14T22:13:20Z","tagList":["a","b"]}"#)
    }

    @Test func coderCanBeChanged() async throws {
        let coding = CodingOptions {
            $0.dates = .secondsSince1970
            $0.configureEncoder = { $0.outputFormatting = [.sortedKeys, .withoutEscapingSlashes] }
            $0.configureDecoder = { $0.dateDecodingStrategy = .millisecondsSince1970 }
        }
        let encoder = coding.jsonEncoder
        #expect(try encoder.encode(["a/b"]) == Data(#"["a/b"]"#.utf8))
        let date = try coding.jsonDecoder.decode([Date].self, from: Data("[1700000000000]".utf8))
        #expect(date == [Date(timeIntervalSince1970: 1_700_000_000)])
    }

    @Test func coderOfOneCallIsNotThatOfAnother() {
        let coding = CodingOptions { $0.keys = .snakeCase }
        let encoder = coding.jsonEncoder
        encoder.outputFormatting = .prettyPrinted
        #expect(coding.jsonEncoder.outputFormatting == .sortedKeys)
        let decoder = coding.jsonDecoder
        decoder.keyDecodingStrategy = .useDefaultKeys
        guard case .convertFromSnakeCase = coding.jsonDecoder.keyDecodingStrategy else {
            Issue.record("The decoder is shared")
            return
        }
    }

    @Test func failureBodiesAndKeyPathsAreReadTheSameWay() async throws {
        struct Problem: Decodable, Sendable { var retryAt: Date }
        let coding = CodingOptions { $0.keys = .snakeCase }
        let body = Data(#"{"retry_at":"2023-11-14T22:13:20.5Z"}"#.utf8)
        let failing = Provider<API>(answering: { .networkResponse(503, body) })
        let error = await #expect(throws: TalynError.self) { try await failing.request(API(coding: coding)) }
        #expect(error?.decode(Problem.self)?.retryAt == Date(timeIntervalSince1970: 1_700_000_000.5))
        let provider = Provider<API>(answering: { .networkResponse(200, body) })
        let date = try await provider.request(API(coding: coding), as: Date.self, atKeyPath: "retry_at")
        #expect(date == Date(timeIntervalSince1970: 1_700_000_000.5))
    }
}
