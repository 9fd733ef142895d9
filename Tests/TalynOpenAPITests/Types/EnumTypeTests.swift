#if Tools
import Foundation
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// The types of schemas whose `enum` has values of another type, as many documents have them.
struct EnumTypeTests {
    private static let schemas = [
        ("{type: array, items: {type: string}, enum: [b, c]}", "[A]", #"["b", "c"]"#, "\"b\""),
        ("{type: array, items: {type: integer}, enum: [1, 2]}", "[A]", "[1, 2]", "1"),
        ("{type: array, items: {type: string}, enum: [1, 2]}", "[A]", #"["1"]"#, "[1]"),
        ("{type: array, enum: [b, c]}", "[A]", #"["b", "c"]"#, "\"b\""),
        ("{type: array, enum: [1.5, 2.5]}", "[Double]", "[1.5]", "1.5"),
        ("{type: array, items: {enum: [b, c]}, enum: [b, c, d]}", "[A]", #"["b"]"#, #"["d"]"#),
        ("{type: array, items: {type: string}, enum: [[b], [c]]}", "[String]", #"["b"]"#, #"["d"]"#),
        ("{type: boolean, enum: ['true', 'false']}", "Bool", "true", #""true""#),
        ("{type: integer, enum: ['1', '2']}", "A", "1", #""1""#),
        ("{type: integer, enum: ['1']}", "Int", "1", #""1""#),
        ("{type: number, enum: ['0.5', '2']}", "Double", "0.5", #""0.5""#),
        ("{type: string, enum: [true, false]}", "A", #""true""#, "true"),
        ("{type: string, enum: [1.0, 2.0]}", "A", #""1.0""#, "1.0"),
        ("{type: string, const: true}", "String", #""true""#, "true"),
    ]

    @Test(arguments: schemas)
    func typeOfTheSchemaCounts(_ schema: String, _ type: String, _ value: String, _ other: String) throws {
        let generated = try Generated(schemas: "Thing: {type: object, required: [a], properties: {a: \(schema)}}")
        #expect(generated.has("public var a: \(type)\n"), "\(schema)")
        #expect(generated.output.skippedCount == 0, "\(schema): \(generated.messages)")
        let thing = try CheckedThing(schema)
        #expect(try thing.faults(value) == [], "\(schema)")
        #expect(try thing.faults(other) != [], "\(schema)")
    }

    @Test(arguments: schemas)
    func answersFit(_ schema: String, _ type: String, _ value: String, _ other: String) throws {
        let thing = try CheckedThing(schema)
        for seed in 0..<10 as Range<UInt64> {
            let maker = ValueMaker(thing.document.checker, SeededRandom(seed: seed, sequence: 1))
            let value = maker.value(for: thing.schema)
            #expect(thing.document.checker.faults(of: value, thing.schema, .response) == [], "\(schema)")
        }
    }

    @Test func valuesOfAnArrayAreThoseOfItsElements() throws {
        let generated = try Generated(
            operation: """
                operationId: list
                parameters: [{name: state, in: query, required: true, schema: {type: array, items: {type: string}, enum: [open, closed], default: [open]}}]
                responses: {'204': {description: a}}
                """
        )
        #expect(
            generated.has("list(state: [ListState] = [.`open`])") || generated.has("list(state: [ListState] = [.open])")
        )
        #expect(generated.has("case `open` case closed") || generated.has("case open case closed"))
        #expect(generated.messages.count == 1)
        #expect(generated.messages.first?.contains("'enum' has no arrays.") == true)
        let document = try CheckedDocument(
            paths:
                "/a: {get: {parameters: [{name: state, in: query, schema: {type: array, items: {type: string}, enum: [open, closed]}}], responses: {'204': {description: a}}}}"
        )
        #expect(document.answer(to: CheckedRequest("GET", "/v1/a?state=open&state=closed"), seed: 0).status == 204)
        #expect(document.answer(to: CheckedRequest("GET", "/v1/a?state=odd"), seed: 0).status == 400)
    }

    @Test func valuesOfAnotherTypeAreNoted() throws {
        let generated = try Generated(schemas: "A: {type: boolean, enum: ['true', 'false']}")
        #expect(generated.messages.contains { $0.contains("The values are texts, and the type is 'boolean'.") })
    }

    @Test(arguments: [
        ("{type: string, enum: [true, false], default: true}", "a: GetThingsA = .true"),
        ("{type: string, default: 1.0}", #"a: String = "1.0""#),
    ])
    func defaultHasTheTypeOfItsParameter(_ schema: String, _ declaration: String) throws {
        let generated = try Generated(
            operation:
                "parameters: [{name: a, in: query, required: true, schema: \(schema)}]\nresponses: {'204': {description: a}}"
        )
        #expect(generated.has(declaration) || generated.has(declaration.replacing(".true", with: ".`true`")))
        #expect(generated.messages == [])
    }

    // MARK: Null

    private static let nullables = [
        "{type: [string, null]}", "{anyOf: [{type: string}, {type: null}]}", "{oneOf: [{type: null}, {type: string}]}",
        "{oneOf: [{type: string}, {type: null, description: None.}]}",
    ]

    /// YAML needs quotation marks around the type `null`, and many documents lack them.
    @Test(arguments: nullables)
    func nullWithoutQuotationMarksIsAType(_ schema: String) throws {
        let generated = try Generated(schemas: "Thing: {type: object, required: [a], properties: {a: \(schema)}}")
        #expect(generated.has("public var a: String?"), "\(schema)")
        #expect(generated.messages == [], "\(schema)")
        let thing = try CheckedThing(schema)
        #expect(try thing.faults("null") == [])
        #expect(try thing.faults(#""b""#) == [])
        #expect(try thing.faults("1") != [])
    }

    @Test func emptyTypeIsMissing() throws {
        let generated = try Generated(
            schemas: """
                Thing: {type: object, properties: {a: {type: , properties: {b: {type: string}}}, c: {type: null}}}
                Other: {anyOf: [{type: null, $ref: '#/components/schemas/Thing'}, {type: null, format: date}]}
                """
        )
        #expect(generated.has("public var b: String?"))
        #expect(generated.has("public var c: JSONValue?"))
        #expect(!generated.has("case other(JSONValue)\ncase"))
        #expect(generated.messages.contains { $0.contains("'type' has no value. It counts as missing.") })
    }

    /// OData describes a nullable reference so.
    @Test func objectThatCanBeNullBesideAReferenceIsNull() throws {
        let schema = "{anyOf: [{$ref: '#/components/schemas/Base'}, {type: object, nullable: true}]}"
        let document = """
            openapi: 3.0.3
            info: {title: a, version: '1'}
            paths: {}
            components:
              schemas:
                Base: {type: object, required: [b], properties: {b: {type: string}}}
                Thing: {type: object, required: [a], properties: {a: \(schema)}}
            """
        let generated = try Generated(document)
        #expect(generated.has("public var a: Base?"))
        #expect(generated.messages == [])
        let thing = try CheckedThing(schema, "Base: {type: object, required: [b], properties: {b: {type: string}}}")
        #expect(try thing.faults("null") == [])
        let others = try Generated(
            document.replacing(schema, with: "{anyOf: [{type: string}, {type: object, nullable: true}]}")
        )
        #expect(others.has("case dictionary([String: JSONValue])"))
    }

    @Test func dateOfXeroIsText() throws {
        let schema = "{type: string, format: date, x-is-msdate: true}"
        let generated = try Generated(schemas: "Thing: {type: object, required: [a], properties: {a: \(schema)}}")
        #expect(generated.has("public var a: String\n"))
        #expect(try CheckedThing(schema).faults(#""/Date(1539993600000+0000)/""#) == [])
    }
}
#endif
