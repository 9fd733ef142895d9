import Foundation
import Testing

@testable import TalynStubs

struct JSONReaderTests {
    @Test func keepsDigitsOrderAndRepeatedMembers() throws {
        let text =
            #"{"b": 1.10, "a": 12345678901234567890.5e-7, "b": [true, false, null], "c": "é\n\u00e9\ud83d\ude00\/"}"#
        let node = try JSONReader.read(Data(text.utf8))
        #expect(
            node
                == .object([
                    .init("b", .number("1.10")), .init("a", .number("12345678901234567890.5e-7")),
                    .init("b", .array([.bool(true), .bool(false), .null])), .init("c", .string("é\né😀/")),
                ])
        )
        #expect(node["b"] == .array([.bool(true), .bool(false), .null]))
        #expect(try JSONReader.read(JSONWriter.data(node)) == node)
    }

    @Test func readsWhatIsWritten() throws {
        let node = JSONNode.object([
            .init("empty", .object([])), .init("none", .array([])),
            .init("control", .string("\u{1}\u{1F}\"\\\t\r\n\u{7F}")),
            .init("deep", .array([.array([.object([.init("a", .array([.number("-0")]))])])])),
        ])
        #expect(try JSONReader.read(JSONWriter.data(node, indentation: 4)) == node)
        #expect((try? JSONSerialization.jsonObject(with: JSONWriter.data(node))) != nil)
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,", "[1,]", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,}", "{a:1}", "{'a':1}", "\"",
        "\"a",
        "\"\\", "\"\\u", "\"\\u12", "\"\\x\"", "\"\u{1}\"", "01", "1.", "1.e3", ".5", "+1", "1e", "-", "tru", "truE",
        "nul", "1 2",
        "[]]", "NaN", "\u{1}",
    ])
    func refusesWhatIsNoJSON(text: String) {
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Data(text.utf8)) }
    }

    @Test func saysWhereATextWasCutOff() throws {
        let text = Data(#"{"a": [1, "zwölf", {"b": null}], "c": tr"#.utf8)
        for length in 0..<text.count {
            do {
                _ = try JSONReader.read(text.prefix(length))
                Issue.record("\(length) bytes are JSON")
            } catch {
                #expect(error == JSONReader.Failure(offset: length, problem: JSONReader.ending))
            }
        }
    }

    @Test func refusesBytesThatAreNoUTF8() {
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Data([0x22, 0xFF, 0x22])) }
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(Data([0x22, 0xC3, 0x5C, 0x6E, 0x22])) }
    }

    @Test func takesHalfAPairForAnUnknownCharacter() throws {
        #expect(try JSONReader.read(Data(#""\ud83dx""#.utf8)) == .string("\u{FFFD}x"))
        #expect(try JSONReader.read(Data(#""\ud83d\u0041""#.utf8)) == .string("\u{FFFD}A"))
        #expect(try JSONReader.read(Data(#""\ude00""#.utf8)) == .string("\u{FFFD}"))
    }

    @Test func refusesWhatIsNestedTooDeeply() throws {
        func nested(_ depth: Int) -> Data {
            Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader.read(nested(JSONReader.maximumDepth)) }
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(nested(JSONReader.maximumDepth + 1)) }
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(nested(5_000_000)) }
        let objects = Data(String(repeating: #"{"a":"#, count: 1_000_000).utf8)
        #expect(throws: JSONReader.Failure.self) { try JSONReader.read(objects) }
    }
}
