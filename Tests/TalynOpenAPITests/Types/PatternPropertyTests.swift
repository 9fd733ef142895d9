#if Tools
import Testing

@testable import TalynOpenAPI

struct PatternPropertyTests {
    /// A pattern says nothing of the names that it doesn't match.
    @Test(arguments: [
        ("patternProperties: {'^x-': {type: integer}}", "[String: JSONValue]"),
        ("patternProperties: {'^x-': {type: integer}}, additionalProperties: true", "[String: JSONValue]"),
        ("patternProperties: {'^x-': {type: integer}}, additionalProperties: {type: string}", "[String: JSONValue]"),
        ("patternProperties: {'^x-': {type: integer}}, additionalProperties: false", "[String: Int]"),
        ("patternProperties: {'^x-': {type: integer}}, unevaluatedProperties: false", "[String: Int]"),
        ("patternProperties: {'^.*$': {type: integer}}", "[String: Int]"),
        (
            "patternProperties: {'^x': {type: integer}, '^y': {type: string}}, additionalProperties: false",
            "[String: JSONValue]"
        ),
    ])
    func patternTypesOtherNamesIfTheyAreForbidden(_ schema: String, _ type: String) throws {
        let generated = try Generated(schemas: "A: {properties: {a: {type: object, \(schema)}}}")
        #expect(generated.has("public var a: \(type)?"))
        let object = try Generated(schemas: "A: {type: object, properties: {a: {type: string}}, \(schema)}")
        #expect(object.has("additionalProperties: \(type)"))
    }
}
#endif
