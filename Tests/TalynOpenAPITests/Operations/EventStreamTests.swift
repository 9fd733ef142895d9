#if Tools
import Testing

@testable import TalynOpenAPI

/// Server-sent events as a document describes them.
struct EventStreamTests {
    /// OpenAPI has no keyword for the end of a stream. Documents tell it where the request asks for events.
    @Test func endOfEventsIsThatOfTheDocumentsWords() throws {
        func generated(_ description: String) throws -> Generated {
            try Generated(
                """
                openapi: 3.1.0
                info: {title: a, version: '1'}
                paths:
                  /chat:
                    post:
                      operationId: chat
                      requestBody:
                        content:
                          application/json:
                            schema:
                              type: object
                              properties:
                                stream: {type: boolean}
                                stream_options: {$ref: '#/components/schemas/Options'}
                      responses:
                        '200': {description: a, content: {application/json: {schema: {type: integer}}, text/event-stream: {schema: {type: object, properties: {b: {type: string}}}}}}
                        '400': {description: a}
                components:
                  schemas:
                    Options:
                      anyOf:
                        - {type: object, properties: {usage: {type: boolean, description: "\(description)"}}}
                        - {type: 'null'}
                """
            )
        }
        let marked = try generated("Sends events, and ends with a `data: [DONE]` message.")
        #expect(marked.has(#"endOfEvents: .data("[DONE]")"#))
        #expect(try !generated("Sends events.").has("endOfEvents"))
    }
}
#endif
