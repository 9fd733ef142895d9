#if Tools
import Testing

@testable import TalynOpenAPI

/// Arrays with a type for each place, and arrays and maps that contain themselves.
struct TupleTests {
    @Test func tupleIsAStructOfItsElements() throws {
        let generated = try Generated(
            schemas: """
                Point:
                  type: array
                  prefixItems: [{type: number, title: Longitude, description: East}, {type: string, format: date-time}, {type: [integer, 'null']}]
                  minItems: 2
                """,
            result: "Point"
        )
        #expect(
            generated.has(
                """
                public nonisolated struct Point: Codable, Sendable, Equatable {
                    /// East
                    public var longitude: Double
                    public var element1: Date
                    public var element2: Int?

                    public init(
                        longitude: Double,
                        element1: Date,
                        element2: Int? = nil
                    ) {
                        self.longitude = longitude
                        self.element1 = element1
                        self.element2 = element2
                    }

                    public init(from decoder: any Decoder) throws {
                        var c = try decoder.elements()
                        self.longitude = try c.value()
                        self.element1 = try c.value(as: Timestamp.self).date
                        self.element2 = try c.optional()
                    }

                    public func encode(to encoder: any Encoder) throws {
                        var c = encoder.elements()
                        try c.set(self.longitude)
                        try c.set(Timestamp(self.element1))
                        try c.set(ifPresent: self.element2)
                    }
                }
                """
            ),
            "\(generated.text)"
        )
        #expect(generated.output.skippedCount == 0)
        #expect(generated.messages == [])
    }

    @Test(arguments: [
        ("prefixItems: [{type: string}], items: {type: integer}", "furtherElements: [Int] = []"),
        ("prefixItems: [{type: string}], items: true", "furtherElements: [JSONValue] = []"),
        ("items: [{type: string}], additionalItems: {type: integer}", "furtherElements: [Int] = []"),
        ("prefixItems: [{type: string}], unevaluatedItems: {format: date-time}", "furtherElements: [Date] = []"),
    ])
    func furtherElementsHaveTheirType(_ schema: String, _ parameter: String) throws {
        let generated = try Generated(schemas: "A: {type: array, minItems: 1, \(schema)}")
        #expect(generated.has("element0: String, \(parameter)"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test(arguments: ["items: false", "unevaluatedItems: false", "maxItems: 1"])
    func closedTupleHasNoOtherElements(_ keyword: String) throws {
        let generated = try Generated(schemas: "A: {type: array, prefixItems: [{type: string}], \(keyword)}")
        #expect(generated.has("public init(element0: String? = nil) {"))
        #expect(!generated.text.contains("furtherElements"))
    }

    @Test func partsOfATupleBothCount() throws {
        let generated = try Generated(
            schemas: """
                A: {allOf: [{type: array, items: {type: number}}, {type: array, prefixItems: [{type: integer}, {}], minItems: 2}]}
                """
        )
        #expect(generated.has("init(element0: Int, element1: Double, furtherElements: [Double] = [])"))
    }

    @Test func tupleOfARequestIsNoPatch() throws {
        let schema = "A: {type: array, prefixItems: [{type: [string, 'null']}]}"
        #expect(try Generated(schemas: schema, body: "A").has("public var element0: String?"))
    }

    @Test func tupleContainsItself() throws {
        let generated = try Generated(
            schemas: "A: {type: array, prefixItems: [{type: string}, {$ref: '#/components/schemas/A'}], minItems: 1}"
        )
        #expect(generated.has("private var _element1: Indirect<A?>"))
        #expect(generated.has("self._element1 = Indirect(try c.optional())"))
    }

    @Test func placeWithoutASchemaMakesNoTuple() throws {
        let generated = try Generated(
            schemas: "A: {type: object, properties: {a: {type: array, prefixItems: [string, {type: integer}]}}}"
        )
        #expect(generated.has("public var a: [JSONValue]?"))
        #expect(generated.output.skippedCount >= 1)
    }

    @Test(arguments: ["openapi: 3.0.3", "swagger: '2.0'"])
    func arrayOfSchemasIsOpenInOldVersions(_ version: String) throws {
        func generated(_ schema: String) throws -> Generated {
            let schemas =
                "{Book: {type: object, properties: {title: {type: string}}}, A: {type: object, properties: {a: \(schema)}}}"
            let place = version.hasPrefix("swagger") ? "definitions: \(schemas)" : "components: {schemas: \(schemas)}"
            let text = "\(version)\ninfo: {title: a, version: '1'}\npaths: {}\n\(place)"
            return try Generated(
                version.hasPrefix("swagger") ? text.replacing("#/components/schemas", with: "#/definitions") : text
            )
        }
        let place = version.hasPrefix("swagger") ? "#/definitions/Book" : "#/components/schemas/Book"
        let one = try generated("{type: array, items: [{$ref: '\(place)'}]}")
        #expect(one.has("public var a: [Book]?"))
        #expect(one.messages.contains { $0.contains("'items' is an array of one schema.") })
        #expect(one.output.skippedCount == 0)
        let two = try generated("{type: array, items: [{$ref: '\(place)'}, {type: integer}]}")
        #expect(two.has("public init(element0: Book? = nil, element1: Int? = nil, furtherElements: [JSONValue] = [])"))
        let closed = try generated("{type: array, items: [{type: string}], additionalItems: false}")
        #expect(closed.has("public init(element0: String? = nil)"))
        let broken = try generated("{type: array, items: [{type: strng, foo: 1}, {type: string}]}")
        #expect(broken.output.skippedCount == 2)
    }

    @Test func constantOfAPlaceIsItsDefault() throws {
        let generated = try Generated(
            schemas: "A: {type: array, prefixItems: [{const: point}, {type: number}], minItems: 2}"
        )
        #expect(generated.has(#"public init(element0: String = "point", element1: Double)"#))
    }

    @Test func constantOfAPlaceTellsTheArraysOfAUnionApart() throws {
        let generated = try Generated(
            schemas: """
                A:
                  oneOf:
                    - {type: array, prefixItems: [{const: point}, {type: number}], minItems: 2, items: false}
                    - {type: array, prefixItems: [{const: line}, {type: number}], minItems: 2, items: {type: number}}
                    - {type: array, items: {type: boolean}}
                """
        )
        #expect(generated.has(#".array(0, count: 2, constants: [0: "point"]),"#))
        #expect(generated.has(#".array(1, constants: [0: "line"]), .array(2),"#))
        #expect(generated.has("case point(Point) case line(Line)"))
        #expect(generated.messages == [])
    }

    @Test func elementsTellTheArraysOfAUnionApart() throws {
        let generated = try Generated(
            schemas: """
                A:
                  oneOf:
                    - {type: array, items: {$ref: '#/components/schemas/B'}}
                    - {type: array, items: {$ref: '#/components/schemas/C'}}
                    - {type: array, items: {type: string}}
                B: {type: object, required: [b], properties: {b: {type: string}}}
                C: {oneOf: [{$ref: '#/components/schemas/B'}, {type: object, properties: {c: {const: 1}}}]}
                """
        )
        #expect(
            generated.has(
                #".array(0, of: [.object(0, ["b"])]), .array(1, of: [.object(0, ["b"]), .object(0, [], ["c"], constants: ["c": "1"])]), .array(2),"#
            )
        )
    }

    @Test func singleArrayOfAUnionNeedsNoSigns() throws {
        let generated = try Generated(
            schemas: "A: {oneOf: [{type: array, prefixItems: [{const: point}, {type: number}]}, {type: string}]}"
        )
        #expect(generated.has("UnionForms([.array(0), .string(1),])"))
    }

    @Test(arguments: [("items: true", true), ("minItems: 1", true), ("items: false", false)])
    func otherElementsOfPartsStay(_ other: String, _ isOpen: Bool) throws {
        let generated = try Generated(
            schemas: """
                A: {allOf: [{type: array, prefixItems: [{type: string}], items: true}, {type: array, prefixItems: [{}], \(other)}]}
                """
        )
        #expect(generated.has("furtherElements: [JSONValue]") == isOpen)
    }

    @Test func tuplesThatNeedMoreElementsAreNotTheSame() throws {
        let tuple = "type: array, prefixItems: [{type: string}, {anyOf: [{type: string}, {type: integer}]}]"
        let thing = "properties: {pair: {\(tuple), minItems: 2}}"
        let generated = try Generated(
            schemas: """
                A: {properties: {thing: {\(thing)}}}
                B: {properties: {thing: {\(thing)}}}
                C: {properties: {thing: {\(thing.replacing("minItems: 2", with: "minItems: 1"))}}}
                """
        )
        #expect(generated.has("element1: Element1? = nil") || generated.has("element1: PairElement1? = nil"))
    }

    // MARK: Recursion

    @Test func arrayOfItselfIsAStruct() throws {
        let generated = try Generated(
            schemas: """
                Nest: {type: array, items: {$ref: '#/components/schemas/Nest'}}
                Holder: {type: object, properties: {nests: {type: array, items: {$ref: '#/components/schemas/Nest'}}}}
                """
        )
        #expect(
            generated.has("struct Nest: Codable, Sendable, Equatable { /// The elements. public var elements: [Nest]")
        )
        #expect(generated.has("self.elements = try c.further()"))
        #expect(generated.has("public var nests: [Nest]?"))
        #expect(generated.messages == [])
    }

    @Test func mapOfItselfIsAStruct() throws {
        let generated = try Generated(
            schemas: "Tree: {type: object, additionalProperties: {$ref: '#/components/schemas/Tree'}}"
        )
        #expect(generated.has("public var additionalProperties: [String: Tree]"))
        #expect(generated.messages == [])
    }

    @Test func arraysAndMapsOfEachOtherAreStructs() throws {
        let generated = try Generated(
            schemas: """
                A: {type: array, items: {type: object, additionalProperties: {$ref: '#/components/schemas/B'}}}
                B: {type: array, items: {anyOf: [{$ref: '#/components/schemas/A'}, {type: 'null'}]}}
                """
        )
        #expect(generated.has("struct A:"))
        #expect(generated.has("struct B:"))
        #expect(!generated.text.contains("JSONValue"))
        #expect(generated.messages == [])
    }

    @Test func unionOfItselfAndTextIsAnEnum() throws {
        let generated = try Generated(
            schemas: "J: {oneOf: [{type: string}, {type: array, items: {$ref: '#/components/schemas/J'}}]}"
        )
        #expect(generated.has("enum J:"))
        #expect(generated.has("([J])"))
    }
}
#endif
