#if Tools
import Testing

@testable import TalynOpenAPI

/// The schema of values whose discriminator names no other one (`defaultMapping` of OpenAPI 3.2, section 4.25.4).
struct DefaultMappingTests {
    private static func pet(_ discriminator: String) -> String {
        """
        Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, \(discriminator)}}
        Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]}
        """
    }

    /// A variant that is the base itself would be decoded without an end.
    @Test(arguments: ["defaultMapping: OtherPet", "mapping: {cat: Cat}, defaultMapping: OtherPet"])
    func childThatAddsNothingIsATypeOfItsOwn(discriminator: String) throws {
        let generated = try Generated(
            schemas: Self.pet(discriminator) + "\nOtherPet: {allOf: [{$ref: '#/components/schemas/Pet'}]}"
        )
        #expect(generated.has("struct OtherPet: Codable, Sendable, Equatable { public var kind: String"))
        #expect(generated.has("case otherPet(OtherPet)"))
        #expect(generated.has("otherwise: 1)"))
        // The value of its property is any other one, so it has no default.
        #expect(generated.has("public init( kind: String ) {"))
        #expect(generated.messages == [])
    }

    @Test func variantOfAUnionThatAddsNothingIsATypeOfItsOwn() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
                Other: {allOf: [{$ref: '#/components/schemas/Cat'}]}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Other'}]
                  discriminator: {propertyName: kind, mapping: {cat: Cat}, defaultMapping: Other}
                """
        )
        #expect(generated.has("case cat(Cat) case otherValue(Other)"))
        #expect(generated.has("otherwise: 1)"))
        #expect(generated.messages == [])
    }

    /// Without the property, the value of an unknown thing would be lost.
    @Test func variantOfOtherValuesKeepsTheValue() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, properties: {lives: {type: integer}}}
                Other: {type: object, properties: {name: {type: string}}}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Other'}]
                  discriminator: {propertyName: kind, mapping: {cat: Cat}, defaultMapping: Other}
                """
        )
        #expect(generated.has("public init( name: String? = nil, kind: String? = nil ) {"))
        #expect(generated.messages == [])
    }

    @Test func variantWithSeveralValuesKeepsItsOwn() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, properties: {size: {type: integer}}}
                Dog: {type: object, properties: {size: {type: integer}}}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind, mapping: {cat: Cat, kitty: Cat, dog: Dog}}
                """
        )
        #expect(generated.has("public init( size: Int? = nil, kind: String? = nil ) {"))
        #expect(generated.has("public init( size: Int? = nil, kind: String? = \"dog\" ) {"))
        #expect(generated.has(#"["cat": 0, "kitty": 0, "dog": 1]"#))
        #expect(generated.messages == [])
    }

    @Test func baseIsTheVariantOfOtherValues() throws {
        let generated = try Generated(schemas: Self.pet("mapping: {cat: Cat}, defaultMapping: Pet"))
        #expect(generated.has("enum Pet: Codable, Sendable, Equatable { case cat(Cat) case base(Base)"))
        #expect(generated.has("otherwise: 1)"))
        #expect(generated.has("public init( kind: String ) {"))
        #expect(generated.messages == [])
    }
}
#endif
