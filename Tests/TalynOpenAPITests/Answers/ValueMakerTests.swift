#if Tools
import _TalynSupport
import Foundation
import TalynStubs
import Testing

@testable import TalynOpenAPI

struct ValueMakerTests {
    /// Schemas in the styles of real documents.
    static let schemas = [
        "{type: object, required: [id], properties: {id: {type: integer, format: int32, minimum: 5, maximum: 7}, url: {type: string, format: uri}, at: {type: string, format: date-time}, mail: {type: string, format: email}, uuid: {type: string, format: uuid}}}",
        "{type: object, required: [self], properties: {self: {$ref: '#/components/schemas/thing'}, name: {type: string}}, nullable: true}",
        "{type: object, required: [children], properties: {children: {type: array, items: {$ref: '#/components/schemas/thing'}}}, additionalProperties: false}",
        "{allOf: [{$ref: '#/components/schemas/base'}, {type: object, required: [b], properties: {b: {type: string, enum: [x, y]}}}]}",
        "{oneOf: [{type: object, required: [kind, a], properties: {kind: {const: one}, a: {type: integer}}}, {type: object, required: [kind], properties: {kind: {const: two}}}]}",
        "{oneOf: [{$ref: '#/components/schemas/cat'}, {$ref: '#/components/schemas/dog'}], discriminator: {propertyName: kind, mapping: {meow: '#/components/schemas/cat'}}}",
        "{anyOf: [{type: string}, {$ref: '#/components/schemas/base'}, {type: 'null'}]}",
        "{anyOf: [{type: object, properties: {amount: {type: integer}}}, {enum: ['']}]}",
        "{oneOf: [{type: number}, {type: integer, minimum: 5}]}",
        "{type: string, pattern: '^(0|[1-9][0-9]*)$', minLength: 6, maxLength: 12}",
        "{type: string, pattern: '^#(([0-9a-fA-F]{2}){3}|([0-9a-fA-F]){3})$'}",
        "{type: string, pattern: '^(?:first|last|after:\\\\d+)$'}",
        "{type: string, pattern: '^[^a-z]{2}\\\\.\\\\w+[-_]?$'}",
        "{type: string, minLength: 40, maxLength: 41}", "{type: string, maxLength: 2}",
        "{type: number, exclusiveMinimum: 0, exclusiveMaximum: 1}",
        "{type: number, format: int64}", "{type: number, format: int32, minimum: 3, maximum: 5}",
        "{type: number, multipleOf: 0.05, minimum: 3, maximum: 3.2}",
        "{type: integer, multipleOf: 7, minimum: 50}", "{type: integer, maximum: -5}",
        "{type: array, uniqueItems: true, minItems: 2, items: {enum: [a, b]}}",
        "{prefixItems: [{type: string}, {type: integer}], items: false, minItems: 2, type: array}",
        "{type: object, additionalProperties: {type: array, items: {type: boolean}}, minProperties: 2}",
        "{type: object, maxProperties: 1, properties: {a: {type: string}, b: {type: string}}}",
        "{type: object, patternProperties: {'^x-': {type: integer}}, additionalProperties: false, minProperties: 1}",
        "{type: object, required: [secret, id], properties: {secret: {type: string, writeOnly: true}, id: {type: string, readOnly: true}}}",
        "{type: [string, 'null'], enum: [a, null]}", "{const: 5}", "{}", "true",
        "{type: object, required: [a], properties: {a: {type: string, example: wrong, maxLength: 3}}}",
        "{if: {properties: {a: {const: 1}}}, then: {required: [b]}, properties: {a: {enum: [1, 2]}, b: {type: string}}, type: object}",
        "{type: object, properties: {a: {type: string}, b: {type: string}}, dependentRequired: {a: [c]}}",
        "{type: object, required: [next_page, has_more], properties: {next_page: {type: [string, 'null']}, has_more: {type: boolean}}}",
    ]

    @Test(arguments: schemas)
    func madeUpValuesFit(schema: String) throws {
        let thing = try CheckedThing(
            schema,
            "base: {type: object, required: [a], properties: {a: {type: integer}}}",
            "cat: {type: object, required: [kind, lives], properties: {kind: {type: string}, lives: {type: integer}}}",
            "dog: {type: object, required: [kind], properties: {kind: {type: string}}}"
        )
        for seed in 0..<50 as Range<UInt64> {
            for usesExamples in [true, false] {
                let random = SeededRandom(seed: seed, sequence: 1)
                let value = ValueMaker(thing.document.checker, random, usesExamples: usesExamples).value(
                    for: thing.schema
                )
                let faults = thing.document.checker.faults(of: value, thing.schema, .response)
                // The second schema needs itself without an end, unless null stands in its place.
                #expect(faults == [], "\(String(decoding: value.json(), as: UTF8.self))")
            }
        }
    }

    @Test func examplesAndDefaultsComeFirst() throws {
        let thing = try CheckedThing(
            "{type: object, properties: {a: {type: string, example: Ada}, b: {type: integer, default: 5}, c: {type: string, examples: [Bo]}, d: {type: string, example: 2024}}}"
        )
        let value = ValueMaker(thing.document.checker, SeededRandom(seed: 0, sequence: 0)).value(for: thing.schema)
        #expect(String(decoding: value.json(), as: UTF8.self) == #"{"a":"Ada","b":5,"c":"Bo","d":"2024"}"#)
    }

    @Test(arguments: [
        "{type: string, minLength: -5, maxLength: -1}", "{type: array, minItems: -1, maxItems: -5, items: {}}",
        "{type: object, minProperties: -1, maxProperties: -1, properties: {a: {}}, additionalProperties: {}}",
        "{type: object, maxProperties: 1e400, minProperties: 1e400}", "{type: number, minimum: -1e308, maximum: 1e308}",
        "{type: integer, minimum: 9223372036854775807, multipleOf: 3}", "{type: integer, minimum: 5, maximum: 1}",
        "{type: string, pattern: 'a{9223372036854775807}'}", "{type: string, pattern: 'a{5,2}'}", "{enum: []}",
        "{type: string, pattern: '((((a?){1000}){1000}){1000}){1000}'}",
        "{type: []}",
        "{oneOf: []}", "{type: array, items: false, minItems: 3}", "{type: string, maxLength: 1e400}",
        "{type: array, minItems: 1000, items: {type: array, minItems: 1000, items: {type: array, minItems: 1000}}}",
    ])
    func impossibleSchemaEnds(schema: String) throws {
        let thing = try CheckedThing(schema)
        for seed in 0..<5 as Range<UInt64> {
            let value = ValueMaker(thing.document.checker, SeededRandom(seed: seed, sequence: 1)).value(
                for: thing.schema
            )
            #expect(!value.json().isEmpty)
        }
    }

    @Test func listsEnd() throws {
        let thing = try CheckedThing(
            "{type: object, properties: {next_cursor: {type: [string, 'null']}, has_more: {type: boolean}, next_action: {type: string}}}"
        )
        let value = ValueMaker(thing.document.checker, SeededRandom(seed: 0, sequence: 0)).value(for: thing.schema)
        #expect(value["next_cursor"] == .null)
        #expect(value["has_more"] == .bool(false))
        #expect(value["next_action"]?.text != nil)
    }
}
#endif
