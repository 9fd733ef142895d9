#if Tools
import Testing

@testable import TalynOpenAPI

/// Bytes that a schema describes behind a reference or in a part.
struct BinaryBodyTests {
    @Test(
        arguments: ["*/*", "application/json", "application/pdf"],
        [
            "{$ref: '#/components/schemas/File'}", "{allOf: [{$ref: '#/components/schemas/File'}]}",
        ]
    )
    func namedSchemaOfBytesIsData(_ mediaType: String, _ schema: String) throws {
        let generated = try Generated(
            """
            openapi: 3.0.3
            info: {title: a, version: '1'}
            paths:
              /a:
                post:
                  operationId: make
                  requestBody: {required: true, content: {'\(mediaType)': {schema: \(schema)}}}
                  responses: {'200': {description: a, content: {'\(mediaType)': {schema: \(schema)}}}}
            components: {schemas: {File: {type: string, format: binary}}}
            """
        )
        #expect(generated.has("APIOperation<Data>"))
        #expect(generated.has("func makeStream(body: HTTPBody"))
    }

    @Test func variantOfBytesMakesNoBytesOfJSON() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                responses: {'200': {description: a, content: {application/json: {schema: {oneOf: [{type: integer}, {type: string, format: binary}]}}}}}
                """
        )
        #expect(generated.has("APIOperation<MakeResponse>"))
    }

    @Test func namedFileOfSwaggerIsData() throws {
        let generated = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            host: a.example
            produces: [application/json, application/pdf]
            paths: {/a: {get: {operationId: make, responses: {'200': {description: a, schema: {$ref: '#/definitions/File'}}}}}}
            definitions: {File: {type: file}}
            """
        )
        #expect(generated.has("APIOperation<Data>"))
        #expect(generated.has(#"accept: "application/pdf""#))
    }
}
#endif
