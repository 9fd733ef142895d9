#if Tools
import Testing

@testable import TalynOpenAPI

struct ModelTests {
    /// The declaration of a property `a` with a schema.
    private static func property(_ schema: String, required: Bool = true) throws -> Generated {
        try Generated(
            schemas: "Thing:\n  type: object\n  required: [\(required ? "a" : "")]\n  properties: {a: \(schema)}"
        )
    }

    @Test(arguments: [
        ("{type: string}", "String"), ("{type: integer}", "Int"), ("{type: integer, format: int64}", "Int64"),
        ("{type: number}", "Double"), ("{type: boolean}", "Bool"), ("{type: string, format: date-time}", "Date"),
        ("{type: string, format: date}", "CalendarDate"), ("{type: integer, format: unix-time}", "Date"),
        ("{type: string, format: uuid}", "String"), ("{}", "JSONValue"), ("true", "JSONValue"),
        ("{type: array, items: {type: string}}", "[String]"), ("{type: array}", "[JSONValue]"),
        ("{type: object}", "[String: JSONValue]"),
        ("{type: object, additionalProperties: {type: integer}}", "[String: Int]"),
        ("{additionalProperties: {type: integer}}", "[String: Int]"), ("{items: {type: integer}}", "[Int]"),
        ("{type: [integer, number]}", "Double"), ("{allOf: [{type: string}]}", "String"),
        ("{anyOf: [{type: string}, {type: string, format: date}]}", "String"), ("{oneOf: [{type: integer}]}", "Int"),
        ("{type: string, enum: [a]}", "String"), ("{const: 5}", "Int"), ("{enum: [true]}", "Bool"),
        ("{enum: [1.5, 2]}", "Double"),
        ("{enum: [a, 1]}", "JSONValue"), ("{type: number, format: int32}", "Int"),
        ("{type: number, format: int64}", "Int64"), ("{type: number, format: uint64}", "UInt64"),
        ("{type: number, format: float}", "Double"), ("{type: number, format: unix-time}", "Double"),
        ("{type: number, format: int32, const: 5}", "Int"), ("{type: number, const: 5}", "Double"),
    ])
    func schemaHasItsType(_ schema: String, _ type: String) throws {
        #expect(try Self.property(schema).has("public var a: \(type)\n"), "\(schema)")
    }

    @Test(arguments: [
        "{type: string, nullable: true}", "{type: [string, 'null']}", "{anyOf: [{type: string}, {type: 'null'}]}",
        "{oneOf: [{type: 'null'}, {type: string}]}", "{allOf: [{type: string}], nullable: true}",
        "{type: string, x-nullable: true}", "{anyOf: [{type: string}, {enum: [null]}]}",
        "{anyOf: [{type: string, nullable: true}]}", "{allOf: [{type: string}, {nullable: true, description: b}]}",
    ])
    func nullIsAnOptional(_ schema: String) throws {
        let generated = try Self.property(schema)
        #expect(generated.has("public var a: String?"), "\(schema)")
        // A required property is sent as `null`.
        #expect(generated.has(#"try c.set("a", self.a)"#))
        #expect(try Self.property(schema, required: false).has(#"try c.set("a", ifPresent: self.a)"#))
    }

    @Test func nullAmongTheValuesOfAnEnumIsAnOptional() throws {
        let generated = try Self.property("{type: string, enum: [x, y, null]}")
        #expect(generated.has("public var a: A?"))
        #expect(!generated.has("case null"))
    }

    @Test func propertyOfARequestThatMayBeMissingOrNullIsAPatchValue() throws {
        let schema = "Change: {type: object, properties: {a: {type: [string, 'null']}, b: {type: string}}}"
        let sent = try Generated(schemas: schema, body: "Change")
        #expect(sent.has("public var a: PatchValue<String>"))
        #expect(sent.has("a: PatchValue<String> = .keep"))
        #expect(sent.has("public var b: String?"))
        #expect(try Generated(schemas: schema, result: "Change").has("public var a: String?"))
    }

    @Test func readOnlyPropertyOfARequestIsOptional() throws {
        let schema = "Thing: {type: object, required: [a], properties: {a: {type: string, readOnly: true}}}"
        #expect(try Generated(schemas: schema, body: "Thing").has("public var a: String?"))
        #expect(try Generated(schemas: schema, result: "Thing").has("public var a: String\n"))
    }

    @Test(arguments: [
        "[{$ref: '#/components/schemas/Base'}, {properties: {id: {type: string, readOnly: true}}}]",
        "[{properties: {id: {type: string, readOnly: true}}}, {$ref: '#/components/schemas/Base'}]",
        "[{required: [id], properties: {id: {allOf: [{$ref: '#/components/schemas/ID'}, {readOnly: true}]}}}]",
        "[{required: [id], properties: {id: {allOf: [{readOnly: true}, {$ref: '#/components/schemas/ID'}]}}}]",
    ])
    func propertyIsReadOnlyIfAPartSaysSo(_ parts: String) throws {
        let generated = try Generated(
            schemas: """
                ID: {type: string}
                Base: {required: [id], properties: {id: {type: string}}}
                Thing: {allOf: \(parts)}
                """,
            body: "Thing"
        )
        #expect(generated.has("public init( id: String? = nil ) {"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test func variantAloneMakesNoPropertyReadOnly() throws {
        let schema = "{oneOf: [{type: string, readOnly: true}, {type: integer}]}"
        let thing = "Thing: {type: object, required: [a], properties: {a: \(schema)}}"
        #expect(try Generated(schemas: thing, body: "Thing").has("public init( a: A ) {"))
    }

    @Test func partsOfASchemaDescribeIt() throws {
        let generated = try Generated(
            schemas: """
                Name: {type: string, description: A name.}
                Thing:
                  type: object
                  properties:
                    a: {allOf: [{$ref: '#/components/schemas/Name'}, {description: Its name., default: Tea, deprecated: true}]}
                    b: {$ref: '#/components/schemas/Name'}
                """
        )
        let comment = "    /// Its name.\n    ///\n    /// Default: `Tea`.\n    @available(*, deprecated)\n"
        #expect(generated.text.contains(comment + "    public var a"))
        #expect(!generated.text.contains("A name."))
        #expect(generated.messages == [])
    }

    @Test func writeOnlyPropertyOfAResponseIsOptional() throws {
        let schema = "Thing: {type: object, required: [a], properties: {a: {type: string, writeOnly: true}}}"
        #expect(try Generated(schemas: schema, result: "Thing").has("public var a: String?"))
        #expect(try Generated(schemas: schema, body: "Thing").has("public var a: String\n"))
    }

    @Test func constantIsTheDefault() throws {
        let generated = try Self.property("{const: charge}")
        #expect(generated.has(#"a: String = "charge""#))
    }

    @Test func enumIsOpen() throws {
        let generated = try Generated(schemas: "State: {type: string, enum: [on, '+1', '-1', '', default, other, on]}")
        #expect(
            generated.has(
                "enum State: OpenEnum { case on case plus1 case minus1 case empty case `default` case otherValue"
            )
        )
        #expect(generated.has("case other(String)"))
        #expect(generated.has(#"case "+1": self = .plus1"#))
    }

    @Test func integerEnumsAreOpen() throws {
        let named = try Generated(
            schemas:
                "Kind:\n  oneOf:\n    - {const: 1, title: FIRST, description: The first}\n    - {const: 2, title: SECOND}"
        )
        #expect(named.has("enum Kind: OpenIntegerEnum { /// The first case first case second"))
        let plain = try Generated(schemas: "Kind: {type: integer, enum: [-1, 10]}")
        #expect(plain.has("case minus1 case value10"))
        let named2 = try Generated(schemas: "Kind: {type: integer, enum: [1, 2], x-enum-varnames: [Low, High]}")
        #expect(named2.has("case low case high"))
    }

    @Test func nullHasAPlaceAmongTheNamesOfValues() throws {
        let generated = try Generated(
            schemas: "Kind: {type: [integer, 'null'], enum: [null, 1, 2], x-enum-varnames: [None, Low, High]}"
        )
        #expect(generated.has("case low case high"))
    }

    @Test func enumBesideTextIsAnOpenEnum() throws {
        let generated = try Generated(
            schemas: "Model: {anyOf: [{type: string}, {type: string, enum: [a, b]}, {enum: [c]}]}"
        )
        #expect(generated.has("enum Model: OpenEnum { case a case b case c"))
    }

    // MARK: allOf

    @Test func partsAreOneStruct() throws {
        let generated = try Generated(
            schemas: """
                Base: {type: object, required: [a], properties: {a: {type: string}}}
                Thing:
                  allOf:
                    - {$ref: '#/components/schemas/Base'}
                    - {type: object, properties: {b: {type: integer}}}
                    - {required: [b]}
                  properties: {c: {type: boolean}}
                """
        )
        #expect(
            generated.has(
                "struct Thing: Codable, Sendable, Equatable { public var a: String public var b: Int public var c: Bool?"
            )
        )
    }

    @Test func allOfOneIsTheThingItself() throws {
        let generated = try Generated(
            schemas: """
                Base: {type: object, properties: {a: {type: string}}}
                Thing: {type: object, required: [x], properties: {x: {allOf: [{$ref: '#/components/schemas/Base'}], description: d}}}
                """
        )
        #expect(generated.has("public var x: Base\n"))
    }

    @Test func propertyOfTwoPartsIsTheMorePreciseOne() throws {
        let generated = try Generated(
            schemas:
                "Thing:\n  allOf:\n    - {properties: {a: {type: string}}}\n    - {properties: {a: {enum: [x, y]}}}"
        )
        #expect(generated.has("public var a: A?"))
        #expect(generated.has("enum A: OpenEnum { case x case y"))
    }

    @Test func partsThatContainEachOtherEnd() throws {
        let generated = try Generated(
            schemas: """
                A: {allOf: [{$ref: '#/components/schemas/B'}, {properties: {a: {type: string}}}]}
                B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: string}}}]}
                """
        )
        #expect(generated.has("struct A:"))
    }

    /// The ways through such a document double with each level, so a reader that follows each of them never ends.
    @Test func sharedPartsCountOnce() throws {
        let levels = (1...40).map {
            "S\($0): {allOf: [{$ref: '#/components/schemas/S\($0 - 1)'}, {$ref: '#/components/schemas/S\($0 - 1)'}], properties: {p\($0): {type: string}}}"
        }
        let generated = try Generated(
            schemas: (["S0: {required: [p0], properties: {p0: {type: string}}}"] + levels).joined(separator: "\n"),
            result: "S40"
        )
        #expect(generated.has("struct S40: Codable, Sendable, Equatable { public var p0: String public var p1:"))
        #expect(generated.has("public var p40: String?"))
        #expect(generated.messages.isEmpty)
    }

    @Test func variantsOfAnObjectArePropertiesOfIt() throws {
        let generated = try Generated(
            schemas: """
                Thing:
                  type: object
                  required: [a]
                  properties: {a: {type: string}}
                  oneOf:
                    - {properties: {b: {type: string}, kind: {enum: [x, z]}}, required: [b, kind]}
                    - {properties: {c: {type: integer}, kind: {enum: [y, z]}}, required: [c, kind]}
                """
        )
        #expect(generated.has("public var a: String\n"))
        #expect(generated.has("public var b: String?"))
        #expect(generated.has("public var c: Int?"))
        #expect(generated.has("enum Kind: OpenEnum { case x case z case y"))
        #expect(generated.has("public var kind: Kind\n"))
    }

    @Test func furtherPropertiesAreKept() throws {
        let generated = try Generated(
            schemas: "Thing: {properties: {a: {type: string}}, additionalProperties: {type: string, format: date-time}}"
        )
        #expect(generated.has("public var additionalProperties: [String: Date]"))
        #expect(generated.has(#"try c.further(except: ["a"], as: Timestamp.self).mapValues { $0.date }"#))
    }

    // MARK: Recursion

    @Test func structThatContainsItselfIsBehindAReference() throws {
        let generated = try Generated(
            schemas: """
                Folder: {properties: {parent: {$ref: '#/components/schemas/Folder'}, folders: {type: array, items: {$ref: '#/components/schemas/Folder'}}}}
                """
        )
        #expect(generated.has("private var _parent: Indirect<Folder?>"))
        #expect(generated.has("public var folders: [Folder]?"))
    }

    @Test func endlessArraysAndMapsAreTypesAndOtherEndlessSchemasAnyJSON() throws {
        let generated = try Generated(
            schemas: """
                List: {type: array, items: {$ref: '#/components/schemas/List'}}
                Self: {$ref: '#/components/schemas/Self'}
                Any: {anyOf: [{$ref: '#/components/schemas/Any'}, {type: string}]}
                Map: {additionalProperties: {$ref: '#/components/schemas/Map'}}
                Thing: {properties: {a: {$ref: '#/components/schemas/List'}, b: {$ref: '#/components/schemas/Self'}}}
                """
        )
        #expect(!generated.has("[[JSONValue]]"))
        #expect(generated.has("public var additionalProperties: [String: Map]"))
        #expect(generated.has("public var b: JSONValue?"))
    }

    // MARK: Shared schemas

    @Test func schemaThatOccursThreeTimesIsOneType() throws {
        let address = "{type: object, properties: {city: {type: string, description: D}}}"
        let schemas = ["A", "B", "C"].map { "\($0): {properties: {address: \(address.replacing("D", with: $0))}}" }
        let three = try Generated(schemas: schemas.joined(separator: "\n"))
        #expect(three.output.typeCount == 4)
        #expect(three.has("public nonisolated struct Address:"))
        let two = try Generated(schemas: schemas.prefix(2).joined(separator: "\n"))
        #expect(two.output.typeCount == 4)
    }

    @Test func hashableIsAChoice() throws {
        let document =
            "openapi: 3.0.0\ninfo: {title: a, version: '1'}\ncomponents: {schemas: {A: {properties: {a: {type: string}}}}}"
        #expect(try Generated(document) { $0.conformance = .hashable }.has("struct A: Codable, Sendable, Hashable"))
        #expect(try Generated(document) { $0.conformance = .none }.has("struct A: Codable, Sendable {"))
    }

    /// Kubernetes describes ports and percentages so.
    @Test func textWithTheFormatOfNumbersIsAUnion() throws {
        let generated = try Generated(
            schemas: "A: {type: object, properties: {port: {type: string, format: int-or-string}}}"
        )
        #expect(generated.has("case int(Int) case string(String)"))
        #expect(generated.messages == [])
    }

    @Test func brokenSchemaIsReportedAndLeftOut() throws {
        let generated = try Generated(
            schemas: "A: 5\nB: {properties: {a: {$ref: '#/components/schemas/None'}, b: {type: string}}}"
        )
        #expect(generated.has("public var a: JSONValue? public var b: String?"))
        #expect(generated.output.skippedCount == 2)
        #expect(
            generated.messages.contains { $0.contains("/openapi.yaml:10:") && $0.contains("(#/components/schemas/A)") }
        )
    }
}
#endif
