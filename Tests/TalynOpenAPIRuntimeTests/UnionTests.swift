import Foundation
import Testing

@testable import TalynOpenAPIRuntime

struct UnionTests {
    /// The indices of the variants that fit a text, the best first.
    private func candidates(_ text: String, _ forms: UnionForms) throws -> [Int] {
        struct Probe: Decodable {
            let shape: [Int]

            init(from decoder: any Decoder) throws {
                let forms = decoder.userInfo[.forms] as? UnionForms
                shape = forms?.candidates(for: JSONShape(decoder)) ?? []
            }
        }
        let decoder = JSONDecoder()
        decoder.userInfo[.forms] = forms
        return try decoder.decode(Probe.self, from: Data(text.utf8)).shape
    }

    @Test func discriminatorDecides() throws {
        let forms = UnionForms([.object(0, ["a"]), .object(1, ["a", "b"])], by: "type", ["x": 0, "y": 1])
        #expect(try candidates(#"{"type": "x", "a": 1, "b": 2}"#, forms) == [0])
        #expect(try candidates(#"{"type": "z", "a": 1, "b": 2}"#, forms) == [])
        #expect(try candidates(#"{"a": 1, "b": 2}"#, forms) == [1, 0])
    }

    @Test func uncertainDiscriminatorIsAHint() throws {
        let forms = UnionForms([.object(0, ["a"]), .object(1, ["b"])], by: "type", ["A": 0, "B": 1], isCertain: false)
        #expect(try candidates(#"{"type": "b", "b": 2}"#, forms) == [1])
    }

    @Test func defaultVariantHasObjectsWithoutAKnownValue() throws {
        let forms = UnionForms(
            [.object(0, ["a"]), .object(1, ["b"]), .string(2)],
            by: "type",
            ["A": 0],
            otherwise: 1
        )
        #expect(try candidates(#"{"type": "A"}"#, forms) == [0])
        #expect(try candidates(#"{"type": "Z", "a": 1}"#, forms) == [1])
        #expect(try candidates(#"{"a": 1}"#, forms) == [1])
        #expect(try candidates(#""A""#, forms) == [2])
    }

    @Test func constantsAndRequiredNamesExclude() throws {
        let forms = UnionForms([
            .object(0, ["id"], constants: ["object": "charge"]), .object(1, ["id"], constants: ["object": "refund"]),
            .object(2, ["name"]),
        ])
        #expect(try candidates(#"{"id": 1, "object": "refund"}"#, forms) == [1])
        #expect(try candidates(#"{"id": 1, "object": "other"}"#, forms) == [])
        #expect(try candidates(#"{"name": 1}"#, forms) == [2])
        #expect(try candidates(#"{"id": 1}"#, forms) == [0, 1])
    }

    @Test func truthValuesAreConstants() throws {
        let forms = UnionForms([
            .object(0, ["ok"], constants: ["ok": "true"]), .object(1, ["ok"], constants: ["ok": "false"]),
        ])
        #expect(try candidates(#"{"ok": false}"#, forms) == [1])
        let named = UnionForms([.object(0, ["ok"]), .object(1, ["ok"])], by: "ok", ["true": 0, "false": 1])
        #expect(try candidates(#"{"ok": false}"#, named) == [1])
        let arrays = UnionForms([.array(0, constants: [0: "true"]), .array(1, constants: [0: "false"])])
        #expect(try candidates("[false]", arrays) == [1])
    }

    @Test func moreKnownNamesFitBetter() throws {
        let forms = UnionForms([.object(0, [], ["a"]), .object(1, [], ["a", "b", "c"])])
        #expect(try candidates(#"{"a": 1}"#, forms) == [0, 1])
        #expect(try candidates(#"{"a": 1, "b": 1}"#, forms) == [1, 0])
    }

    @Test func constantsOfElementsExclude() throws {
        let forms = UnionForms([
            .array(0, constants: [0: "point"]), .array(1, constants: [0: "line", 2: "3"]), .array(2),
        ])
        #expect(try candidates(#"["point", 1]"#, forms) == [0, 2])
        #expect(try candidates(#"["line", [1], 3]"#, forms) == [1, 2])
        #expect(try candidates(#"["line", [1], 4]"#, forms) == [2])
        #expect(try candidates(#"[null]"#, forms) == [2])
        #expect(try candidates("[]", forms) == [0, 1, 2])
    }

    @Test func elementsWithoutAPlaceSpeakAgainstAnArray() throws {
        let forms = UnionForms([.array(0, count: 2), .array(1, count: 3)])
        #expect(try candidates("[1, 2]", forms) == [0, 1])
        #expect(try candidates("[1, 2, 3]", forms) == [1, 0])
        #expect(try candidates("[1, 2, 3, 4, 5]", forms) == [1, 0])
    }

    @Test func firstElementTellsTheArray() throws {
        let forms = UnionForms([
            .array(0, of: [.object(0, ["id"])]), .array(1, of: [.object(0, ["id", "name"]), .object(0, ["key"])]),
        ])
        #expect(try candidates(#"[{"id": 1}, {"id": 2, "name": "a"}]"#, forms) == [0])
        #expect(try candidates(#"[{"id": 1, "name": "a"}]"#, forms) == [1, 0])
        #expect(try candidates(#"[{"key": 1}]"#, forms) == [1])
        #expect(try candidates("[1]", forms) == [])
        #expect(try candidates("[]", forms) == [0, 1])
    }

    @Test func typeOfTheValueDecides() throws {
        let forms = UnionForms([
            .string(0, ["auto"]), .string(1), .number(2), .integer(3), .boolean(4), .array(5), .object(6),
        ])
        #expect(try candidates(#""auto""#, forms) == [0, 1])
        #expect(try candidates(#""x""#, forms) == [1, 0])
        #expect(try candidates("5", forms) == [3, 2])
        #expect(try candidates("5.5", forms) == [2])
        #expect(try candidates("true", forms) == [4])
        #expect(try candidates("[1]", forms) == [5])
        #expect(try candidates("{}", forms) == [6])
    }
}

extension CodingUserInfoKey {
    fileprivate static let forms = CodingUserInfoKey(rawValue: "forms")!
}
