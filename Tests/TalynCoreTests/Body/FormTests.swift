import Foundation
import Testing
import _TalynSupport

@testable import TalynCore

struct FormTests {
    private struct Inner: Encodable {
        var zip = "8000"
        var town: String?
    }

    private struct Person: Encodable {
        var name = "Ada L"
        var isAdmin = true
        var tags = ["x", "y"]
        var homeAddress = Inner()
        var note: String?
    }

    private func encode(
        _ value: any Encodable,
        _ configure: (inout CodingOptions) -> Void = { _ in }
    ) throws -> String {
        try #require(CodingOptions(configure).formText(of: value).removingPercentEncoding)
    }

    @Test func defaultsAreThoseOfOpenAPI() throws {
        #expect(
            try encode(Person()) == "homeAddress[zip]=8000&isAdmin=true&name=Ada L&tags=x&tags=y"
        )
        #expect(try CodingOptions().formText(of: ["a b&c": "ü=+"]) == "a%20b%26c=%C3%BC%3D%2B")
    }

    /// A value that encodes some members more than once.
    private struct Numbered: Encodable {
        let numbers: [Int]

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            for (index, number) in numbers.enumerated() {
                try container.encode(index, forKey: AnyCodingKey("n\(number)"))
            }
        }
    }

    @Test func aMemberThatIsEncodedAgainReplacesTheFormerOne() throws {
        for count in [3, 15, 16, 17, 100, 1_000] {
            let numbers = Array(0..<count) + [1, 0, 1]
            var values = Array(0..<count)
            values[0] = count + 1
            values[1] = count + 2
            let expected = values.enumerated().map { ("n\($0)", $1) }.sorted { $0.0 < $1.0 }.map { "\($0)=\($1)" }
            #expect(try encode(Numbered(numbers: numbers)) == expected.joined(separator: "&"))
        }
    }

    @Test func manyMembersAreEncodedInLinearTime() throws {
        let numbers = Array(0..<50_000)
        let text = try encode(Numbered(numbers: numbers))
        #expect(text.hasSuffix("&n9999=9999"))
        let members = Dictionary(uniqueKeysWithValues: numbers.map { ("n\($0)", $0) })
        #expect(try encode(members).split(separator: "&").count == numbers.count)
    }

    @Test func arrays() throws {
        let value = ["a": ["x", "y"]]
        #expect(try encode(value) { $0.arrays = .brackets } == "a[]=x&a[]=y")
        #expect(try encode(value) { $0.arrays = .noBrackets } == "a=x&a=y")
        #expect(try encode(value) { $0.arrays = .indexInBrackets } == "a[0]=x&a[1]=y")
        #expect(try encode(value) { $0.arrays = .custom { "\($0).\($1)" } } == "a.0=x&a.1=y")
        #expect(
            try encode(["a": [[1], [2, 3]]]) { $0.arrays = .indexInBrackets } == "a[0][0]=1&a[1][0]=2&a[1][1]=3"
        )
        #expect(try encode(["a": [["b": 1], ["b": 2]]]) { $0.arrays = .indexInBrackets } == "a[0][b]=1&a[1][b]=2")
        #expect(try encode(["a": [Int]()]) == "")
    }

    @Test func booleans() throws {
        #expect(try encode(["a": true, "b": false]) { $0.booleans = .numeric } == "a=1&b=0")
        #expect(try encode(["a": true, "b": false]) { $0.booleans = .literal } == "a=true&b=false")
    }

    @Test func bytes() throws {
        #expect(try encode(["a": Data([1, 255])]) == "a=Af8=")
    }

    @Test func dates() throws {
        let value = ["a": Date(timeIntervalSince1970: 1_709_208_000.5)]
        #expect(try encode(value) { $0.dates = .secondsSince1970 } == "a=1709208000.5")
        #expect(try encode(value) { $0.dates = .millisecondsSince1970 } == "a=1709208000500")
        #expect(try encode(value) { $0.dates = .iso8601 } == "a=2024-02-29T12:00:00Z")
        #expect(try encode(value) { $0.dates = .custom(write: { _ in "today" }, read: { _ in nil }) } == "a=today")
    }

    @Test(arguments: [
        ("oneTwoThree", "one_two_three"), ("myURLPath", "my_url_path"), ("URL", "url"), ("a", "a"), ("", ""),
        ("already_snake", "already_snake"), ("_private", "_private"), ("userID", "user_id"),
        ("item2Name", "item2_name"),
    ])
    func snakeCase(key: String, expected: String) throws {
        #expect(try encode(Named(name: key, value: 1)) { $0.keys = .snakeCase } == "\(expected)=1")
    }

    /// A value with one property, whose name is known at run time.
    private struct Named<Value: Encodable>: Encodable {
        let name: String
        let value: Value

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: AnyCodingKey.self)
            try container.encode(value, forKey: AnyCodingKey(name))
        }
    }

    @Test func keys() throws {
        let value = Named(name: "outerKey", value: Named(name: "innerKey", value: 1))
        #expect(try encode(value) { $0.keys = .unchanged } == "outerKey[innerKey]=1")
        #expect(try encode(value) { $0.keys = .snakeCase } == "outer_key[inner_key]=1")
    }

    @Test func keysOfDictionariesAreKeptAsInJSON() throws {
        let value = Named(name: "byName", value: ["innerKey": ["aKey": 1]])
        #expect(try encode(value) { $0.keys = .snakeCase } == "by_name[innerKey][aKey]=1")
        #expect(try encode(["aKey": 1]) { $0.keys = .snakeCase } == "aKey=1")
        let encoder = CodingOptions { $0.keys = .snakeCase }.jsonEncoder
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"{"by_name":{"innerKey":{"aKey":1}}}"#)
    }

    @Test func namesOfNestedMembersAreInBrackets() throws {
        #expect(try encode(["a": ["b": ["c": 1]]]) == "a[b][c]=1")
        #expect(try encode(["": ["b": 1]]) == "[b]=1")
    }

    @Test func nothing() throws {
        struct Value: Encodable {
            var number: Int?
            var text: String?
            var inner: Inner?
            var list: [Int?] = [1, nil, 2]
        }
        #expect(try encode(Value()) == "list=1&list=2")
        #expect(try encode(Value()) { $0.arrays = .indexInBrackets } == "list[0]=1&list[2]=2")
        #expect(try encode(["a": Int?.none]) == "")
    }

    @Test func nilReplacesTheFormerValueToo() throws {
        struct Value: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: AnyCodingKey.self)
                try container.encode(1, forKey: AnyCodingKey("a"))
                try container.encodeNil(forKey: AnyCodingKey("a"))
                try container.encode(2, forKey: AnyCodingKey("b"))
                try container.encode(Int?.none, forKey: AnyCodingKey("b"))
            }
        }
        #expect(try encode(Value()) == "")
    }

    @Test func spacesAreEscaped() throws {
        #expect(try CodingOptions().formText(of: ["a b": "1 + 1"]) == "a%20b=1%20%2B%201")
    }

    @Test func numbersAndURLsAreWrittenAsOneWouldExpect() throws {
        struct Value: Encodable {
            var decimal = Decimal(string: "1.50")
            var float: Float = 0.1
            var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
            var max = UInt64.max
            var min = Int8.min
            var small: [UInt8] = [0, 255]
            var url = URL(string: "https://example.com/a")
            var whole = 2.0
        }
        #expect(
            try encode(Value())
                == "decimal=1.5&float=0.1&id=E621E1F8-C36C-495A-93FC-0C247A3E6E5F&max=18446744073709551615"
                + "&min=-128&small=0&small=255&url=https://example.com/a&whole=2"
        )
    }

    @Test func classesEncodeTheirSuperclassToo() throws {
        class Base: Encodable {
            var base = 1
        }
        final class Derived: Base {
            var derived = 2

            private enum CodingKeys: String, CodingKey { case derived }

            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(derived, forKey: .derived)
                try super.encode(to: container.superEncoder())
            }
        }
        #expect(try encode(Derived()) == "derived=2&super[base]=1")
    }

    @Test func sameKeyTwiceCountsOnce() throws {
        struct Twice: Encodable {
            enum CodingKeys: CodingKey { case a }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(1, forKey: .a)
                var again = encoder.container(keyedBy: CodingKeys.self)
                try again.encode(2, forKey: .a)
            }
        }
        #expect(try encode(Twice()) == "a=2")
    }

    // MARK: Bad input

    @Test(arguments: [1, [1, 2], "text", true, Date()] as [any Encodable & Sendable])
    func valueWithoutMembersIsRefused(_ value: any Encodable & Sendable) {
        let error = #expect(throws: RequestError.self) { try CodingOptions().formText(of: value) }
        #expect(error?.localizedDescription.contains("no named members") == true)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numberThatIsNotFiniteIsRefusedWithItsPath(_ number: Double) {
        let error = #expect(throws: RequestError.self) {
            try CodingOptions().formText(of: ["a": ["b": [1, number]]])
        }
        #expect(error?.part == .parameter)
        #expect(error?.description.contains("'a.b.1'") == true)
    }
}
