import Foundation
import Testing
import _TalynSupport

/// The places of the values in a JSON text.
struct JSONOutlineTests {
    private static func members(_ text: String) throws -> [String] {
        try JSONOutline.read(Data(text.utf8)) { outline in
            var members: [String] = []
            try outline.members { name, outline in
                members.append("\(name)=\(String(decoding: try outline.value(), as: UTF8.self))")
            }
            return members
        }
    }

    @Test(arguments: [
        ("{}", []), (" { } ", []), (#"{"a":1}"#, ["a=1"]),
        (#"{ "a" : [1, {"b": "}"}] , "c":null }"#, [#"a=[1, {"b": "}"}]"#, "c=null"]),
        (#"{"\u0061\"": "x\\", "b": "\\\""}"#, [#"a"="x\\""#, #"b="\\\"""#]), (#"{"a": "é\"{"}"#, [#"a="é\"{""#]),
    ])
    func valuesKeepTheirText(text: String, members: [String]) throws {
        #expect(try Self.members(text) == members)
    }

    @Test(arguments: [
        "", "{", "[", "{}x", "{} {}", #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, #"{"a":1 "b":2}"#, #"{"a":1]"#, #"{"a":"b}"#,
        #"{"a":"b\"}"#, #"{a:1}"#, #"{"a":[1}"#, #"{"a":}}"#, "[]",
    ])
    func otherTextIsInvalid(text: String) {
        #expect(throws: (any Error).self) { try Self.members(text) }
    }

    @Test func deepNestingIsInvalid() throws {
        let nested = { (depth: Int) in
            #"{"a": "# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "}"
        }
        #expect(try Self.members(nested(JSONOutline.maximumDepth)).count == 1)
        #expect(throws: JSONOutline.Invalid.self) { try Self.members(nested(JSONOutline.maximumDepth + 1)) }
    }

    @Test func elementsOfASliceAreFound() throws {
        let text = Data("xx[1, \"a\", []]".utf8).dropFirst(2)
        let elements = try JSONOutline.read(text) { outline in
            var elements: [String] = []
            try outline.elements { elements.append(String(decoding: try $0.value(), as: UTF8.self)) }
            return elements
        }
        #expect(elements == ["1", "\"a\"", "[]"])
    }
}
