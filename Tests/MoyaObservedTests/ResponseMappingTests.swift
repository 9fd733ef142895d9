import Foundation
import Moya
import Testing

/// What responses map to.
struct ResponseMappingTests {
    private struct Settings: Decodable, Equatable {
        var theme: String?
    }

    private func response(_ text: String) -> Response {
        Response(statusCode: 200, data: Data(text.utf8))
    }

    private let nested =
        #"{"user":{"name":"Ada","age":36,"tags":["a","b"],"boss":null},"list":[{"name":"x"},{"name":"y"}]}"#

    @Test("JSON maps to dictionaries, arrays and fragments")
    func json() throws {
        #expect(try response(#"{"a":1}"#).mapJSON() as? [String: Int] == ["a": 1])
        #expect(try response("[1,2]").mapJSON() as? [Int] == [1, 2])
        #expect(try response(#""text""#).mapJSON() as? String == "text")
        #expect(try response("5").mapJSON() as? Int == 5)
        #expect(try response("null").mapJSON() is NSNull)
    }

    @Test("what is not JSON is an error of JSON mapping with the response")
    func notJSON() {
        let response = response("<html>")
        let error = moyaError { try response.mapJSON() }
        #expect(error?.caseName == "jsonMapping")
        #expect(error?.response === response)
    }

    @Test("empty data is an error of JSON mapping, or null if it may be empty")
    func emptyJSON() throws {
        #expect(moyaError { try response("").mapJSON() }?.caseName == "jsonMapping")
        #expect(try response("").mapJSON(failsOnEmptyData: false) is NSNull)
        #expect(moyaError { try response("<").mapJSON(failsOnEmptyData: false) }?.caseName == "jsonMapping")
    }

    @Test("text maps to a string")
    func string() throws {
        #expect(try response("héllo").mapString() == "héllo")
        #expect(try response("").mapString() == "")
    }

    @Test("data that is not UTF-8 is an error of string mapping")
    func notText() {
        let response = Response(statusCode: 200, data: Data([0xFF, 0xFE, 0x80]))
        #expect(moyaError { try response.mapString() }?.caseName == "stringMapping")
        #expect(moyaError { try response.mapString() }?.response === response)
    }

    @Test("a key path leads to a string")
    func stringAtKeyPath() throws {
        #expect(try response(#"{"name":"Ada"}"#).mapString(atKeyPath: "name") == "Ada")
        #expect(try response(nested).mapString(atKeyPath: "user.name") == "Ada")
    }

    @Test("a key path that does not lead to a string is an error of string mapping")
    func noStringAtKeyPath() {
        #expect(moyaError { try response(nested).mapString(atKeyPath: "user.age") }?.caseName == "stringMapping")
        #expect(moyaError { try response(nested).mapString(atKeyPath: "user.missing") }?.caseName == "stringMapping")
        #expect(moyaError { try response(nested).mapString(atKeyPath: "missing.name") }?.caseName == "stringMapping")
        #expect(moyaError { try response(nested).mapString(atKeyPath: "user.boss") }?.caseName == "stringMapping")
        #expect(moyaError { try response(nested).mapString(atKeyPath: "list.name") }?.caseName == "stringMapping")
        #expect(moyaError { try response("[1]").mapString(atKeyPath: "name") }?.caseName == "stringMapping")
    }

    @Test("a key path into what is not JSON is an error of JSON mapping")
    func keyPathIntoText() {
        #expect(moyaError { try response("text").mapString(atKeyPath: "name") }?.caseName == "jsonMapping")
        #expect(moyaError { try response("").mapString(atKeyPath: "name") }?.caseName == "jsonMapping")
        #expect(moyaError { try response("text").map(Person.self, atKeyPath: "name") }?.caseName == "jsonMapping")
        #expect(moyaError { try response("").map(Person.self, atKeyPath: "name") }?.caseName == "jsonMapping")
    }

    @Test("objects, arrays and fragments are decoded")
    func decoded() throws {
        #expect(try response(#"{"name":"Ada"}"#).map(Person.self) == Person(name: "Ada"))
        #expect(try response(#"[{"name":"Ada"}]"#).map([Person].self) == [Person(name: "Ada")])
        #expect(try response("5").map(Int.self) == 5)
        #expect(try response(#""a""#).map(String.self) == "a")
        #expect(try response("null").map(Int?.self) == nil)
    }

    @Test("what cannot be decoded is an error of object mapping with the decoder's error")
    func undecodable() {
        let response = response(#"{"nickname":"Ada"}"#)
        guard case .objectMapping(let inner, let found)? = moyaError({ try response.map(Person.self) }) else {
            Issue.record("not objectMapping")
            return
        }
        #expect(inner is DecodingError)
        #expect(found === response)
    }

    @Test("text that is not JSON is an error of object mapping")
    func undecodableText() {
        #expect(moyaError { try response("<html>").map(Person.self) }?.caseName == "objectMapping")
        #expect(moyaError { try response("").map(Person.self) }?.caseName == "objectMapping")
    }

    @Test("a key path leads to an object, an array or a value")
    func decodedAtKeyPath() throws {
        #expect(try response(nested).map(Person.self, atKeyPath: "user") == Person(name: "Ada"))
        #expect(try response(nested).map([Person].self, atKeyPath: "list").map(\.name) == ["x", "y"])
        #expect(try response(nested).map([String].self, atKeyPath: "user.tags") == ["a", "b"])
        #expect(try response(nested).map(Int.self, atKeyPath: "user.age") == 36)
        #expect(try response(nested).map(String.self, atKeyPath: "user.name") == "Ada")
        #expect(try response(#"{"on":true}"#).map(Bool.self, atKeyPath: "on") == true)
        #expect(try response(#"{"x":1.5}"#).map(Double.self, atKeyPath: "x") == 1.5)
    }

    @Test("a key path goes through arrays to an array of what is in them")
    func throughArrays() throws {
        #expect(try response(nested).map([String].self, atKeyPath: "list.name") == ["x", "y"])
    }

    @Test("null at a key path decodes to nothing, or is an error of object mapping")
    func nullAtKeyPath() throws {
        #expect(try response(nested).map(Int?.self, atKeyPath: "user.boss") == nil)
        #expect(moyaError { try response(nested).map(Int.self, atKeyPath: "user.boss") }?.caseName == "objectMapping")
    }

    @Test("a missing key path is an error of JSON mapping")
    func missingKeyPath() {
        #expect(moyaError { try response(nested).map(Person.self, atKeyPath: "missing") }?.caseName == "jsonMapping")
        #expect(moyaError { try response(nested).map(Person.self, atKeyPath: "user.x.y") }?.caseName == "jsonMapping")
        #expect(moyaError { try response("[1]").map(Int.self, atKeyPath: "a") }?.caseName == "jsonMapping")
    }

    @Test("another type at a key path is an error of object mapping")
    func otherTypeAtKeyPath() {
        #expect(moyaError { try response(nested).map(Person.self, atKeyPath: "list") }?.caseName == "objectMapping")
        #expect(moyaError { try response(nested).map(Int.self, atKeyPath: "user.name") }?.caseName == "objectMapping")
    }

    @Test("a missing key path decodes the whole if the data may be empty")
    func missingKeyPathDecodesTheWhole() throws {
        let response = response(#"{"name":"Ada"}"#)
        #expect(try response.map(Person.self, atKeyPath: "missing", failsOnEmptyData: false) == Person(name: "Ada"))
    }

    @Test("the decoder is one's own")
    func ownDecoder() throws {
        struct Name: Decodable { var firstName: String }
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        #expect(try response(#"{"first_name":"Ada"}"#).map(Name.self, using: decoder).firstName == "Ada")
        #expect(
            try response(#"{"n":{"first_name":"Ada"}}"#).map(Name.self, atKeyPath: "n", using: decoder).firstName
                == "Ada"
        )
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(
            try response(#"{"at":0}"#).map(Date.self, atKeyPath: "at", using: decoder) == Date(timeIntervalSince1970: 0)
        )
    }

    @Test("empty data that may be empty is an empty object")
    func emptyObject() throws {
        #expect(try response("").map(Settings.self, failsOnEmptyData: false) == Settings())
        #expect(try response("").map([String: Int].self, failsOnEmptyData: false) == [:])
        #expect(try response("").map(Settings?.self, failsOnEmptyData: false) == Settings())
        #expect(try response("").map(Settings.self, atKeyPath: "a", failsOnEmptyData: false) == Settings())
    }

    @Test("empty data that may be empty is an array of one empty object")
    func emptyArray() throws {
        #expect(try response("").map([Settings].self, failsOnEmptyData: false) == [Settings()])
    }

    @Test("empty data that may be empty still fails for what no empty object stands for")
    func stillFails() {
        #expect(moyaError { try response("").map(Person.self, failsOnEmptyData: false) }?.caseName == "objectMapping")
        #expect(moyaError { try response("").map(Person?.self, failsOnEmptyData: false) }?.caseName == "objectMapping")
        #expect(moyaError { try response("").map([Int].self, failsOnEmptyData: false) }?.caseName == "objectMapping")
        #expect(moyaError { try response("").map(Int.self, failsOnEmptyData: false) }?.caseName == "objectMapping")
        #expect(moyaError { try response("").map(String.self, failsOnEmptyData: false) }?.caseName == "objectMapping")
    }

    @Test("data that may be empty but is not is decoded as usual")
    func notEmpty() throws {
        #expect(
            try response(#"{"theme":"dark"}"#).map(Settings.self, failsOnEmptyData: false) == Settings(theme: "dark")
        )
        #expect(
            moyaError { try response("<").map(Settings.self, failsOnEmptyData: false) }?.caseName == "objectMapping"
        )
    }
}
