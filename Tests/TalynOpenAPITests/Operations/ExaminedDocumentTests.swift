#if Tools
import Testing

@testable import TalynOpenAPI

/// Forms of documents as many teams write them.
struct ExaminedDocumentTests {
    private static func schema(_ text: String, _ others: String = "") throws -> Generated {
        try Generated(schemas: "Thing: {type: object, properties: {m: \(text)}}\n\(others)", result: "Thing")
    }

    @Test func enumOfSeveralTypesHasTheValuesOfEach() throws {
        let generated = try Self.schema("{type: [string, integer], enum: [auto, slow, 1, 2]}")
        #expect(generated.has("case auto"))
        #expect(!generated.has(#"case "1":"#))
        #expect(generated.has("case 1:"))
    }

    @Test(arguments: [
        ("[1, 18446744073709551615]", "UInt64"), ("[-1, 18446744073709551615]", "Double"), ("[1.5, 2]", "Double"),
    ])
    func enumOfLargeIntegersHasThem(_ values: String, _ type: String) throws {
        #expect(try Self.schema("{type: integer, enum: \(values)}").has("var m: \(type)?"))
    }

    @Test(arguments: ["{enum: [null]}", "{type: 'null'}"])
    func nullByAReferenceIsNull(_ schema: String) throws {
        let generated = try Self.schema(
            "{oneOf: [{$ref: '#/components/schemas/S'}, {$ref: '#/components/schemas/N'}]}",
            "S: {type: string, enum: [a, b]}\nN: \(schema)"
        )
        #expect(generated.has("var m: S?"))
    }

    @Test func textInJSONOfAFailureIsJSON() throws {
        let generated = try Generated(
            operation:
                "operationId: a\nresponses: {'400': {description: a, content: {application/json: {schema: {type: string}}}}}"
        )
        #expect(generated.has(#"failures: ["400": JSONValue.self]"#))
    }

    /// None of these loses anything.
    @Test(arguments: [
        "tags: [a, b]\nresponses: {}",
        "responses: {'200': {description: a, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}, '201': {description: b, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}}",
        "responses: {'200': {description: a, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}, application/xml: {schema: {type: object, properties: {a: {type: string}}}}}}}",
        "responses: {'200': {description: a, headers: {X-A: {schema: {type: integer}}}}}",
    ])
    func usualOperationLosesNothing(_ operation: String) throws {
        #expect(try Generated(operation: operation).output.skippedCount == 0)
    }

    @Test(arguments: [
        ("https://api.example/v1", "token", "https://api.example/v1/token"),
        ("https://api.example/v1/", "/oauth/token", "https://api.example/oauth/token"),
    ])
    func relativeTokenURLIsThatOfTheServer(_ server: String, _ text: String, _ url: String) throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            servers: [{url: '\(server)'}]
            paths: {/a: {get: {security: [{o: []}], responses: {}}}}
            components: {securitySchemes: {o: {type: oauth2, flows: {password: {tokenUrl: \(text), scopes: {}}}}}}
            """
        )
        #expect(generated.text.contains(url))
    }

    @Test func serverWithAnUndeclaredVariableIsReported() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            servers: [{url: 'https://{sub}.example/{v}', variables: {v: {default: v1}}}]
            paths: {/a: {get: {responses: {}}}}
            """
        )
        #expect(generated.output.skippedCount == 1)
        #expect(!generated.has("{sub}"))
    }

    @Test func separatorsOfSwaggerAreThoseOfTheDocumentOrReported() throws {
        func generated(_ format: String) throws -> Generated {
            try Generated(
                """
                swagger: '2.0'
                info: {title: a, version: '1'}
                host: a.example
                paths: {/a: {post: {operationId: a, consumes: [application/x-www-form-urlencoded], parameters: [{name: l, in: formData, type: array, items: {type: string}, collectionFormat: \(format)}], responses: {}}}}
                """
            )
        }
        #expect(try generated("pipes").has(".pipes"))
        #expect(try generated("ssv").has(".spaces"))
        #expect(try generated("tsv").output.skippedCount == 1)
    }

    @Test(arguments: [
        "[{name: page, in: query, schema: {type: integer}}, {name: size, in: query, schema: {type: string, enum: [small]}}]",
        "[{name: start, in: query, schema: {type: integer}}, {name: end, in: query, schema: {type: integer}}]",
        "[{name: offset, in: query, description: Offset from UTC in minutes, schema: {type: integer}}, {name: limit, in: query, schema: {type: integer}}]",
    ])
    func rangeIsNoPage(_ parameters: String) throws {
        let content = "{application/json: {schema: {type: array, items: {type: string}}}}"
        let generated = try Generated(
            operation:
                "operationId: list\nparameters: \(parameters)\nresponses: {'200': {description: a, content: \(content)}}"
        )
        #expect(!generated.has("Pages("))
    }

    @Test func parameterInTheQueryOfAPathIsReported() throws {
        #expect(try Generated(operation: "responses: {}", path: "/a?x={x}&y=1").output.skippedCount == 1)
    }

    @Test func sessionAndSchemeOfOneNameDiffer() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths: {}
            components: {securitySchemes: {foo: {type: oauth2, flows: {}}, fooSession: {type: apiKey, in: header, name: X}}}
            """
        )
        #expect(generated.has("public var fooSession2: OAuthSession?"))
    }

    @Test func selectionLosesNothing() throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            $self: https://a.example/api
            info: {title: a, version: '1'}
            paths: {/a: {get: {operationId: a, responses: {}}, additionalOperations: {COPY: {operationId: b, foo: 1, responses: {}}}}}
            components: {schemas: {Z: {type: object, properties: {a: {type: string}}}}}
            """
        ) { $0.only = ["operation:a"] }
        #expect(generated.output.skippedCount == 0)
        let other = try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            paths: {/a: {additionalOperations: {COPY: {operationId: b, foo: 1, responses: {}}}}}
            """
        ) { $0.only = ["operation:b"] }
        #expect(other.output.skippedCount == 1)
    }

    @Test func closedObjectStaysClosedBesideVariants() throws {
        let generated = try Self.schema(
            "{allOf: [{type: object, additionalProperties: false, properties: {a: {type: string}}}, {oneOf: [{type: object, additionalProperties: true, properties: {b: {type: string}}}, {type: object, properties: {c: {type: string}}}]}]}"
        )
        #expect(!generated.has("additionalProperties"))
    }

    /// Each of these gives less than the document says.
    @Test(arguments: [
        ("{allOf: [\(union), \(union), \(union)]}", "too many combinations")
    ])
    func typeThatIsCutIsReported(_ schema: String, _ message: String) throws {
        let generated = try Self.schema("{$ref: '#/components/schemas/N'}", "N: \(schema)")
        #expect(generated.messages.contains { $0.contains(message) }, "\(generated.messages)")
    }

    private static let union =
        "{oneOf: ["
        + (0..<20).map { "{type: object, properties: {a: {type: object, properties: {v\($0): {type: string}}}}}" }
        .joined(separator: ", ") + "]}"

    @Test func serversWithoutCallsAreLeftOut() throws {
        let servers = "servers: [{url: 'https://a.example'}, {url: 'https://b.example'}]\nresponses: {}"
        #expect(try Generated(operation: servers).output.skippedCount == 1)
    }

    @Test func textInFurtherJSONIsJSON() throws {
        let generated = try Generated(
            operation:
                "operationId: a\nresponses: {'200': {description: a, content: {application/json: {schema: {type: integer}}, application/vnd.x+json: {schema: {type: string}}}}}"
        )
        #expect(generated.has("-> JSONValue"))
    }
}
#endif
