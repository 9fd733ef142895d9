import Foundation
import Testing

@testable import TalynCore
@testable import TalynStreams

struct DecodingTests {
    private struct User: Decodable, Equatable {
        var name: String
        var joinedAt: Date?
    }

    private struct Settings: Decodable, Equatable {
        var theme: String?
    }

    private func response(_ body: String) -> Response {
        Response(statusCode: 200, data: Data(body.utf8), headerFields: [:])
    }

    @Test func bodyIsDecoded() throws {
        #expect(try response(#"{"name": "Ada"}"#).decode(User.self) == User(name: "Ada"))
        #expect(try response(#"[{"name": "Ada"}]"#).decode([User].self) == [User(name: "Ada")])
        #expect(try response("7").decode(Int.self) == 7)
    }

    @Test func valueAtKeyPathIsDecoded() throws {
        let response = response(#"{"data": {"users": [{"name": "Ada"}, {"name": "Grace"}], "total": 2}}"#)
        #expect(try response.decode([User].self, atKeyPath: "data.users").count == 2)
        #expect(try response.decode(User.self, atKeyPath: "data.users.1") == User(name: "Grace"))
        #expect(try response.decode(Int.self, atKeyPath: "data.total") == 2)
        #expect(try response.decode(String.self, atKeyPath: "data.users.0.name") == "Ada")
    }

    @Test func nullAtKeyPathDecodesToNil() throws {
        #expect(try response(#"{"data": null}"#).decode(User?.self, atKeyPath: "data") == nil)
        let error = #expect(throws: TalynError.self) {
            try response(#"{"data": null}"#).decode(User.self, atKeyPath: "data")
        }
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func keyPathHasTheNamesOfTheJSON() throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        decoder.dateDecodingStrategy = .secondsSince1970
        let response = response(#"{"user_data": {"current_user": {"name": "Ada", "joined_at": 0}}, "at": 60}"#)
        #expect(
            try response.decode(User.self, atKeyPath: "user_data.current_user", using: decoder)
                == User(name: "Ada", joinedAt: Date(timeIntervalSince1970: 0))
        )
        #expect(
            try response.decode(Date.self, atKeyPath: "at", using: decoder) == Date(timeIntervalSince1970: 60)
        )
    }

    @Test func numbersAtKeyPathKeepTheirDigits() throws {
        let decimal = try response(#"{"a": {"b": 0.12345678901234567890123}}"#).decode(Decimal.self, atKeyPath: "a.b")
        #expect(decimal == Decimal(string: "0.12345678901234567890123"))
    }

    @Test func emptyBodyDecodesToNothingIfAllowed() throws {
        #expect(try response("").decode(Settings.self, failsOnEmptyData: false) == Settings())
        #expect(try response("").decode([User].self, failsOnEmptyData: false) == [])
        #expect(try response("{}").decode(Settings.self, atKeyPath: "a", failsOnEmptyData: false) == Settings())
        #expect(throws: TalynError.self) { try response("").decode(User.self, failsOnEmptyData: false) }
        #expect(throws: TalynError.self) { try response("").decode(Settings.self) }
    }

    @Test(arguments: [
        (#"{"users": [{"name": "Ada"}, {}]}"#, "'name' is missing at 'users[1]'"),
        (#"{"users": [{"name": 7}]}"#, "'users[0].name' isn't of the type String"),
        (#"{"users": [{"name": null}]}"#, "'users[0].name' is null, and the type String"),
        ("[", "top level"),
    ])
    func wrongShapeIsNamedByItsPath(json: String, text: String) {
        let error = #expect(throws: TalynError.self) { try response(json).decode([String: [User]].self) }
        #expect(error?.reason == .decoding)
        #expect(error?.underlyingError is DecodingError)
        #expect(error?.response?.data == Data(json.utf8))
        #expect(error?.description.contains(text) == true, "\(String(describing: error))")
    }

    private struct Picky: Decodable {
        init(from decoder: any Decoder) throws {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "Not this one."))
        }
    }

    @Test func refusalByTheTypeItselfIsNotTakenForInvalidJSON() {
        let error = #expect(throws: TalynError.self) { try response(#"{"a": 7}"#).decode(Picky.self, atKeyPath: "a") }
        #expect(error?.reason == .decoding)
        #expect(error?.underlyingError is DecodingError)
    }

    @Test func keyPathIntoSomethingThatIsNotJSONIsJSONMapping() {
        let error = #expect(throws: TalynError.self) { try response("<html>").decode(Int.self, atKeyPath: "a") }
        #expect(error?.reason == .decoding)
        guard case .invalidJSON? = error?.underlyingError as? MappingError else {
            Issue.record("\(String(describing: error)) doesn't say so")
            return
        }
    }

    @Test(arguments: [
        (#"{"other":[1,2],"list":[{"foo":7},{"foo":1.5}]}"#, "list[1].foo", "1.5"),
        (#"{"list":[{"foo":99999999999999999999}]}"#, "list[0].foo", "99999999999999999999"),
    ])
    func numberThatDoesNotFitIsNamed(json: String, place: String, number: String) throws {
        struct Item: Decodable { let foo: Int }
        struct List: Decodable { let list: [Item] }
        let error = #expect(throws: TalynError.self) { try response(json).decode(List.self) }
        let text = error?.description ?? ""
        #expect(text.contains("'\(place)'") && text.contains("The number \(number) doesn't fit"), "\(text)")
        #expect(!text.contains("JSON.") || !text.contains("path of the target"), "\(text)")
        let atPath = #expect(throws: TalynError.self) { try response(json).decode([Item].self, atKeyPath: "list") }
        #expect(atPath?.description.contains("doesn't fit") == true)
        let event = ServerSentEvent(data: json)
        let ofEvent = #expect(throws: TalynError.self) { try event.decode(List.self) }
        #expect(ofEvent?.description.contains("doesn't fit") == true)
    }

    @Test func invalidJSONStaysInvalidJSON() throws {
        let error = #expect(throws: TalynError.self) { try response(#"{"a": 1.5,"#).decode([String: Int].self) }
        #expect(error?.description.contains("doesn't fit") == false)
    }

    @Test func unknownValueOfAnEnumerationIsNotShown() throws {
        enum Kind: String, Decodable { case a }
        let error = #expect(throws: TalynError.self) { try response(#"["hunter2"]"#).decode([Kind].self) }
        #expect(error?.description.contains("Cannot initialize Kind") == true)
        #expect(error?.description.contains("hunter2") == false)
    }

    @Test func bodyIsNoSlice() {
        let response = Response(statusCode: 200, data: Data("abc".utf8).dropFirst(), headerFields: [:])
        #expect(response.data.startIndex == 0 && response.data == Data("bc".utf8))
    }
}
