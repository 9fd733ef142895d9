import Foundation
import Testing

@testable import TalynPlugins

struct StructuredFieldTests {
    private func text(_ value: StructuredField.Value) -> String {
        switch value {
        case .integer(let integer): "\(integer)"
        case .decimal(let decimal): "\(decimal)"
        case .string(let text): "'\(text)'"
        case .token(let token): token
        case .bytes(let bytes): ":\(bytes.count) bytes:"
        case .boolean(let boolean): "\(boolean)"
        case .date(let seconds): "@\(seconds)"
        case .displayString(let text): "%'\(text)'"
        }
    }

    private func text(_ item: StructuredField.Item) -> String {
        text(item.value) + item.parameters.sorted { $0.key < $1.key }.map { ";\($0.key)=\(text($0.value))" }.joined()
    }

    private func text(_ member: StructuredField.Member) -> String {
        switch member {
        case .item(let item): text(item)
        case .innerList(let items, let parameters):
            "(\(items.map { text($0) }.joined(separator: " ")))"
                + parameters.sorted { $0.key < $1.key }.map { ";\($0.key)=\(text($0.value))" }.joined()
        }
    }

    @Test(arguments: [
        ("", ""), ("  ", ""), ("a, b", "a|b"), (#""default";r=50;t=30"#, "'default';r=50;t=30"),
        (#""a";q=100;w=60;pk=:c2FsdA==:,"b";q=5"#, "'a';pk=:4 bytes:;q=100;w=60|'b';q=5"),
        ("1.5;a;b=?0, (x \"y\");z=-1", "1.5;a=true;b=false|(x 'y');z=-1"), ("a;x=1;x=2", "a;x=2"),
        ("@1659578233 , %\"f%c3%bc\"", "@1659578233|%'fü'"),
    ])
    func listIsParsed(field: String, expected: String) {
        #expect(StructuredField.list(field)?.map { text($0) }.joined(separator: "|") == expected)
    }

    @Test(arguments: [
        "a,", ",a", "a b", "a;", "a; =1", "(a", "a)", #""a"#, "é", "a\u{0}", "1.", "A=1", "1234567890123456",
    ])
    func invalidListIsNoList(field: String) {
        #expect(StructuredField.list(field) == nil)
    }

    @Test func dictionaryIsParsed() throws {
        let members = try #require(StructuredField.dictionary("limit=100, remaining=50;a, reset=5, flag, limit=7"))
        let texts = members.mapValues { text($0) }
        #expect(texts == ["limit": "7", "remaining": "50;a=true", "reset": "5", "flag": "true"])
        #expect(StructuredField.dictionary("Limit=100") == nil)
        #expect(StructuredField.dictionary(#""default";r=50"#) == nil)
        #expect(StructuredField.dictionary("a=1,") == nil)
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

        func matches(_ parameters: [String: StructuredField.Value]) -> Bool {
            elements.count == parameters.count
                && elements.allSatisfy { pair in
                    guard case .string(let name)? = pair.elements.first, let value = parameters[name] else {
                        return false
                    }
                    return pair.elements[1].matches(value)
                }
        }

        func matches(_ item: StructuredField.Item) -> Bool {
            elements.count == 2 && elements[0].matches(item.value) && elements[1].matches(item.parameters)
        }

        func matches(_ member: StructuredField.Member) -> Bool {
            switch member {
            case .item(let item): return matches(item)
            case .innerList(let items, let parameters):
                guard elements.count == 2, elements[0].elements.count == items.count else { return false }
                return zip(elements[0].elements, items).allSatisfy { $0.matches($1) } && elements[1].matches(parameters)
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

        private enum CodingKeys: String, CodingKey {
            case name, raw, expected
            case headerType = "header_type"
            case mustFail = "must_fail"
            case canFail = "can_fail"
        }
    }

    @Test(.enabled(if: folder != nil, "SKIPPED: TALYN_STRUCTURED_FIELD_TESTS doesn't name a clone of the vectors"))
    func publicVectorsAreParsed() throws {
        let folder = URL(fileURLWithPath: try #require(Self.folder))
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }
        var count = 0
        for file in files {
            for vector in try JSONDecoder().decode([Vector].self, from: Data(contentsOf: file)) {
                let field = vector.raw.joined(separator: ", ")
                let matches: Bool? =
                    switch vector.headerType {
                    case "item": StructuredField.item(field).map { vector.expected?.matches($0) ?? false }
                    case "list":
                        StructuredField.list(field).map { members in
                            let expected = vector.expected?.elements ?? []
                            return expected.count == members.count
                                && zip(expected, members).allSatisfy { $0.matches($1) }
                        }
                    default:
                        StructuredField.dictionary(field).map { members in
                            let expected = vector.expected?.elements ?? []
                            return expected.count == members.count
                                && expected.allSatisfy { pair in
                                    guard case .string(let name)? = pair.elements.first, let member = members[name]
                                    else {
                                        return false
                                    }
                                    return pair.elements[1].matches(member)
                                }
                        }
                    }
                let isRight = vector.mustFail == true ? matches == nil : matches ?? (vector.canFail == true)
                #expect(isRight, "\(file.lastPathComponent): \(vector.name): \(field)")
                count += 1
            }
        }
        #expect(count > 1_000)
    }
}
