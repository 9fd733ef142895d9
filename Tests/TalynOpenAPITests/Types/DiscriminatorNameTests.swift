#if Tools
import Foundation
import HTTPTypes
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// The values of discriminators that no mapping gives.
struct DiscriminatorNameTests {
    @Test(arguments: ["x-ms-discriminator-value", "x-discriminator-value"])
    func extensionGivesTheValue(_ word: String) throws {
        let generated = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            paths: {}
            definitions:
              Pet: {type: object, \(word): Microsoft.Pet, discriminator: kind, required: [kind], properties: {kind: {type: string}}}
              Cat: {\(word): Microsoft.Cat, allOf: [{$ref: '#/definitions/Pet'}, {properties: {lives: {type: integer}}}]}
              Dog: {allOf: [{$ref: '#/definitions/Pet'}, {properties: {lives: {type: integer}}}]}
            """
        )
        #expect(generated.has(#"kind: String = "Microsoft.Cat""#))
        #expect(generated.has(#"kind: String = "Dog""#))
        #expect(generated.has(#""Microsoft.Cat": 0"#) && generated.has(#""Microsoft.Pet": 2"#))
        #expect(!generated.has(#""Cat": 0"#) && !generated.has(#""Pet": 2"#))
        #expect(generated.messages == [])
    }

    @Test func mappingComesBeforeTheExtension() throws {
        let generated = try Generated(
            schemas: """
                Pet: {type: object, discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}, required: [kind], properties: {kind: {type: string}}}
                Cat: {x-ms-discriminator-value: other, allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]}
                """
        )
        #expect(generated.has(#"kind: String = "cat""#))
        #expect(!generated.has(#""other""#))
    }

    private static let kind = "{type: object, required: [kind], properties: {kind: {type: string}, a: {type: integer}}}"

    /// A document names a schema by the reference that it uses.
    @Test(arguments: [
        ("Kitty: {$ref: '#/components/schemas/Cat'}\nCat: \(kind)", "Kitty", "Kitty"),
        ("Kitty: {x-ms-discriminator-value: feline, \(kind.dropFirst())", "Kitty", "feline"),
    ])
    func nameInTheReferenceCounts(_ schemas: String, _ name: String, _ value: String) throws {
        let union =
            "{oneOf: [{$ref: '#/components/schemas/\(name)'}, {$ref: '#/components/schemas/Dog'}], discriminator: {propertyName: kind}}"
        let others = "Pet: \(union)\nDog: \(Self.kind)\n\(schemas)"
        let generated = try Generated(schemas: others, result: "Pet")
        #expect(generated.has("kind: String = \"\(value)\""))
        #expect(generated.has("\"\(value)\": 0"))
        let document = try CheckedDocument(
            paths:
                "/a: {get: {responses: {'200': {description: a, content: {application/json: {schema: \(union)}}}}}}",
            "components:\n  schemas:\n" + others.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        )
        for seed in 0..<20 as Range<UInt64> {
            let kind = document.answer(to: CheckedRequest("GET", "/v1/a"), seed: seed).json?["kind"]?.text
            #expect(kind == value || kind == "Dog")
        }
    }

    /// The mapping leads to the variants of the variants.
    @Test func mappingOfInnerVariantsIsNotLeftOut() throws {
        func leaf(_ name: String) -> String {
            "\(name): {type: object, required: [kind], properties: {kind: {type: string}}}"
        }
        func group(_ name: String, _ leaves: [String]) -> String {
            "\(name): {oneOf: [\(leaves.map { "{$ref: '#/components/schemas/\($0)'}" }.joined(separator: ", "))]}"
        }
        let names = ["A1", "A2", "B1", "B2"]
        let mapping = names.map { "\($0.lowercased()): '#/components/schemas/\($0)'" }.joined(separator: ", ")
        let union =
            "{oneOf: [{$ref: '#/components/schemas/GroupA'}, {$ref: '#/components/schemas/GroupB'}], discriminator: {propertyName: kind, mapping: {\(mapping)}}}"
        let schemas =
            ["All: \(union)", group("GroupA", ["A1", "A2"]), group("GroupB", ["B1", "B2"])] + names.map(leaf)
        let generated = try Generated(schemas: schemas.joined(separator: "\n"))
        #expect(generated.has(#""a1": 0"#) && generated.has(#""b2": 1"#))
        #expect(generated.output.skippedCount == 0, "\(generated.messages)")
        let thing = try CheckedThing(union, schemas[1], schemas[2], schemas[3], schemas[4], schemas[5], schemas[6])
        for seed in 0..<20 as Range<UInt64> {
            let maker = ValueMaker(thing.document.checker, SeededRandom(seed: seed, sequence: 1))
            let kind = maker.value(for: thing.schema)["kind"]?.text ?? ""
            #expect(["a1", "a2", "b1", "b2"].contains(kind))
        }
        let wrong = try Generated(schemas: schemas.joined(separator: "\n").replacing("b2: '#", with: "b2: 'gone#"))
        #expect(wrong.output.skippedCount > 0)
    }
}
#endif
