import Foundation
import TestSupport
import Testing

@testable import TalynCore

struct RequestParametersTests {
    private struct Inner: Encodable, Sendable {
        var innerName = 1
    }

    private func query(_ parameters: RequestParameters, _ coding: CodingOptions = CodingOptions()) throws -> String? {
        let text = try coding.formText(of: parameters)
        return text.isEmpty ? nil : text
    }

    private func json(_ parameters: RequestParameters, _ encoder: JSONEncoder? = nil) throws -> String {
        let body = encoder.map { RequestBody.json(parameters, encoder: $0) } ?? .json(parameters)
        let request = try Endpoint.of(body: body).request()
        #expect(request.headerFields[.contentType] == "application/json")
        return String(decoding: try #require(request.body?.data), as: UTF8.self)
    }

    private var snakeCase: JSONEncoder { CodingOptions { $0.keys = .snakeCase }.jsonEncoder }

    // MARK: nil

    private static let nothing: Int? = nil
    private static let hidden: any Encodable & Sendable = Int?.none
    private static let nested: (any Encodable & Sendable)? = String???.some(.some(nil))

    private static let partial: RequestParameters = [
        "a": 1, "b": nothing, "c": hidden, "d": nested, "e": Int?.some(2), "f": nil,
    ]

    @Test func nilIsLeftOut() throws {
        let partial = Self.partial
        #expect(try query(partial) == "a=1&e=2")
        #expect(try Endpoint.of(body: .form(partial)).request().body?.data == Data("a=1&e=2".utf8))
        #expect(try json(partial) == #"{"a":1,"e":2}"#)
        #expect(try json(partial, snakeCase) == #"{"a":1,"e":2}"#)
        #expect(String(decoding: try JSONEncoder().encode(["x": partial]), as: UTF8.self).contains(#""a":1"#))
    }

    @Test func withoutAValueThereIsAnEmptyObject() throws {
        #expect(try query([:]) == nil)
        #expect(try query(["a": Self.hidden]) == nil)
        #expect(try json([:]) == "{}")
        #expect(try json(["a": Self.hidden], snakeCase) == "{}")
    }

    // MARK: Names

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let camel: RequestParameters = [
        "userName": Inner(), "allOf": [Inner()], "isOpen": true, "forAll": "x",
    ]

    @Test func jsonEncoderConvertsOnlyTheKeysInsideValues() throws {
        let snake = #"{"allOf":[{"inner_name":1}],"forAll":"x","isOpen":true,"userName":{"inner_name":1}}"#
        #expect(try json(Self.camel, snakeCase) == snake)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .custom { Key(stringValue: ($0.last?.stringValue ?? "") + "!") }
        #expect(try json(Self.camel, encoder) == snake.replacingOccurrences(of: "inner_name", with: "innerName!"))
    }

    @Test func namesInSnakeCaseStayInIt() throws {
        let names: RequestParameters = [
            "user_name": Inner(), "_a1_b2_": 1, "x-y.z": [Inner()], "": 1, "é_É": 1, "A": 1, "ID": 1, "two words": 1,
        ]
        let snake = snakeCase
        let json = #""user_name":{"inner_name":1},"x-y.z":[{"inner_name":1}]"#
        #expect(try self.json(names, snake) == #"{"":1,"A":1,"ID":1,"_a1_b2_":1,"two words":1,\#(json),"é_É":1}"#)
        let few: RequestParameters = ["user_name": Inner(), "x-y.z": [Inner()], "_a1_b2_": 1, "": 1]
        #expect(try self.json(few, snake) == #"{"":1,"_a1_b2_":1,\#(json)}"#)
    }

    @Test func namesAreAsWrittenWithoutAStrategy() throws {
        let plain = #"{"allOf":[{"innerName":1}],"forAll":"x","isOpen":true,"userName":{"innerName":1}}"#
        #expect(try json(Self.camel) == plain)
        #expect(try json(Self.camel, CodingOptions().jsonEncoder) == plain)
    }

    @Test func formHasOnlyTheKeysInsideValuesConverted() throws {
        let coding = CodingOptions {
            $0.keys = .snakeCase
            $0.arrays = .noBrackets
            $0.booleans = .literal
        }
        #expect(
            try query(Self.camel, coding)
                == "allOf%5Binner_name%5D=1&forAll=x&isOpen=true&userName%5Binner_name%5D=1"
        )
    }

    @Test func orderIsThatOfTheNames() throws {
        #expect(try query(["b": 1, "a": 2, "c": 3]) == "a=2&b=1&c=3")
    }

    @Test func ofTwoWithOneNameTheLastCounts() throws {
        let twice: RequestParameters = ["a": 1, "b": 2, "a": "x", "a": Self.hidden]
        #expect(try query(twice) == "a=x&b=2")
        #expect(try json(twice) == #"{"a":"x","b":2}"#)
        #expect(try json(twice, snakeCase) == #"{"a":"x","b":2}"#)
    }

    // MARK: Values

    @Test func valuesAreWrittenAsTheOptionsSay() throws {
        let fields: RequestParameters = [
            "at": Date(timeIntervalSince1970: 0), "data": Data("hi".utf8), "list": ["x", "y"], "is": true, "n": 1.0,
            "url": URL(string: "https://example.com/?a"),
        ]
        #expect(
            try query(fields)
                == "at=1970-01-01T00%3A00%3A00Z&data=aGk%3D&is=true&list=x&list=y&n=1&url=https%3A//example.com/?a"
        )
        let coding = CodingOptions {
            $0.dates = .secondsSince1970
            $0.arrays = .indexInBrackets
            $0.booleans = .numeric
        }
        let date = Date(timeIntervalSince1970: 0)
        #expect(
            try query(["at": date, "data": Data("hi".utf8), "list": ["x"], "is": true], coding)
                == "at=0&data=aGk%3D&is=1&list%5B0%5D=x"
        )
    }

    @Test(arguments: [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase])
    func jsonValuesAreWrittenAsTheEncoderSays(keys: JSONEncoder.KeyEncodingStrategy) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = .iso8601
        let fields: RequestParameters = [
            "at": Date(timeIntervalSince1970: 0), "data": Data("hi".utf8), "d": Decimal(string: "1.10"),
            "url": URL(string: "https://example.com/a"), "f": 1.5, "some": Date?.some(Date(timeIntervalSince1970: 0)),
            "in": ["k": 1] as RequestParameters,
        ]
        #expect(
            try json(fields, encoder)
                == #"{"at":"1970-01-01T00:00:00Z","d":1.1,"data":"aGk=","f":1.5,"in":{"k":1},"#
                + #""some":"1970-01-01T00:00:00Z","url":"https://example.com/a"}"#
        )
    }

    @Test func fieldsMayBeValuesOfFields() throws {
        let coding = CodingOptions { $0.keys = .snakeCase }
        #expect(try query(["in": ["aKey": 1, "no": nil] as RequestParameters], coding) == "in%5BaKey%5D=1")
    }

    // MARK: Values with members

    private struct Filter: Encodable, Sendable {
        var maxPrice = 5
        var colors = ["red", "blue"]
        var brand: String?
        var since = Date(timeIntervalSince1970: 0)
    }

    @Test func propertiesOfAStructAreParameters() throws {
        let parameters = RequestParameters(Filter())
        #expect(!parameters.isEmpty)
        let coding = CodingOptions { $0.keys = .snakeCase }
        #expect(
            try query(parameters, coding)
                == "colors=red&colors=blue&max_price=5&since=1970-01-01T00%3A00%3A00Z"
        )
        #expect(
            try json(parameters, snakeCase)
                == #"{"colors":["red","blue"],"max_price":5,"since":"1970-01-01T00:00:00Z"}"#
        )
        #expect(try query(RequestParameters(RequestParameters(["a": 1]))) == "a=1")
        #expect(try query(RequestParameters(["aB": 1]), coding) == "aB=1")
    }

    @Test func literalOfManyTypesIsEmptyOnlyWithoutMembers() {
        #expect(([:] as RequestParameters).isEmpty)
        #expect(!(["a": 1] as RequestParameters).isEmpty)
        let mixed: RequestParameters = ["q": "text", "max": 3, "exact": true, "ratio": 1.5, "none": Self.nothing]
        #expect(!mixed.isEmpty)
    }

    @Test func targetSendsThemInItsQuery() async throws {
        let base = try #require(URL(string: "https://example.com/v1?key=1"))
        let probe = Probe(base, "/a", query: ["q": "a b", "max": 3, "exact": true, "none": Self.nothing])
        let response = try await Provider<Probe>(transport: SampleTransport()).request(probe)
        #expect(
            response.request?.url?.absoluteString == "https://example.com/v1/a?key=1&exact=true&max=3&q=a%20b"
        )
        let empty = Probe(base, "/a", query: ["none": Self.nothing])
        #expect(try Endpoint(empty).url == "https://example.com/v1/a?key=1")
    }

    // MARK: Errors

    @Test func valueThatCantBeSentFailsTheCall() async throws {
        let sent = Recorder<String>()
        let transport = ClosureTransport { _ in
            sent.record("sent")
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let url = try #require(URL(string: "https://example.com"))
        let invalid: [Probe] = [
            Probe(url, query: ["a": ["b": Double.nan]]),
            Probe(url, "", .post, body: .form(["a": ["b": Double.nan]])),
        ]
        for probe in invalid {
            let error = await #expect(throws: TalynError.self) {
                try await Provider<Probe>(transport: transport).request(probe)
            }
            #expect(error?.reason == .invalidRequest)
            #expect((error?.underlyingError as? RequestError)?.part == .parameter)
            #expect(error?.description.contains("'a.b'") == true, "\(String(describing: error))")
        }
        #expect(sent.events.isEmpty)
        for encoder in [nil, snakeCase] {
            let error = #expect(throws: TalynError.self) { try json(["a": Double.nan], encoder) }
            #expect(error?.reason == .invalidRequest)
            guard case EncodingError.invalidValue(_, let context)? = error?.underlyingError else {
                Issue.record("\(String(describing: error)) isn't the encoder's")
                return
            }
            #expect(context.codingPath.map(\.stringValue) == ["a"])
        }
    }

    @Test func queryOfAValueWithoutMembersIsRefused() throws {
        let url = try #require(URL(string: "https://example.com"))
        for query in [RequestParameters([1, 2]), RequestParameters("text"), RequestParameters(7)] {
            let error = #expect(throws: TalynError.self) { try Endpoint(Probe(url, query: query)) }
            #expect((error?.underlyingError as? RequestError)?.part == .parameter)
        }
    }
}
