#if Tools
import Testing

@testable import TalynOpenAPI

/// JSON schemas that were written for files of their own, and stand in a document.
struct EmbeddedSchemaTests {
    private static let item = "{type: object, required: [b], properties: {b: {type: string}}}"

    @Test(arguments: [
        "Order: {$defs: {Item: \(item)}, type: object, properties: {items: {type: array, items: {$ref: '#/$defs/Item'}}}}",
        "Order: {definitions: {Item: \(item)}, type: object, properties: {items: {type: array, items: {$ref: '#/definitions/Item'}}}}",
        "Order: {$id: 'https://x.example/order', $defs: {Item: \(item)}, type: object, properties: {items: {type: array, items: {$ref: '#/$defs/Item'}}}}",
        "Order: {$id: 'https://x.example/order', type: object, properties: {item: \(item), items: {type: array, items: {$ref: '#/properties/item'}}}}",
        "Order: {$id: 'https://x.example/order', $defs: {Item: \(item.replacing("{type", with: "{$anchor: item, type"))}, type: object, properties: {items: {type: array, items: {$ref: '#item'}}}}",
        "Order: {type: object, properties: {items: {type: array, items: {$ref: 'https://x.example/item'}}}}\nItem: \(item.replacing("{type", with: "{$id: 'https://x.example/item', type"))",
        "Order: {$id: 'https://x.example/order', type: object, properties: {items: {type: array, items: {$ref: 'item'}}}}\nItem: \(item.replacing("{type", with: "{$id: 'https://x.example/item', type"))",
        "Order: {$id: a.json, type: object, properties: {items: {type: array, items: {$ref: b.json}}}}\nItem: \(item.replacing("{type", with: "{$id: b.json, type"))",
        "Order: {$id: 'https://x.example/order', type: object, properties: {items: {type: array, items: {$ref: '#/components/schemas/Item'}}}}\nItem: \(item)",
    ])
    func referencesInsideAreFound(_ schemas: String) throws {
        let generated = try Generated(schemas: schemas)
        #expect(generated.has("public var items: [") && !generated.has("JSONValue"), "\(schemas)")
        #expect(generated.has("public var b: String\n"), "\(schemas)")
        #expect(generated.output.skippedCount == 0, "\(generated.messages)")
    }

    /// Two schemas have definitions with one name.
    @Test func definitionsOfEachSchemaAreItsOwn() throws {
        func schema(_ name: String, _ type: String) -> String {
            "\(name): {$defs: {Item: {type: \(type)}}, type: object, required: [box], properties: {box: {type: object, properties: {item: {$ref: '#/$defs/Item'}, note: {type: string}}}}}"
        }
        let generated = try Generated(
            schemas: [schema("A", "string"), schema("B", "integer"), schema("C", "string"), schema("D", "integer")]
                .joined(separator: "\n")
        )
        #expect(generated.has("public var item: String?"))
        #expect(generated.has("public var item: Int?"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test func resourceThatContainsItselfIsItsOwnRoot() throws {
        let generated = try Generated(
            schemas: "Tree: {$id: 'https://x.example/tree', type: object, properties: {next: {$ref: '#'}}}"
        )
        #expect(generated.has("public var next: Tree?"))
    }

    @Test func referenceToNothingIsStillCounted() throws {
        let generated = try Generated(
            schemas:
                "A: {$id: 'https://x.example/a', $defs: {}, type: object, properties: {b: {$ref: '#/$defs/None'}, c: {$ref: 'https://x.example/none'}}}"
        )
        #expect(generated.output.skippedCount == 2)
        #expect(
            generated.messages.contains {
                $0.contains("leads nowhere: there is no '$defs'") || $0.contains("no 'None'")
            }
        )
    }

    @Test func checksFollowReferencesInside() throws {
        let thing = try CheckedThing("{$defs: {Item: {type: string}}, type: array, items: {$ref: '#/$defs/Item'}}")
        #expect(try thing.faults(#"["a"]"#) == [])
        #expect(try thing.faults("[1]") == ["/0 must be a string, and is an integer"])
    }
}
#endif
