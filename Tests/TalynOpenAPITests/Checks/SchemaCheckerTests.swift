#if Tools
import Foundation
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

struct SchemaCheckerTests {
    @Test(arguments: [
        ("{type: string}", "\"a\"", "1", " must be a string, and is an integer"),
        ("{type: integer}", "1.0", "1.5", " must be an integer, and is a number"),
        ("{type: string, format: int-or-string}", "80", "1.5", " must be an integer or a string, and is a number"),
        ("{type: number}", "1", "null", " must be a number, and is null"),
        ("{type: [string, 'null']}", "null", "[]", " must be a string, and is an array"),
        ("{type: boolean}", "true", "\"true\"", " must be a Boolean, and is a string"),
        ("{type: 'null'}", "null", "0", " must be null, and is an integer"),
        ("{enum: [a, 1, null]}", "1.0", "\"b\"", " must be one of 'a', '1', null"),
        ("{const: {a: [1]}}", #"{"a": [1]}"#, #"{"a": [2]}"#, " must be an object"),
        ("{type: integer, minimum: 2, exclusiveMaximum: 4}", "3", "4", " must be less than 4"),
        ("{type: integer, minimum: 2}", "2", "1", " must be at least 2"),
        ("{type: number, multipleOf: 0.1}", "0.3", "0.35", " must be a multiple of 0.1"),
        ("{multipleOf: 10}", "5000000010", "5000000011", " must be a multiple of 10"),
        ("{multipleOf: 10}", "100000000000000000000", "100000000000000000001", " must be a multiple of 10"),
        ("{multipleOf: 0.01}", "90000000000000.05", "9000000.055", " must be a multiple of 0.01"),
        ("{multipleOf: 0.7}", "1234567890123456.2", "1234567890123457", " must be a multiple of 0.7"),
        ("{multipleOf: 1e3}", "-5e3", "1e2", " must be a multiple of 1000"),
        ("{multipleOf: 0.1}", "0.30000000000000004", "-0.31", " must be a multiple of 0.1"),
        (
            "{minimum: -9007199254740992}", "-9.007199254740992e15", "-9007199254740993",
            " must be at least -9007199254740992"
        ),
        (
            "{exclusiveMaximum: 9223372036854775807}", "9223372036854775806", "9223372036854775807",
            " must be less than 9223372036854775807"
        ),
        ("{exclusiveMinimum: 0}", "1e-100", "-1e-100", " must be more than 0"),
        ("{maximum: 1e308}", "1e200", "1e400", " must be at most 1e+308"),
        ("{const: 9007199254740993}", "9007199254740993.0", "9007199254740992", " must be '9007199254740993'"),
        ("{type: integer}", "9007199254740993.0", "9007199254740993.5", " must be an integer, and is a number"),
        (
            "{type: integer, format: int64}", "9223372036854775807", "9223372036854775808",
            " must be an integer of 64 bits"
        ),
        ("{type: number, format: int64}", "5.0", "5.5", " must be a whole number by its format 'int64'"),
        ("{type: integer, format: int32}", "2147483647", "2147483648", " must be an integer of 32 bits"),
        ("{type: string, minLength: 1, maxLength: 3}", "\"👩‍👩\"", "\"\"", " must have at least 1 character"),
        ("{type: string, pattern: '^a+$'}", "\"aa\"", "\"ab\"", " must match the pattern ^a+$"),
        ("{type: string, pattern: 'b'}", "\"abc\"", "\"acd\"", " must match the pattern b"),
        ("{type: array, items: {type: string}}", "[\"a\"]", "[\"a\", 1]", "/1 must be a string, and is an integer"),
        ("{type: array, minItems: 1, uniqueItems: true}", "[1, 2]", "[1, 1]", " must have no two equal elements"),
        ("{prefixItems: [{type: string}], items: false}", "[\"a\"]", "[\"a\", 1]", "/1 must not be there"),
        ("{contains: {const: 5}}", "[1, 5]", "[1]", " must have an element that fits the schema of 'contains'"),
        ("{type: object, required: [a]}", #"{"a": null}"#, "{}", " lacks the member 'a'"),
        ("{properties: {a/b: {type: string}}}", "{}", #"{"a/b": 1}"#, "/a~1b must be a string, and is an integer"),
        ("{properties: {a: {}}, additionalProperties: false}", #"{"a": 1}"#, #"{"b": 1}"#, "/b isn't allowed there"),
        (
            "{additionalProperties: {type: integer}}", #"{"b": 1}"#, #"{"b": "c"}"#,
            "/b must be an integer, and is a string"
        ),
        (
            "{patternProperties: {^x: {type: integer}}, additionalProperties: false}", #"{"xa": 1}"#, #"{"a": 1}"#,
            "/a isn't allowed there"
        ),
        (
            "{propertyNames: {maxLength: 1}}", #"{"a": 1}"#, #"{"ab": 1}"#,
            " has the name 'ab', which must have at most 1 character"
        ),
        ("{minProperties: 1}", #"{"a": 1}"#, "{}", " must have at least 1 member"),
        ("{dependentRequired: {a: [b]}}", #"{"b": 1}"#, #"{"a": 1}"#, " lacks the member 'b', which 'a' needs"),
        ("{allOf: [{minimum: 1}, {maximum: 3}]}", "2", "4", " must be at most 3"),
        ("{anyOf: [{type: string}, {type: integer}]}", "1", "true", " must be a string, and is a Boolean"),
        ("{oneOf: [{type: number}, {type: integer}]}", "1.5", "1", " fits several of the 2 variants, and must fit one"),
        ("{not: {const: 1}}", "2", "1", " must not fit the schema of 'not'"),
        ("{if: {minimum: 5}, then: {multipleOf: 5}, else: {maximum: 3}}", "10", "4", " must be at most 3"),
        (
            "{allOf: [{properties: {a: {}}}], unevaluatedProperties: false}", #"{"a": 1}"#, #"{"b": 1}"#,
            "/b isn't allowed there"
        ),
        ("false", "", "1", " must not be there"),
    ])
    func keywordAllowsAndRefuses(schema: String, right: String, wrong: String, fault: String) throws {
        let thing = try CheckedThing(schema)
        if !right.isEmpty { #expect(try thing.faults(right) == []) }
        #expect(try thing.faults(wrong) == [fault])
    }

    @Test(arguments: [
        ("date-time", "2024-02-29T23:59:60.5+01:00", "2024-02-29 12:00"), ("date", "2024-02-29", "29.2.2024"),
        ("uuid", "123e4567-e89b-12d3-a456-426614174000", "123e4567"), ("ipv4", "192.0.2.1", "192.0.2.256"),
        ("email", "ada@example.com", "ada"), ("uri", "https://example.com/{a}", "/a"),
    ])
    func formatIsChecked(format: String, right: String, wrong: String) throws {
        let thing = try CheckedThing("{type: string, format: \(format)}")
        #expect(try thing.faults("\"\(right)\"") == [])
        #expect(try thing.faults("\"\(wrong)\"").count == 1)
    }

    /// RFC 3339, sections 5.6 and 5.7.
    @Test(arguments: [
        ("2024-02-29T12:00:00+23:59", true), ("2024-02-29T12:00:00-23:59", true), ("2024-02-29T12:00:00+24:00", false),
        ("2024-02-29T12:00:00+01:60", false), ("2023-02-29T12:00:00Z", false), ("2024-04-31T12:00:00Z", false),
        ("1900-02-29T12:00:00Z", false), ("2000-02-29T12:00:00Z", true),
    ])
    func timesOfTheCalendarFit(text: String, fits: Bool) throws {
        let thing = try CheckedThing("{type: string, format: date-time}")
        #expect(try thing.faults("\"\(text)\"").isEmpty == fits)
        let day = try CheckedThing("{type: string, format: date}")
        #expect(try day.faults("\"\(text.prefix(10))\"").isEmpty == (fits || text.hasPrefix("2024-02-29")))
    }

    @Test func nullableIsAllowedInVersion30() throws {
        let thing = try CheckedThing(
            "{type: string, nullable: true, enum: [a]}",
            version: "3.0.3"
        )
        #expect(try thing.faults("null") == [])
        let other = try CheckedThing("{type: integer, minimum: 1, exclusiveMinimum: true}", version: "3.0.3")
        #expect(try other.faults("1") == [" must be more than 1"])
        #expect(try other.faults("2") == [])
    }

    @Test func directionDecidesOnMembers() throws {
        let thing = try CheckedThing(
            "{allOf: [{required: [id, password]}, {properties: {id: {readOnly: true}, password: {writeOnly: true}}}]}"
        )
        #expect(try thing.faults(#"{"password": "a"}"#, .request) == [])
        #expect(try thing.faults("{}", .request) == [" lacks the member 'password'"])
        #expect(try thing.faults(#"{"id": 1}"#, .response) == [])
        #expect(
            try thing.faults(#"{"id": 1, "password": "a"}"#, .response)
                == ["/password is write-only, and must not be in a response"]
        )
    }

    @Test func discriminatorChoosesTheVariant() throws {
        let thing = try CheckedThing(
            "{oneOf: [{$ref: '#/components/schemas/cat'}, {$ref: '#/components/schemas/dog'}], discriminator: {propertyName: kind, mapping: {meow: '#/components/schemas/cat'}}}",
            "cat: {type: object, required: [kind, lives], properties: {kind: {type: string}, lives: {type: integer}}}",
            "dog: {type: object, required: [kind], properties: {kind: {type: string}}}"
        )
        #expect(try thing.faults(#"{"kind": "meow"}"#) == [" lacks the member 'lives'"])
        #expect(try thing.faults(#"{"kind": "dog", "lives": "many"}"#) == [])
        #expect(try thing.faults(#"{"kind": "meow", "lives": "9"}"#) == ["/lives must be an integer, and is a string"])
    }

    @Test func unionNamesTheNearestVariant() throws {
        let thing = try CheckedThing(
            "{anyOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b]}, {type: string}]}"
        )
        #expect(
            try thing.faults(#"{"a": 1}"#) == [
                " fits none of the 3 variants; the nearest one says that /a must be a string, and is an integer"
            ]
        )
    }

    @Test func circlesAndDepthEnd() throws {
        let circle = try CheckedThing("{allOf: [{$ref: '#/components/schemas/thing'}]}")
        #expect(try circle.faults("1") == [])
        let list = try CheckedThing("{type: array, items: {$ref: '#/components/schemas/thing'}}")
        let deep = String(repeating: "[", count: 300) + String(repeating: "]", count: 300)
        #expect(try list.faults(deep) == [])
        #expect(try list.faults("[[[1]]]") == ["/0/0/0 must be an array, and is an integer"])
    }

    /// Secondary threads of Apple's systems have 512 KB.
    @Test func deepValueFitsASmallStack() async throws {
        let union =
            "{anyOf: [{allOf: [{$ref: '#/components/schemas/list'}]}, {properties: {a: {$ref: '#/components/schemas/thing'}}}]}"
        let list = "list: {type: array, items: {oneOf: [{$ref: '#/components/schemas/thing'}, {type: integer}]}}"
        let json = String(repeating: "[{\"a\":", count: 150) + "1" + String(repeating: "}]", count: 150)
        let value = try JSONNode(json: Data(json.utf8))
        let count: Int? = await withCheckedContinuation { continuation in
            let thread = Thread {
                let thing = try? CheckedThing(union, list)
                continuation.resume(
                    returning: thing.map { $0.document.checker.faults(of: value, $0.schema, .response).count }
                )
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(count == 0)
    }

    /// Chains that end in an integer, or in a text.
    private static let chains = ["integer", "string"].map { type in
        "\(type): {oneOf: [{type: \(type)}, {type: object, required: [next], properties: {next: {$ref: '#/components/schemas/\(type)'}}}]}"
    }

    @Test(arguments: [
        "{oneOf: [{$ref: '#/components/schemas/integer'}, {$ref: '#/components/schemas/string'}]}",
        "{not: {$ref: '#/components/schemas/string'}}",
        "{if: {$ref: '#/components/schemas/string'}, then: false}",
        "{not: {not: {$ref: '#/components/schemas/integer'}}}",
        "{not: {anyOf: [{type: string}, {$ref: '#/components/schemas/string'}]}}",
    ])
    func schemaThatIsCheckedInPartDecidesNothing(schema: String) throws {
        let thing = try CheckedThing(schema, Self.chains[0], Self.chains[1])
        func chain(_ length: Int, _ end: String) -> String {
            String(repeating: #"{"next": "#, count: length) + end + String(repeating: "}", count: length)
        }
        #expect(try thing.faults(chain(3, "1")) == [])
        #expect(try thing.faults(chain(60, "1")) == [])
        if !schema.hasPrefix("{oneOf") { #expect(try thing.faults(chain(3, "\"a\"")).count == 1) }
    }

    @Test(arguments: [
        "{oneOf: [{type: integer}, {$ref: '#/components/schemas/thing'}]}",
        "{not: {$ref: '#/components/schemas/thing'}}",
        "{not: {$ref: '#/nothing'}}", "{not: {type: string, pattern: '('}}",
        "{oneOf: [{type: [integer, string]}, {type: string, pattern: '('}]}",
    ])
    func schemaThatIsNotKnownDecidesNothing(schema: String) throws {
        let thing = try CheckedThing(schema)
        #expect(try thing.faults("1") == [])
        #expect(try thing.faults("\"a\"") == [])
    }

    @Test func matchBesideAnUnknownVariantCounts() throws {
        let thing = try CheckedThing("{not: {anyOf: [{pattern: '('}, {type: string}]}}")
        #expect(try thing.faults("\"a\"") == [])
        #expect(try thing.faults("1") == [" must not fit the schema of 'not'"])
        let second = try CheckedThing("{oneOf: [{minLength: 1}, {maxLength: 1}, {pattern: '('}]}")
        #expect(try second.faults("\"a\"") == [" fits several of the 3 variants, and must fit one"])
    }

    @Test(arguments: [
        ("{type: array, uniqueItems: true}", #"["…", "…", {"a": "…"}, {"a": "…"}]"#),
        ("{const: {a: secret}}", #"{"a": "…"}"#),
        ("{oneOf: [{properties: {a: {type: integer}}}, {properties: {a: {minLength: 5}}}]}", #"{"a": "…"}"#),
        ("{not: {properties: {a: {minLength: 1}}}}", #"{"a": "…"}"#),
        ("{contains: {const: secret}}", #"["…"]"#),
        ("{if: {properties: {a: {const: secret}}}, then: {required: [b]}, else: {required: [c]}}", #"{"a": "…"}"#),
    ])
    func maskedTextDecidesNothing(schema: String, json: String) throws {
        let thing = try CheckedThing(schema, mask: "…")
        #expect(try thing.faults(json) == [])
        #expect(try CheckedThing(schema).faults(json) != [])
    }

    @Test func elementsBesideAMaskMustDiffer() throws {
        let thing = try CheckedThing("{type: array, uniqueItems: true}", mask: "…")
        #expect(try thing.faults(#"["…", 1, 1]"#) == [" must have no two equal elements"])
    }

    @Test func countOfFaultsIsLimited() throws {
        let thing = try CheckedThing("{type: array, items: {type: string}}")
        let numbers = Array(repeating: "1", count: 1_000).joined(separator: ",")
        #expect(try thing.faults("[\(numbers)]").count == SchemaChecker.maximumFaults)
    }

    @Test func maskedTextFitsEachSchema() throws {
        let thing = try CheckedThing("{properties: {a: {type: integer}, b: {type: string, minLength: 5}}}", mask: "…")
        #expect(try thing.faults(#"{"a": "…", "b": "…"}"#) == [])
        #expect(try thing.faults(#"{"a": "x"}"#).count == 1)
    }

    @Test(arguments: [
        "{allOf: [{patternProperties: {'^x': {}}}], unevaluatedProperties: false}",
        "{patternProperties: {'^x': {}}, unevaluatedProperties: false}",
        "{allOf: [{additionalProperties: {type: integer}}], unevaluatedProperties: false}",
        "{allOf: [{additionalProperties: true}], unevaluatedProperties: false}",
        "{allOf: [{unevaluatedProperties: true}], unevaluatedProperties: false}",
        "{additionalProperties: {type: integer}, unevaluatedProperties: false}",
        "{if: {required: [xa]}, then: {properties: {xa: {}}}, unevaluatedProperties: false}",
        "{if: {required: [b]}, else: {properties: {xa: {}}}, unevaluatedProperties: false}",
        "{if: {properties: {xa: {}}}, unevaluatedProperties: false}",
        "{dependentSchemas: {xa: {properties: {xa: {}}}}, unevaluatedProperties: false}",
        "{allOf: [{if: true, then: {$ref: '#/components/schemas/other'}}], unevaluatedProperties: false}",
        "{$ref: '#/nothing', unevaluatedProperties: false}",
        "{patternProperties: {'(': {type: string}}, additionalProperties: false}",
        "{patternProperties: {'(': {type: string}}, additionalProperties: {type: string}}",
        "{not: {patternProperties: {'(': {type: string}}}}",
        "{allOf: [{patternProperties: {'(': {}}}], unevaluatedProperties: false}",
    ])
    func memberThatAPartCanSpeakOfIsAllowed(schema: String) throws {
        let thing = try CheckedThing(schema, "other: {properties: {xa: {type: integer}}}")
        #expect(try thing.faults(#"{"xa": 1}"#) == [])
    }

    @Test(arguments: [
        "{allOf: [{patternProperties: {'^y': {}}}], unevaluatedProperties: false}",
        "{if: {required: [b]}, then: {properties: {b: {}}}, unevaluatedProperties: false}",
        "{not: {required: [b], properties: {xa: {}}}, unevaluatedProperties: false}",
    ])
    func memberThatNoPartSpeaksOfIsRefused(schema: String) throws {
        #expect(try CheckedThing(schema).faults(#"{"xa": 1}"#) == ["/xa isn't allowed there"])
    }

    @Test func brokenPatternAndReferenceAllowAll() throws {
        #expect(try CheckedThing("{type: string, pattern: '('}").faults("\"a\"") == [])
        #expect(try CheckedThing("{$ref: '#/nothing'}").faults("1") == [])
    }

    @Test func faultsHaveNoValues() throws {
        let thing = try CheckedThing("{properties: {a: {type: integer}, b: {enum: [c]}, d: {format: uri, pattern: e}}}")
        let faults = try thing.faults(#"{"a": "s3cr3t", "b": "s3cr3t", "d": "s3cr3t x"}"#)
        #expect(faults.count == 4)
        #expect(!faults.joined().contains("s3cr3t x"))
        #expect(!faults.joined().contains("s3cr3t"))
    }
}
#endif
