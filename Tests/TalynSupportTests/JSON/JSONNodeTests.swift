import Foundation
import Testing
import _TalynSupport

struct JSONNodeTests {
    @Test func numbersKeepTheirDigits() throws {
        let text =
            #"{"b": 1.10, "a": 12345678901234567890.5e-7, "d": [true, false, null], "c": "é\n\u00e9\ud83d\ude00\/"}"#
        let node = try JSONNode(json: Data(text.utf8))
        #expect(
            node
                == .object([
                    .init("a", .number("1234567890123.45678905")), .init("b", .number("1.1")),
                    .init("c", .string("é\né😀/")), .init("d", .array([.bool(true), .bool(false), .null])),
                ])
        )
        #expect(node["d"] == .array([.bool(true), .bool(false), .null]))
        #expect(try JSONNode(json: node.json()) == node)
        #expect(try JSONNode(json: node.json(isPretty: true)) == node)
    }

    @Test func writtenJSONIsReadBack() throws {
        let node = JSONNode.object([
            .init("control", .string("\u{1}\u{1F}\"\\\t\r\n\u{7F}")),
            .init("deep", .array([.array([.object([.init("a", .array([.number("-0.5"), .number("1")]))])])])),
            .init("empty", .object([])), .init("none", .array([])),
        ])
        #expect(try JSONNode(json: node.json()) == node)
    }

    @Test(arguments: ["", "{", "[1", "{a:1}", "\"a", "tru", "1 2", "NaN"])
    func invalidJSONIsRefused(text: String) {
        let failure = #expect(throws: JSONNode.Failure.self) { try JSONNode(json: Data(text.utf8)) }
        #expect(failure?.problem.isEmpty == false)
    }

    /// So that an error can say where it is.
    @Test(arguments: ["1e300", "-1e300", "1e400"]) func readsNumbersThatAreTooGreat(digits: String) throws {
        let node = try JSONNode(json: Data("[\(digits)]".utf8))
        guard case .number(let text)? = node.elements?.first else {
            Issue.record("\(node)")
            return
        }
        #expect(Double(text) == Double(digits))
        #expect(throws: Never.self) { try JSONNode(json: node.json()) }
    }

    @Test(arguments: [String.Encoding.utf8, .utf16]) func byteOrderMarkIsSkipped(encoding: String.Encoding) throws {
        let text = (encoding == .utf8 ? "\u{FEFF}" : "") + #"{"a": "é"}"#
        #expect(try JSONNode(json: try #require(text.data(using: encoding)))["a"]?.text == "é")
    }

    @Test func firstOfEqualNamesCounts() throws {
        let node = try JSONNode(json: Data(#"{"b": 1, "a": 2, "b": 3, "\u0061": 4}"#.utf8))
        #expect(node == .object([.init("a", .number("2")), .init("b", .number("1"))]))
    }

    @Test func deepNestingIsRefused() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONNode(json: nested(JSONOutline.maximumDepth)) }
        #expect(throws: JSONNode.Failure.self) { try JSONNode(json: nested(JSONOutline.maximumDepth + 2)) }
        #expect(throws: JSONNode.Failure.self) { try JSONNode(json: nested(1_000_000)) }
        let objects = Data(String(repeating: #"{"a":"#, count: 1_000_000).utf8)
        #expect(throws: JSONNode.Failure.self) { try JSONNode(json: objects) }
    }
}
