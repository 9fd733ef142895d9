#if Tools
import Testing

@testable import TalynOpenAPI

struct CompositionTests {
    private static let station = "Station: {type: object, required: [name], properties: {name: {type: string}}}"

    // MARK: allOf

    @Test(arguments: [
        (
            "{type: array, items: {type: object}}", "{type: array, items: {$ref: '#/components/schemas/Station'}}",
            "[Station]"
        ),
        ("{}", "{type: integer}", "Int"), ("{type: number}", "{type: integer}", "Int"),
        ("{type: integer}", "{type: integer, format: int64}", "Int64"),
        ("{type: string}", "{type: string, format: date-time}", "Date"),
        ("{type: string}", "{type: string, enum: [a, b]}", "A"),
        ("{type: string, enum: [a, b]}", "{enum: [b, c]}", "String"),
        ("{type: object}", "{$ref: '#/components/schemas/Station'}", "Station"),
        ("{type: object}", "{type: object, additionalProperties: {type: integer}}", "[String: Int]"),
        ("{type: [string, 'null']}", "{type: string}", "String"),
        ("{type: [string, 'null']}", "{type: [string, 'null']}", "String?"),
        ("{type: [string, 'null']}", "{}", "String?"), ("{type: [string, integer]}", "{type: integer}", "Int"),
        ("{oneOf: [{type: string}, {type: array, items: {}}]}", "{type: array, items: {type: integer}}", "[Int]"),
    ])
    func propertyOfTwoPartsFitsBothInEachOrder(_ one: String, _ other: String, _ type: String) throws {
        for (first, second) in [(one, other), (other, one)] {
            let generated = try Generated(
                schemas: """
                    \(Self.station)
                    Thing: {required: [a], allOf: [{properties: {a: \(first)}}, {properties: {a: \(second)}}]}
                    """
            )
            #expect(generated.has("struct Thing: Codable, Sendable, Equatable { public var a: \(type) public init"))
            #expect(generated.messages.isEmpty)
        }
    }

    @Test func objectsOfAPropertyAreOne() throws {
        let generated = try Generated(
            schemas: """
                Thing:
                  allOf:
                    - {properties: {a: {type: object, properties: {b: {type: string}}}}}
                    - {properties: {a: {type: object, required: [b, c], properties: {c: {type: integer}}}}}
                """
        )
        #expect(
            generated.has("struct A: Codable, Sendable, Equatable { public var b: String public var c: Int public init")
        )
    }

    @Test(arguments: [
        "{allOf: [{$ref: '#/components/schemas/Base'}], required: [name]}",
        "{allOf: [{$ref: '#/components/schemas/Base'}, {required: [name]}]}",
        "{allOf: [{required: [name]}, {$ref: '#/components/schemas/Base'}]}",
        "{$ref: '#/components/schemas/Base', required: [name]}",
    ])
    func namesThatOnePartRequiresArePropertiesOfAnother(_ schema: String) throws {
        let generated = try Generated(
            schemas: "Base: {type: object, properties: {name: {type: string}, age: {type: integer}}}\nThing: \(schema)"
        )
        #expect(
            generated.has("struct Thing: Codable, Sendable, Equatable { public var name: String public var age: Int?")
        )
    }

    @Test func partsThatExcludeEachOtherAreReported() throws {
        let generated = try Generated(
            schemas: "Thing: {allOf: [{properties: {a: {type: string}}}, {properties: {a: {type: integer}}}]}"
        )
        #expect(generated.has("public var a: JSONValue?"))
        #expect(generated.messages.contains { $0.contains("No value fits all parts") && $0.contains("/properties/a") })
    }

    @Test func unionHasTheVariantsThatFitTheOtherParts() throws {
        let generated = try Generated(
            schemas: """
                Input: {oneOf: [{type: string}, {type: integer}, {type: array, items: {type: string}}]}
                Thing: {allOf: [{$ref: '#/components/schemas/Input'}, {type: [string, array]}]}
                """
        )
        #expect(
            generated.has("enum Thing: Codable, Sendable, Equatable { case string(String) case strings([String]) ///")
        )
    }

    @Test func typeOfABaseKeepsItsPlaceAndName() throws {
        let generated = try Generated(
            schemas: """
                Cat: {allOf: [{$ref: '#/components/schemas/Animal'}, {properties: {lives: {type: integer}}}]}
                Animal: {type: object, properties: {size: {type: string, enum: [small, large]}}}
                """
        )
        #expect(generated.has("public var size: Animal.Size?"))
        #expect(generated.output.typeCount == 3)
    }

    @Test func variantsWithOneTypeForAPropertyKeepIt() throws {
        let generated = try Generated(
            schemas: """
                \(Self.station)
                Thing:
                  properties: {x: {type: string}}
                  anyOf:
                    - {properties: {a: {type: array, items: {$ref: '#/components/schemas/Station'}}}}
                    - {properties: {a: {type: array, items: {$ref: '#/components/schemas/Station'}}, b: {type: string}}}
                """
        )
        #expect(generated.has("public var a: [Station]?"))
    }

    // MARK: Keywords beside a reference

    @Test func keywordsBesideAReferenceCountSince31() throws {
        let schemas = """
            Base: {type: object, properties: {name: {type: string}}}
            Thing: {$ref: '#/components/schemas/Base', required: [name], properties: {age: {type: integer}}}
            Holder: {properties: {a: {$ref: '#/components/schemas/Kind', enum: [x]}, thing: {$ref: '#/components/schemas/Thing'}}}
            Kind: {type: string, enum: [x, y]}
            """
        let new = try Generated(schemas: schemas)
        #expect(new.has("struct Thing: Codable, Sendable, Equatable { public var name: String public var age: Int?"))
        #expect(new.has("public var a: String?"))
        let document = "info: {title: T, version: '1'}\ncomponents:\n  schemas:\n"
        let indented = schemas.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
        let old = try Generated("openapi: 3.0.3\n\(document)\(indented)")
        #expect(old.has("public var thing: Base?"))
        #expect(old.has("public var a: Kind?"))
        #expect(old.messages.count { $0.contains("beside '$ref' have no effect") } == 2)
    }

    // MARK: Discriminators

    private static let pets = """
        Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {dog: '#/components/schemas/Dog', puppy: Puppy}}}
        Dog: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {bark: {type: string}}}]}
        Puppy: {allOf: [{$ref: '#/components/schemas/Dog'}, {properties: {weeks: {type: integer}}}]}
        """

    @Test func baseThatAnotherDiscriminatorNamesIsOneOfItsVariants() throws {
        let generated = try Generated(
            schemas: """
                Vehicle: {type: object, required: [type], properties: {type: {type: string}}, discriminator: {propertyName: type, mapping: {car: Car, volvo: Volvo}}}
                Car: {allOf: [{$ref: '#/components/schemas/Vehicle'}, {type: object, properties: {doors: {type: integer}}, discriminator: {propertyName: type, mapping: {volvo: Volvo}}}]}
                Volvo: {allOf: [{$ref: '#/components/schemas/Car'}, {type: object, properties: {model: {type: string}}}]}
                """
        )
        #expect(generated.has("enum Car: Codable, Sendable, Equatable { case volvo(Volvo) case base(Base)"))
        #expect(generated.has(#"by: "type", ["volvo": 0, "car": 1]"#))
        #expect(generated.has(#"type: String = "car""#))
    }

    @Test func variantOfNullAloneIsNoLoss() throws {
        let generated = try Generated(
            schemas: "A: {type: object, required: [a], properties: {a: {anyOf: [{type: string}, {enum: [null]}]}}}"
        )
        #expect(generated.has("public var a: String?"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test func discriminatorKnowsGrandchildren() throws {
        let generated = try Generated(schemas: Self.pets)
        #expect(generated.has("enum Pet: Codable, Sendable, Equatable { case dog(Dog) case puppy(Puppy)"))
        #expect(generated.has(#"by: "kind", ["dog": 0, "puppy": 1]"#))
    }

    @Test func discriminatorKnowsTheValuesOfABaseBetween() throws {
        let generated = try Generated(
            schemas: """
                Base: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {middle: Middle}}}
                Middle:
                  allOf: [{$ref: '#/components/schemas/Base'}, {properties: {a: {type: string}}}]
                  discriminator: {propertyName: kind, mapping: {middle: Middle, leaf: Leaf}}
                Leaf: {allOf: [{$ref: '#/components/schemas/Middle'}, {properties: {b: {type: string}}}]}
                """
        )
        #expect(generated.has("enum Base: Codable, Sendable, Equatable { case middle(Middle) case leaf(Leaf)"))
        #expect(generated.has(#"by: "kind", ["middle": 0, "leaf": 1]"#))
        #expect(generated.has("enum Middle: Codable, Sendable, Equatable { case leaf(Leaf) case base("))
        #expect(generated.has(#"by: "kind", ["middle": 1, "leaf": 0]"#))
    }

    @Test func discriminatorIsSetByTheType() throws {
        let generated = try Generated(schemas: Self.pets)
        #expect(generated.has(#"public init( kind: String = "dog", bark: String? = nil )"#))
        #expect(generated.has(#"public init( kind: String = "puppy", bark: String? = nil, weeks: Int? = nil )"#))
    }

    @Test func discriminatorThatIsAnEnumIsSetToItsCase() throws {
        let generated = try Generated(
            schemas: Self.pets.replacing("kind: {type: string}", with: "kind: {type: string, enum: [dog, puppy]}")
        )
        #expect(generated.has("public init( kind: Pet.Kind = .dog, bark: String? = nil )"))
    }

    @Test func discriminatorOfAUnionIsSetInItsVariants() throws {
        let generated = try Generated(
            schemas: """
                Cat: {type: object, properties: {type: {type: string}}}
                Dog: {type: object, properties: {bark: {type: string}}}
                Bird: {type: object, properties: {type: {type: string}}}
                Pet:
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}, {$ref: '#/components/schemas/Bird'}]
                  discriminator: {propertyName: type, mapping: {meow: '#/components/schemas/Cat', woof: Dog, a: Bird, b: Bird}}
                """
        )
        #expect(generated.has(#"public init( type: String? = "meow" )"#))
        // The variant doesn't describe the property, and sends it.
        #expect(generated.has(#"public init( bark: String? = nil, type: String? = "woof" )"#))
        #expect(generated.has(#"try c.set("type", ifPresent: self.type)"#))
        // A schema with two values has no default.
        #expect(generated.has("public init( type: String? = nil )"))
    }

    @Test func discriminatorMayNameTheBaseItself() throws {
        let generated = try Generated(
            schemas: """
                Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {any: Pet, cat: Cat}}}
                Cat: {allOf: [{$ref: '#/components/schemas/Pet'}, {properties: {lives: {type: integer}}}]}
                """
        )
        #expect(generated.has("case cat(Cat) case base(Base)"))
        #expect(generated.has(#"by: "kind", ["any": 1, "cat": 0]"#))
        #expect(
            generated.has(
                #"struct Base: Codable, Sendable, Equatable { public var kind: String public init( kind: String = "any" )"#
            )
        )
    }

    private static let catAndDog = """
        Cat: {type: object, required: [lives], properties: {kind: {type: string}, lives: {type: integer}}}
        Dog: {type: object, properties: {kind: {type: string}, bark: {type: string}}}
        """

    @Test(
        arguments: [
            """
            Pet:
              type: object
              required: [kind, name]
              properties: {kind: {type: string}, name: {type: string}}
              oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
              discriminator: {propertyName: kind, mapping: {cat: Cat}}
            """,
            """
            Pet:
              allOf:
                - {type: object, required: [kind, name], properties: {kind: {type: string}, name: {type: string}}}
                - anyOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind, mapping: {cat: Cat}}
            """,
        ]
    )
    func propertiesBesideAUnionThatNamesItsVariantsAreThoseOfEach(pet: String) throws {
        let generated = try Generated(schemas: "\(Self.catAndDog)\n\(pet)")
        #expect(generated.has("enum Pet: Codable, Sendable, Equatable { case cat(PetCat) case dog(PetDog)"))
        #expect(generated.has(#"by: "kind", ["cat": 0, "Dog": 1]"#))
        #expect(
            generated.has(
                "struct PetCat: Codable, Sendable, Equatable { public var kind: String public var lives: Int public var name: String"
            )
        )
        #expect(
            generated.has(
                "struct PetDog: Codable, Sendable, Equatable { public var kind: String public var bark: String? public var name: String"
            )
        )
        #expect(generated.messages.isEmpty)
    }

    @Test func propertiesBesideVariantsWithConstantsAreThoseOfEach() throws {
        let generated = try Generated(
            schemas: """
                Event:
                  type: object
                  required: [id]
                  properties: {id: {type: string}}
                  oneOf:
                    - {required: [kind, at], properties: {kind: {const: start}, at: {type: integer}}}
                    - {required: [kind, at], properties: {kind: {enum: [end]}, at: {type: string}}}
                """
        )
        #expect(generated.has("enum Event: Codable, Sendable, Equatable { case start(Start) case end(End)"))
        #expect(generated.has("public var at: Int public var id: String"))
        #expect(generated.has("public var at: String public var id: String"))
        #expect(generated.messages.isEmpty)
    }

    /// The variants extend the union that they are variants of. Which of them is read first makes no difference.
    @Test(arguments: ["Pet", "Animal"])
    func variantMayExtendItsUnion(union: String) throws {
        let generated = try Generated(
            schemas: """
                \(union):
                  type: object
                  required: [kind]
                  properties: {kind: {type: string}}
                  oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
                  discriminator: {propertyName: kind}
                Cat: {allOf: [{$ref: '#/components/schemas/\(union)'}, {properties: {lives: {type: integer}}}]}
                Dog: {allOf: [{$ref: '#/components/schemas/\(union)'}, {properties: {bark: {type: string}}}]}
                """
        )
        #expect(generated.has("enum \(union): Codable, Sendable, Equatable { case cat("))
        #expect(generated.has(#"by: "kind", ["Cat": 0, "Dog": 1]"#))
        #expect(
            generated.has("struct Cat: Codable, Sendable, Equatable { public var kind: String public var lives: Int?")
        )
        #expect(
            generated.has("struct Dog: Codable, Sendable, Equatable { public var kind: String public var bark: String?")
        )
    }

    @Test func childThatAddsNothingIsATypeOfItsOwn() throws {
        let generated = try Generated(
            schemas: """
                Pet: {type: object, required: [kind], properties: {kind: {type: string}}, discriminator: {propertyName: kind, mapping: {cat: Cat}}}
                Cat: {allOf: [{$ref: '#/components/schemas/Pet'}]}
                Other: {allOf: [{$ref: '#/components/schemas/Pet'}], nullable: true}
                Home: {properties: {pet: {$ref: '#/components/schemas/Other'}}}
                """
        )
        #expect(generated.has("enum Pet: Codable, Sendable, Equatable { case cat(Cat) ///"))
        #expect(
            generated.has(
                #"struct Cat: Codable, Sendable, Equatable { public var kind: String public init( kind: String = "cat" )"#
            )
        )
        #expect(generated.has("public var pet: Pet?"))
    }

    // MARK: Numbers

    @Test func wholeNumberAboveInt64IsUnsigned() throws {
        let generated = try Generated(
            schemas: """
                Thing:
                  required: [a, b, c, d]
                  properties:
                    a: {type: integer, format: uint64}
                    b: {type: integer, minimum: 0, maximum: 18446744073709551615}
                    c: {type: integer, minimum: 0}
                    d: {type: integer, maximum: 9223372036854775807}
                """
        )
        #expect(
            generated.has("public var a: UInt64 public var b: UInt64 public var c: Int public var d: Int public init")
        )
    }
}
#endif
