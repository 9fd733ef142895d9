#if Tools
import Testing

@testable import TalynOpenAPI

/// Schemas that differ in words that are annotations elsewhere.
struct SharedSchemaTests {
    @Test(arguments: [
        ("n: {type: integer, maximum: 18446744073709551615}", "n: {type: integer}", "UInt64"),
        ("n: {type: integer, x-nullable: true}", "n: {type: integer}", "Int?"),
        (
            "n: {type: array, prefixItems: [{type: string}], minItems: 1}",
            "n: {type: array, prefixItems: [{type: string}]}", "N"
        ),
    ])
    func keywordThatChangesATypeCounts(_ one: String, _ other: String, _ type: String) throws {
        func thing(_ property: String) -> String {
            "{properties: {thing: {type: object, required: [n], properties: {\(property), m: {type: string}}}}}"
        }
        let generated = try Generated(
            schemas: "A: \(thing(one))\nB: \(thing(one))\nC: \(thing(other))\nD: \(thing(one))\nE: \(thing(other))"
        )
        #expect(generated.text.matches(of: /struct \w*Thing:/).count == 3)
        #expect(generated.has("public var n: \(type)"))
    }

    @Test func annotationsMakeNoDifference() throws {
        let thing =
            "properties: {thing: {type: object, properties: {n: {type: integer, minimum: 1}, m: {type: string}}}}"
        let generated = try Generated(
            schemas: "A: {\(thing)}\nB: {\(thing.replacing("minimum: 1", with: "maximum: 9"))}\nC: {\(thing)}"
        )
        #expect(generated.text.matches(of: /struct \w*Thing:/).count == 1)
    }
}
#endif
