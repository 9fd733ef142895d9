import Foundation
import TestSupport
import Testing

@testable import _TalynSupport

struct StructuredFieldTests {
    @Test(
        arguments: [
            ("1", .integer(1)), ("-0", .integer(0)), ("007", .integer(7)),
            ("-999999999999999", .integer(-999_999_999_999_999)),
            ("1.50", .decimal(1.5)), ("-0.125", .decimal(-0.125)), (#""a\"b\\""#, .string(#"a"b\"#)),
            (#""""#, .string("")),
            ("*a/b:c", .token("*a/b:c")), ("A", .token("A")), (":YQ==:", .bytes(Data("a".utf8))),
            ("::", .bytes(Data())),
            ("?0", .boolean(false)), ("?1", .boolean(true)), ("@1659578233", .date(1_659_578_233)), ("@-1", .date(-1)),
            (#"%"f%c3%bc %25""#, .displayString("fü %")), ("  1  ", .integer(1)),
        ] as [(String, StructuredField.Value)]
    )
    func itemHasItsValue(field: String, value: StructuredField.Value) {
        #expect(StructuredField.item(field) == StructuredField.Item(value))
    }

    @Test(arguments: [
        "", " ", "-", "--1", "1.", ".1", "1.1234", "1234567890123.1", "1234567890123456", "1 2", "\t1", "1\t", #""a"#,
        #""\a""#,
        "\"\u{7F}\"", #""é""#, ":a:", ":=:", ":YQ==", ":YQ ==:", ":_-Ah:", "?2", "?", "@", "@1.5", "@a", #"%"%C3%BC""#,
        #"%"%c3""#,
        #"%"%c3%bc"#, #"% "a""#, "a;", "a;B", "a;=1", "a; =1", "a;b=", "(a)", "é", "a\u{0}",
    ])
    func invalidItemIsNoItem(field: String) {
        #expect(StructuredField.item(field) == nil)
    }

    @Test(arguments: [
        ("", ""), ("  ", ""), ("a,b", "a, b"), ("a \t,\t b", "a, b"),
        (#""default";r=50;t=30"#, #""default";r=50;t=30"#),
        (#""a";q=100;w=60;pk=:c2FsdA==:,"b";q=5"#, #""a";q=100;w=60;pk=:c2FsdA==:, "b";q=5"#),
        (#"1.50;a=?1;  b=?0, (  x   "y" );z=-01"#, #"1.5;a;b=?0, (x "y");z=-1"#), ("a;x=1;y;x=2", "a;x=2;y"),
        ("@1659578233 , %\"f%c3%bc\"", "@1659578233, %\"f%c3%bc\""), ("()", "()"), ("();a,(b;c)", "();a, (b;c)"),
    ])
    func listIsWrittenInItsOnlyForm(field: String, text: String) {
        #expect(StructuredField.list(field).flatMap { StructuredField.text(of: $0) } == text)
    }

    @Test(arguments: [
        "a,", ",a", "a,,b", "a b", "a;", "a; =1", "(a", "a)", "(a,b)", #"("a""b")"#, "((a))", #""a"#, "é", "a\u{0}",
        "1.", "A=1",
        "1234567890123456",
    ])
    func invalidListIsNoList(field: String) {
        #expect(StructuredField.list(field) == nil)
    }

    @Test(arguments: [
        ("", ""), ("a=?1", "a"), ("a=?1;b;c=?0, *d-.=?0", "a;b;c=?0, *d-.=?0"), ("a=(1 2);b,c", "a=(1 2);b, c"),
        ("limit=100, remaining=50;a, reset=5, flag, limit=7", "limit=7, remaining=50;a, reset=5, flag"),
        ("b=1, a=2, b=3", "b=3, a=2"),
    ])
    func dictionaryIsWrittenInItsOnlyForm(field: String, text: String) {
        #expect(StructuredField.dictionary(field).flatMap { StructuredField.text(of: $0) } == text)
    }

    @Test(arguments: ["Limit=100", #""default";r=50"#, "a=1,", "a=", "a =1", "a= 1", "1=1", "a=1 b=2", "a=(1", "=1"])
    func invalidDictionaryIsNoDictionary(field: String) {
        #expect(StructuredField.dictionary(field) == nil)
    }

    @Test(
        arguments: [
            (.integer(0), "0"), (.integer(-7), "-7"), (.decimal(1), "1.0"), (.decimal(-0.0), "0.0"),
            (.decimal(0.0015), "0.002"),
            (.decimal(0.0025), "0.002"), (.decimal(-0.0015), "-0.002"), (.decimal(9.9995), "10.0"),
            (.decimal(10.05), "10.05"),
            (.decimal(999_999_999_999.999), "999999999999.999"), (.string(#"a"b\"#), #""a\"b\\""#),
            (.token("a:/"), "a:/"),
            (.bytes(Data([0xFF])), ":/w==:"), (.date(-1), "@-1"), (.displayString("ü\n\"%~"), #"%"%c3%bc%0a%22%25~""#),
        ] as [(StructuredField.Value, String)]
    )
    func valueHasItsText(value: StructuredField.Value, text: String) {
        #expect(StructuredField.Item(value).text == text)
        #expect(StructuredField.item(text)?.text == text)
    }

    @Test(
        arguments: [
            .integer(1_000_000_000_000_000), .integer(.min), .date(.max), .decimal(1e12), .decimal(-1e12),
            .decimal(.nan),
            .decimal(.infinity), .string("ä"), .string("\n"), .string("\u{7F}"), .token(""), .token("1a"),
            .token("a b"), .token("é"),
        ] as [StructuredField.Value]
    )
    func valueThatNoFieldCanCarryHasNoText(value: StructuredField.Value) {
        #expect(StructuredField.Item(value).text == nil)
        var map = StructuredField.OrderedMap<StructuredField.Value>()
        map.set(value, for: "a")
        #expect(StructuredField.InnerList([], parameters: map).text == nil)
    }

    @Test(arguments: ["", "A", "1", "-", "a b", "é", "a="])
    func keyThatNoFieldCanCarryHasNoText(key: String) {
        var parameters = StructuredField.OrderedMap<StructuredField.Value>()
        parameters.set(.boolean(true), for: key)
        #expect(StructuredField.Item(.integer(1), parameters: parameters).text == nil)
        var members = StructuredField.OrderedMap<StructuredField.Member>()
        members.set(.item(StructuredField.Item(.integer(1))), for: key)
        #expect(StructuredField.text(of: members) == nil)
    }

    @Test func hostileFieldsAreRefusedOrWrittenWithoutLoss() {
        let fields = [#"a;b="c\"";d=(1), e"#, #"a=(1.5 :YQ==: @1 %"%c3%bc");b=?0, c;d"#, "-1.125;a"]
        for field in HostileValues.made(of: fields) + HostileValues.long {
            if let item = StructuredField.item(field) {
                #expect(item.text.flatMap { StructuredField.item($0) } == item, "\(field)")
            }
            if let list = StructuredField.list(field) {
                #expect(StructuredField.text(of: list).flatMap { StructuredField.list($0) } == list, "\(field)")
            }
            if let members = StructuredField.dictionary(field) {
                let again = StructuredField.text(of: members).flatMap { StructuredField.dictionary($0) }
                #expect(again == members, "\(field)")
            }
        }
    }

    // MARK: - The public vectors

    /// The folder of a clone of https://github.com/httpwg/structured-field-tests.
    static let folder = ProcessInfo.processInfo.environment["TALYN_STRUCTURED_FIELD_TESTS"]

    /// Any JSON of the vectors.
    private indirect enum Expected: Decodable {
        case integer(Int64), decimal(Double), boolean(Bool), string(String)
        case typed(type: String, value: Expected)
        case array([Expected])

        private enum Key: String, CodingKey {
            case type = "__type"
            case value
        }

        init(from decoder: any Decoder) throws {
            if let array = try? [Expected](from: decoder) {
                self = .array(array)
            } else if let object = try? decoder.container(keyedBy: Key.self) {
                let type = try object.decode(String.self, forKey: .type)
                self = .typed(type: type, value: try object.decode(Expected.self, forKey: .value))
            } else {
                let value = try decoder.singleValueContainer()
                if let boolean = try? value.decode(Bool.self) {
                    self = .boolean(boolean)
                } else if let integer = try? value.decode(Int64.self) {
                    self = .integer(integer)
                } else if let decimal = try? value.decode(Double.self) {
                    self = .decimal(decimal)
                } else {
                    self = .string(try value.decode(String.self))
                }
            }
        }

        var elements: [Expected] {
            if case .array(let elements) = self { elements } else { [] }
        }

        /// Whether a value is this one. JSON doesn't tell 1.0 from 1.
        func matches(_ value: StructuredField.Value) -> Bool {
            switch (self, value) {
            case (.integer(let expected), .integer(let actual)): expected == actual
            case (.integer(let expected), .decimal(let actual)): Double(expected) == actual
            case (.decimal(let expected), .decimal(let actual)): expected == actual
            case (.boolean(let expected), .boolean(let actual)): expected == actual
            case (.string(let expected), .string(let actual)): expected == actual
            case (.typed("token", .string(let expected)), .token(let actual)): expected == actual
            case (.typed("date", .integer(let expected)), .date(let actual)): expected == actual
            case (.typed("displaystring", .string(let expected)), .displayString(let actual)): expected == actual
            case (.typed("binary", .string(let expected)), .bytes(let actual)): expected == Self.base32(actual)
            default: false
            }
        }

        func matches(_ parameters: StructuredField.OrderedMap<StructuredField.Value>) -> Bool {
            matches(parameters) { $0.matches($1) }
        }

        func matches(_ members: StructuredField.OrderedMap<StructuredField.Member>) -> Bool {
            matches(members) { $0.matches($1) }
        }

        private func matches<Element: Sendable & Hashable>(
            _ map: StructuredField.OrderedMap<Element>,
            _ matches: (Expected, Element) -> Bool
        ) -> Bool {
            elements.count == map.keys.count
                && zip(elements, map.pairs).allSatisfy { expected, actual in
                    guard case .string(let key)? = expected.elements.first else { return false }
                    return key == actual.key && matches(expected.elements[1], actual.value)
                }
        }

        func matches(_ item: StructuredField.Item) -> Bool {
            elements.count == 2 && elements[0].matches(item.value) && elements[1].matches(item.parameters)
        }

        func matches(_ member: StructuredField.Member) -> Bool {
            switch member {
            case .item(let item): return matches(item)
            case .innerList(let list):
                guard elements.count == 2, elements[0].elements.count == list.items.count else { return false }
                return zip(elements[0].elements, list.items).allSatisfy { $0.matches($1) }
                    && elements[1].matches(list.parameters)
            }
        }

        /// Base 32 (RFC 4648, section 6).
        private static func base32(_ bytes: Data) -> String {
            let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
            let bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
            let digits = stride(from: 0, to: bits.count, by: 5).map { start in
                alphabet[(0..<5).reduce(0) { $0 << 1 | Int(start + $1 < bits.count ? bits[start + $1] : 0) }]
            }
            return String(digits) + String(repeating: "=", count: (8 - digits.count % 8) % 8)
        }
    }

    private struct Vector: Decodable {
        let name: String
        let raw: [String]
        let headerType: String
        let mustFail: Bool?
        let canFail: Bool?
        let expected: Expected?
        let canonical: [String]?

        private enum CodingKeys: String, CodingKey {
            case name, raw, expected, canonical
            case headerType = "header_type"
            case mustFail = "must_fail"
            case canFail = "can_fail"
        }
    }

    /// Whether a field has the expected value, and its text; nil for both if it is invalid.
    private func outcome(of vector: Vector, _ field: String) -> (matches: Bool?, text: String?) {
        switch vector.headerType {
        case "item":
            let item = StructuredField.item(field)
            return (item.map { vector.expected?.matches($0) ?? false }, item?.text)
        case "list":
            guard let members = StructuredField.list(field) else { return (nil, nil) }
            let expected = vector.expected?.elements ?? []
            let matches =
                expected.count == members.count && zip(expected, members).allSatisfy { $0.matches($1) }
            return (matches, StructuredField.text(of: members))
        default:
            guard let members = StructuredField.dictionary(field) else { return (nil, nil) }
            return (vector.expected?.matches(members) ?? members.keys.isEmpty, StructuredField.text(of: members))
        }
    }

    @Test(.enabled(if: folder != nil, "SKIPPED: TALYN_STRUCTURED_FIELD_TESTS doesn't name a clone of the vectors"))
    func publicVectorsAreParsedAndWritten() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        var count = 0
        for file in files {
            for vector in try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file)) {
                let field = vector.raw.joined(separator: ", ")
                let (matches, text) = outcome(of: vector, field)
                let isRight = vector.mustFail == true ? matches == nil : matches ?? (vector.canFail == true)
                #expect(isRight, "\(file.lastPathComponent): \(vector.name): \(field)")
                if matches != nil {
                    let canonical = (vector.canonical ?? vector.raw).joined(separator: ", ")
                    #expect(text == canonical, "\(file.lastPathComponent): \(vector.name)")
                }
                count += 1
            }
        }
        #expect(count > 1_000)
    }
}
