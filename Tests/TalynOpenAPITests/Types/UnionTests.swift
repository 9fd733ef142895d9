#if Tools
import Testing

@testable import TalynOpenAPI

/// Unions, and what tells their variants apart.
struct UnionTests {
    @Test func truthValuesTellVariantsApart() throws {
        let generated = try Generated(
            schemas: """
                Answer:
                  oneOf:
                    - {title: Success, required: [ok, text], properties: {ok: {const: true}, text: {type: string}}}
                    - {title: Failure, required: [ok, text], properties: {ok: {type: boolean, enum: [false]}, text: {type: string}}}
                """
        )
        #expect(generated.has("public init( ok: Bool = true, text: String ) {"))
        #expect(generated.has("public init( ok: Bool = false, text: String ) {"))
        #expect(generated.has(#".object(0, ["ok", "text"], constants: ["ok": "true"])"#))
        #expect(generated.has(#"], by: "ok", ["true": 0, "false": 1]"#))
    }

    @Test func truthValueIsNoNameOfAVariant() throws {
        let generated = try Generated(
            schemas: """
                Answer:
                  oneOf:
                    - {required: [ok], properties: {ok: {const: true}}}
                    - {required: [ok, kind], properties: {ok: {const: false}, kind: {const: failure}}}
                """
        )
        #expect(generated.has("case object(Object) case failure(Failure)"))
    }

    @Test func valueOfNoVariantIsReported() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
                Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
                Wolf: {type: object, required: [kind], properties: {kind: {type: string}}}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog, wolf: Wolf}}
                """
        )
        #expect(generated.output.skippedCount == 1)
        #expect(generated.messages.contains { $0.contains("No variant has the schema of 'wolf'.") })
    }

    /// The parts of the schema exclude the variant on purpose.
    @Test func valueOfAnExcludedVariantIsNotReported() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
                Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
                Name: {type: string}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Name'}]
                  discriminator: {propertyName: kind, mapping: {cat: Cat, dog: Dog, name: Name}}
                Sized: {allOf: [{$ref: '#/components/schemas/Pet'}, {type: object, properties: {size: {type: integer}}}]}
                """
        )
        #expect(generated.has(#"by: "kind", ["cat": 0, "dog": 1]"#))
        #expect(generated.output.skippedCount == 0)
    }

    @Test func discriminatorCanBeATruthValue() throws {
        let generated = try Generated(
            schemas: """
                Web: {type: object, required: [isWeb], properties: {isWeb: {type: boolean}, host: {type: string}}}
                Shell: {type: object, required: [isWeb], properties: {isWeb: {type: boolean}, host: {type: string}}}
                Way:
                  oneOf: [{$ref: '#/components/schemas/Web'}, {$ref: '#/components/schemas/Shell'}]
                  discriminator: {propertyName: isWeb, mapping: {'true': Web, 'false': Shell}}
                """
        )
        #expect(generated.has("isWeb: Bool = true, host:"))
        #expect(generated.has("isWeb: Bool = false, host:"))
        #expect(generated.has(#"by: "isWeb", ["true": 0, "false": 1]"#))
        #expect(generated.messages == [])
    }

    @Test func variantsWithSharedVariantsEnd() throws {
        let levels = (1...20).flatMap { level -> [String] in
            let inner = "{$ref: '#/components/schemas/S\(level - 1)'}"
            return [
                "A\(level): {allOf: [\(inner)], properties: {a\(level): {type: string}}}",
                "B\(level): {allOf: [\(inner)], properties: {b\(level): {type: string}}}",
                "S\(level): {properties: {s\(level): {type: string}}, oneOf: [{$ref: '#/components/schemas/A\(level)'}, {$ref: '#/components/schemas/B\(level)'}]}",
            ]
        }
        let generated = try Generated(
            schemas: (["S0: {properties: {s0: {type: string}}}"] + levels).joined(separator: "\n"),
            result: "S20"
        )
        #expect(generated.has("struct S20:"))
        #expect(generated.messages.contains { $0.contains("more than 10000 others") })
    }

    @Test func unionsWithSharedUnionsEnd() throws {
        let levels = (1...11).flatMap { level in
            (0..<8).map { index in
                let others = (0..<8).map { "{$ref: '#/components/schemas/L\(level - 1)N\($0)'}" }
                return "L\(level)N\(index): {oneOf: [\(others.joined(separator: ", "))]}"
            }
        }
        let leaves = (0..<8).map { "L0N\($0): {required: [p\($0)], properties: {p\($0): {type: string}}}" }
        let generated = try Generated(schemas: (leaves + levels).joined(separator: "\n"), result: "L11N0")
        #expect(generated.has("enum L11N0:"))
    }

    // MARK: Unions

    @Test func discriminatorHasItsMapping() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, properties: {type: {type: string}}}
                Dog: {type: object, properties: {type: {type: string}}}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: type, mapping: {meow: '#/components/schemas/Cat', woof: Dog}}
                """
        )
        #expect(
            generated.has(
                "case cat(Cat) case dog(Dog) /// Another value than those of the document. case other(JSONValue)"
            )
        )
        #expect(generated.has(#"by: "type", ["meow": 0, "woof": 1]"#))
    }

    @Test func constantsAreADiscriminator() throws {
        let generated = try Generated(
            schemas: """
                Pet:
                  anyOf:
                    - {type: object, properties: {kind: {const: cat}, lives: {type: integer}}}
                    - {type: object, properties: {kind: {enum: [dog]}}}
                """
        )
        #expect(generated.has(#"by: "kind", ["cat": 0, "dog": 1]"#))
        #expect(generated.has("case cat(Cat) case dog(Dog)"))
    }

    @Test func childrenOfABaseAreItsVariants() throws {
        let generated = try Generated(
            schemas: """
                Pet: {type: object, discriminator: {propertyName: type}, properties: {type: {type: string}}}
                Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]}
                Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {barks: {type: boolean}}}]}
                """
        )
        #expect(generated.has("enum Pet: Codable, Sendable, Equatable { case cat(Cat) case dog(Dog)"))
        #expect(
            generated.has("struct Cat: Codable, Sendable, Equatable { public var type: String? public var lives: Int?")
        )
    }

    @Test func scalarsAndArraysAreVariants() throws {
        let generated = try Generated(
            schemas:
                "Input: {anyOf: [{type: string}, {type: array, items: {type: string}}, {type: array, items: {type: integer}}]}"
        )
        #expect(generated.has("case string(String) case strings([String]) case ints([Int])"))
        #expect(generated.has("UnionForms( [ .string(0), .array(1), .array(2), ] )"))
    }

    @Test func unionInsideAUnionIsAPartOfIt() throws {
        let generated = try Generated(
            schemas:
                "Input: {anyOf: [{type: string}, {anyOf: [{type: integer}, {type: boolean}, {type: 'null'}]}]}\nThing: {properties: {a: {$ref: '#/components/schemas/Input'}}, required: [a]}"
        )
        #expect(generated.has("case string(String) case int(Int) case bool(Bool)"))
        #expect(generated.has("public var a: Input?"))
    }

    @Test func unionThatContainsItselfIsIndirect() throws {
        let generated = try Generated(
            schemas: """
                Filter: {oneOf: [{type: string}, {$ref: '#/components/schemas/Not'}]}
                Not: {type: object, required: [not], properties: {not: {$ref: '#/components/schemas/Filter'}}}
                """
        )
        #expect(generated.has("indirect enum Filter:"))
        #expect(!generated.has("Indirect<"))
    }
}
#endif
