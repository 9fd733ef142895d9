import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct RequestFieldsTests {
    private struct Inner: Encodable, Sendable {
        var innerName = 1
    }

    private func request(_ task: HTTPTask) throws -> URLRequest {
        let url = try #require(URL(string: "https://example.com/a"))
        var probe = Probe(url, "", .post)
        probe.task = task
        return try Endpoint(probe).urlRequest()
    }

    private func query(_ fields: RequestFields, _ encoder: URLEncodedFormEncoder = .init()) throws -> String? {
        try request(.query(fields, encoder: encoder)).url?.query(percentEncoded: true)
    }

    private func json(_ fields: RequestFields, _ encoder: JSONEncoder? = nil) throws -> String {
        let task = encoder.map { HTTPTask.requestCustomJSONEncodable(fields, encoder: $0) }
        let request = try request(task ?? .requestJSONEncodable(fields))
        #expect(request.value(forHTTPHeaderField: "Content-Type") == "application/json")
        return String(decoding: try #require(request.httpBody), as: UTF8.self)
    }

    // MARK: nil

    private static let nothing: Int? = nil
    private static let hidden: any Encodable & Sendable = Int?.none
    private static let nested: (any Encodable & Sendable)? = String???.some(.some(nil))

    private static let partial: RequestFields = [
        "a": 1, "b": nothing, "c": hidden, "d": nested, "e": Int?.some(2), "f": nil,
    ]

    @Test func nilIsLeftOut() throws {
        let partial = Self.partial
        #expect(try query(partial) == "a=1&e=2")
        #expect(try query(partial, URLEncodedFormEncoder(nilEncoding: .null)) == "a=1&e=2")
        #expect(try request(.form(partial)).httpBody == Data("a=1&e=2".utf8))
        #expect(try json(partial) == #"{"a":1,"e":2}"#)
        #expect(try json(partial, KeyMapping.snakeCase.encoder) == #"{"a":1,"e":2}"#)
        #expect(String(decoding: try JSONEncoder().encode(["x": partial]), as: UTF8.self).contains(#""a":1"#))
    }

    @Test func withoutAValueThereIsAnEmptyObject() throws {
        #expect(try query([:]) == nil)
        #expect(try query(["a": Self.hidden]) == nil)
        #expect(try json([:]) == "{}")
        #expect(try json(["a": Self.hidden], KeyMapping.snakeCase.encoder) == "{}")
    }

    // MARK: Names

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let camel: RequestFields = ["userName": Inner(), "allOf": [Inner()], "isOpen": true, "forAll": "x"]

    @Test func jsonEncoderConvertsOnlyTheKeysInsideValues() throws {
        let snake = #"{"allOf":[{"inner_name":1}],"forAll":"x","isOpen":true,"userName":{"inner_name":1}}"#
        #expect(try json(Self.camel, KeyMapping.snakeCase.encoder) == snake)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        encoder.keyEncodingStrategy = .custom { Key(stringValue: ($0.last?.stringValue ?? "") + "!") }
        #expect(try json(Self.camel, encoder) == snake.replacingOccurrences(of: "inner_name", with: "innerName!"))
    }

    @Test func namesInSnakeCaseStayInIt() throws {
        let names: RequestFields = [
            "user_name": Inner(), "_a1_b2_": 1, "x-y.z": [Inner()], "": 1, "é_É": 1, "A": 1, "ID": 1, "two words": 1,
        ]
        let snake = KeyMapping.snakeCase.encoder
        let json = #""user_name":{"inner_name":1},"x-y.z":[{"inner_name":1}]"#
        #expect(try self.json(names, snake) == #"{"":1,"A":1,"ID":1,"_a1_b2_":1,"two words":1,\#(json),"é_É":1}"#)
        let few: RequestFields = ["user_name": Inner(), "x-y.z": [Inner()], "_a1_b2_": 1, "": 1]
        #expect(try self.json(few, snake) == #"{"":1,"_a1_b2_":1,\#(json)}"#)
    }

    @Test func namesAreAsWrittenWithoutAStrategy() throws {
        let plain = #"{"allOf":[{"innerName":1}],"forAll":"x","isOpen":true,"userName":{"innerName":1}}"#
        #expect(try json(Self.camel) == plain)
        #expect(try json(Self.camel, KeyMapping.useDefaultKeys.encoder) == plain)
    }

    @Test func formEncoderConvertsOnlyTheKeysInsideValues() throws {
        let encoder = URLEncodedFormEncoder(
            arrayEncoding: .noBrackets,
            boolEncoding: .literal,
            keyEncoding: .convertToSnakeCase,
            keyPathEncoding: .dots
        )
        #expect(
            try query(Self.camel, encoder) == "allOf.inner_name=1&forAll=x&isOpen=true&userName.inner_name=1"
        )
    }

    @Test func orderIsThatOfTheFieldsIfItIsNotSorted() throws {
        #expect(try query(["b": 1, "a": 2, "c": 3], URLEncodedFormEncoder(sortsKeys: false)) == "b=1&a=2&c=3")
        #expect(try query(["b": 1, "a": 2, "c": 3]) == "a=2&b=1&c=3")
    }

    @Test func ofTwoWithOneNameTheLastCounts() throws {
        let twice: RequestFields = ["a": 1, "b": 2, "a": "x", "a": Self.hidden]
        #expect(try query(twice, URLEncodedFormEncoder(sortsKeys: false)) == "a=x&b=2")
        #expect(try json(twice) == #"{"a":"x","b":2}"#)
        #expect(try json(twice, KeyMapping.snakeCase.encoder) == #"{"a":"x","b":2}"#)
    }

    // MARK: Values

    @Test func valuesAreWrittenAsTheOptionsSay() throws {
        let fields: RequestFields = [
            "at": Date(timeIntervalSince1970: 0), "data": Data("hi".utf8), "list": ["x", "y"], "is": true, "n": 1.0,
            "url": URL(string: "https://example.com/?a"),
        ]
        #expect(
            try query(fields)
                == "at=-978307200&data=aGk%3D&is=1&list%5B%5D=x&list%5B%5D=y&n=1&url=https%3A//example.com/?a"
        )
        let encoder = URLEncodedFormEncoder(
            arrayEncoding: .indexInBrackets,
            boolEncoding: .literal,
            dataEncoding: .custom { "\($0.count)" },
            dateEncoding: .iso8601
        )
        let date = Date(timeIntervalSince1970: 0)
        #expect(
            try query(["at": date, "data": Data("hi".utf8), "list": ["x"], "is": true], encoder)
                == "at=1970-01-01T00%3A00%3A00Z&data=2&is=true&list%5B0%5D=x"
        )
    }

    @Test(arguments: [JSONEncoder.KeyEncodingStrategy.useDefaultKeys, .convertToSnakeCase])
    func jsonValuesAreWrittenAsTheEncoderSays(keys: JSONEncoder.KeyEncodingStrategy) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.keyEncodingStrategy = keys
        encoder.dateEncodingStrategy = .iso8601
        let fields: RequestFields = [
            "at": Date(timeIntervalSince1970: 0), "data": Data("hi".utf8), "d": Decimal(string: "1.10"),
            "url": URL(string: "https://example.com/a"), "f": 1.5, "some": Date?.some(Date(timeIntervalSince1970: 0)),
            "in": ["k": 1] as RequestFields,
        ]
        #expect(
            try json(fields, encoder)
                == #"{"at":"1970-01-01T00:00:00Z","d":1.1,"data":"aGk=","f":1.5,"in":{"k":1},"#
                + #""some":"1970-01-01T00:00:00Z","url":"https://example.com/a"}"#
        )
    }

    @Test func fieldsMayBeValuesOfFields() throws {
        let encoder = URLEncodedFormEncoder(keyEncoding: .uppercased)
        #expect(try query(["in": ["k": 1, "no": nil] as RequestFields], encoder) == "in%5Bk%5D=1")
    }

    // MARK: Errors

    @Test func valueThatCantBeSentFailsTheCall() throws {
        let error = #expect(throws: TalynError.self) { try query(["a": ["b": Double.nan]]) }
        guard case .parameterEncoding(RequestError.parameter(path: "a.b", _)) = error else {
            Issue.record("\(String(describing: error)) doesn't name the parameter")
            return
        }
        for encoder in [nil, KeyMapping.snakeCase.encoder] {
            let error = #expect(throws: TalynError.self) { try json(["a": Double.nan], encoder) }
            guard case .encodableMapping(EncodingError.invalidValue(_, let context)) = error else {
                Issue.record("\(String(describing: error)) is no encodableMapping")
                return
            }
            #expect(context.codingPath.map(\.stringValue) == ["a"])
        }
    }
}
