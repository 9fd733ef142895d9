import Foundation
import Testing

@testable import TalynCore

struct URLEncodedFormEncoderTests {
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

    private func encode(_ value: any Encodable, _ encoder: URLEncodedFormEncoder = .init()) throws -> String {
        try #require(encoder.encode(value).removingPercentEncoding)
    }

    @Test func defaultsAreThoseOfURLEncoding() throws {
        #expect(
            try encode(Person()) == "homeAddress[zip]=8000&isAdmin=1&name=Ada L&tags[]=x&tags[]=y"
        )
        #expect(try URLEncodedFormEncoder().encode(["a b&c": "ü=+"]) == "a%20b%26c=%C3%BC%3D%2B")
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
        let encoder = URLEncodedFormEncoder(sortsKeys: false)
        for count in [3, 15, 16, 17, 100] {
            let numbers = Array(0..<count) + [1, 0]
            var expected = (0..<count).map { "n\($0)=\($0)" }
            expected[1] = "n1=\(count)"
            expected[0] = "n0=\(count + 1)"
            #expect(try encode(Numbered(numbers: numbers), encoder) == expected.joined(separator: "&"))
        }
    }

    @Test func manyMembersAreEncodedInLinearTime() throws {
        let numbers = Array(0..<50_000)
        let text = try encode(Numbered(numbers: numbers), .init(sortsKeys: false))
        #expect(text.hasSuffix("&n49999=49999"))
        let members = Dictionary(uniqueKeysWithValues: numbers.map { ("n\($0)", $0) })
        #expect(try encode(members, .init()).split(separator: "&").count == numbers.count)
    }

    @Test func unsortedMembersComeAsTheyAreEncoded() throws {
        #expect(
            try encode(Person(), .init(sortsKeys: false))
                == "name=Ada L&isAdmin=1&tags[]=x&tags[]=y&homeAddress[zip]=8000"
        )
    }

    @Test func arrays() throws {
        let value = ["a": ["x", "y"]]
        #expect(try encode(value, .init(arrayEncoding: .brackets)) == "a[]=x&a[]=y")
        #expect(try encode(value, .init(arrayEncoding: .noBrackets)) == "a=x&a=y")
        #expect(try encode(value, .init(arrayEncoding: .indexInBrackets)) == "a[0]=x&a[1]=y")
        #expect(try encode(value, .init(arrayEncoding: .custom { "\($0).\($1)" })) == "a.0=x&a.1=y")
        #expect(
            try encode(["a": [[1], [2, 3]]], .init(arrayEncoding: .indexInBrackets)) == "a[0][0]=1&a[1][0]=2&a[1][1]=3"
        )
        #expect(
            try encode(["a": [["b": 1], ["b": 2]]], .init(arrayEncoding: .indexInBrackets)) == "a[0][b]=1&a[1][b]=2"
        )
        #expect(try encode(["a": [Int]()]) == "")
    }

    @Test func booleans() throws {
        #expect(try encode(["a": true, "b": false], .init(boolEncoding: .numeric)) == "a=1&b=0")
        #expect(try encode(["a": true, "b": false], .init(boolEncoding: .literal)) == "a=true&b=false")
    }

    @Test func bytes() throws {
        let value = ["a": Data([1, 255])]
        #expect(try encode(value, .init(dataEncoding: .base64)) == "a=Af8=")
        #expect(try encode(value, .init(dataEncoding: .deferredToData)) == "a[]=1&a[]=255")
        #expect(try encode(value, .init(dataEncoding: .custom { "\($0.count) bytes" })) == "a=2 bytes")
    }

    @Test func dates() throws {
        let value = ["a": Date(timeIntervalSince1970: 1_709_208_000.5)]
        #expect(try encode(value, .init(dateEncoding: .deferredToDate)) == "a=730900800.5")
        #expect(try encode(value, .init(dateEncoding: .secondsSince1970)) == "a=1709208000.5")
        #expect(try encode(value, .init(dateEncoding: .millisecondsSince1970)) == "a=1709208000500")
        #expect(try encode(value, .init(dateEncoding: .iso8601)) == "a=2024-02-29T12:00:00Z")
        #expect(try encode(value, .init(dateEncoding: .custom { _ in "today" })) == "a=today")
    }

    @Test(arguments: [
        ("oneTwoThree", "one_two_three"), ("myURLPath", "my_url_path"), ("URL", "url"), ("a", "a"), ("", ""),
        ("already_snake", "already_snake"), ("_private", "_private"), ("userID", "user_id"),
        ("item2Name", "item2_name"),
    ])
    func snakeCase(key: String, expected: String) throws {
        #expect(try encode(Named(name: key, value: 1), .init(keyEncoding: .convertToSnakeCase)) == "\(expected)=1")
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
        func key(_ encoding: URLEncodedFormEncoder.KeyEncoding) throws -> String {
            let value = Named(name: "outerKey", value: Named(name: "innerKey", value: 1))
            return try encode(value, .init(keyEncoding: encoding))
        }
        #expect(try key(.useDefaultKeys) == "outerKey[innerKey]=1")
        #expect(try key(.convertToSnakeCase) == "outer_key[inner_key]=1")
        #expect(try key(.convertToKebabCase) == "outer-key[inner-key]=1")
        #expect(try key(.capitalized) == "OuterKey[InnerKey]=1")
        #expect(try key(.uppercased) == "OUTERKEY[INNERKEY]=1")
        #expect(try key(.lowercased) == "outerkey[innerkey]=1")
        #expect(try key(.custom { "\($0)!" }) == "outerKey![innerKey!]=1")
    }

    @Test func keysOfDictionariesAreKeptAsInJSON() throws {
        let value = Named(name: "byName", value: ["innerKey": ["aKey": 1]])
        #expect(try encode(value, .init(keyEncoding: .convertToSnakeCase)) == "by_name[innerKey][aKey]=1")
        #expect(try encode(["aKey": 1], .init(keyEncoding: .uppercased)) == "aKey=1")
        let encoder = CodingOptions { $0.keys = .snakeCase }.jsonEncoder
        #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == #"{"by_name":{"innerKey":{"aKey":1}}}"#)
    }

    @Test func keyPaths() throws {
        let value = ["a": ["b": ["c": 1]]]
        #expect(try encode(value, .init(keyPathEncoding: .brackets)) == "a[b][c]=1")
        #expect(try encode(value, .init(keyPathEncoding: .dots)) == "a.b.c=1")
        #expect(try encode(value, .init(keyPathEncoding: .custom { "->\($0)" })) == "a->b->c=1")
    }

    @Test func nothing() throws {
        struct Value: Encodable {
            var number: Int?
            var text: String?
            var inner: Inner?
            var list: [Int?] = [1, nil, 2]
        }
        #expect(try encode(Value(), .init(nilEncoding: .dropKey)) == "list[]=1&list[]=2")
        #expect(try encode(Value(), .init(nilEncoding: .dropValue)) == "inner=&list[]=1&list[]=&list[]=2&number=&text=")
        #expect(
            try encode(Value(), .init(nilEncoding: .null))
                == "inner=null&list[]=1&list[]=null&list[]=2&number=null&text=null"
        )
        #expect(try encode(["a": Int?.none], .init(nilEncoding: .custom { "none" })) == "a=none")
        #expect(try encode(["a": Int?.none], .init(nilEncoding: .custom { nil })) == "")
    }

    @Test func spaces() throws {
        let value = ["a b": "1 + 1"]
        #expect(try URLEncodedFormEncoder(spaceEncoding: .percentEscaped).encode(value) == "a%20b=1%20%2B%201")
        #expect(try URLEncodedFormEncoder(spaceEncoding: .plusReplaced).encode(value) == "a+b=1+%2B+1")
    }

    @Test func numbersAndURLsAreWrittenAsOneWouldExpect() throws {
        struct Value: Encodable {
            var decimal = Decimal(string: "1.50")
            var float: Float = 0.1
            var id = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
            var max = UInt64.max
            var url = URL(string: "https://example.com/a")
            var whole = 2.0
        }
        #expect(
            try encode(Value())
                == "decimal=1.5&float=0.1&id=E621E1F8-C36C-495A-93FC-0C247A3E6E5F&max=18446744073709551615"
                + "&url=https://example.com/a&whole=2"
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
        let error = #expect(throws: RequestError.self) { try URLEncodedFormEncoder().encode(value) }
        #expect(error?.localizedDescription.contains("no named members") == true)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func numberThatIsNotFiniteIsRefusedWithItsPath(_ number: Double) {
        let error = #expect(throws: RequestError.self) {
            try URLEncodedFormEncoder().encode(["a": ["b": [1, number]]])
        }
        #expect(error?.part == .parameter)
        #expect(error?.description.contains("'a.b.1'") == true)
    }
}
