#if Tools
import Testing

@testable import TalynOpenAPI

/// What OpenAPI 3.2 adds.
struct VersionTests {
    @Test func methodsAreAsTheyAreWritten() throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            paths:
              /a:
                query: {operationId: search, requestBody: {required: true, content: {application/json: {schema: {type: object}}}}, responses: {}}
                additionalOperations:
                  LINK: {operationId: connect, responses: {}}
                  Copy: {operationId: duplicate, responses: {}}
                  "a b": {operationId: odd, responses: {}}
                  QUERY: {operationId: again, responses: {}}
            """
        )
        for method in ["QUERY", "LINK", "Copy"] { #expect(generated.has(#""\#(method)", "/a""#)) }
        #expect(generated.output.operationCount == 3)
        #expect(generated.output.skippedCount == 2)
    }

    @Test func referencesStartAtTheDocumentsOwnAddress() throws {
        let schema = "{$ref: 'https://shop.example/v1/api.yaml#/components/schemas/Book'}"
        let generated = try Generated(
            """
            openapi: 3.2.0
            $self: https://shop.example/v1/api.yaml
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {'200': {description: a, content: {application/json: {schema: \(schema)}}}}}}
              /b: {get: {operationId: b, responses: {'200': {description: a, content: {application/json: {schema: {$ref: 'api.yaml#/components/schemas/Book'}}}}}}}
            components: {schemas: {Book: {type: object, properties: {title: {type: string}}}}}
            """
        )
        #expect(generated.text.matches(of: /-> APIOperation<Book>/).count == 2)
        #expect(generated.messages.isEmpty)
    }

    @Test(arguments: [
        (
            "{type: object, properties: {data: {type: string, contentMediaType: application/json, contentSchema: {$ref: '#/components/schemas/Tick'}}}}",
            "EventStream<Tick>"
        ),
        ("{type: object, properties: {data: {type: string}}}", "EventStream<ServerSentEvent>"),
        ("{$ref: '#/components/schemas/Tick'}", "EventStream<Tick>"),
    ])
    func itemOfAnEventStreamDescribesTheFieldsOfTheEvent(_ schema: String, _ type: String) throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {'200': {description: a, content: {text/event-stream: {itemSchema: \(schema)}}}}}}
            components: {schemas: {Tick: {type: object, properties: {time: {type: string}}}}}
            """
        )
        #expect(generated.has(type))
    }

    @Test func eventsAreToldApartByTheirTypes() throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            paths:
              /a:
                get:
                  operationId: watch
                  responses:
                    '200':
                      description: a
                      content:
                        text/event-stream:
                          itemSchema:
                            type: object
                            required: [event]
                            properties: {event: {type: string}, data: {type: string}, id: {type: string}, retry: {type: integer}}
                            oneOf:
                              - {description: A price, properties: {event: {const: tick}, data: {contentMediaType: application/json, contentSchema: {$ref: '#/components/schemas/Tick'}}}}
                              - {properties: {event: {enum: [note, remark]}}}
                              - {properties: {event: {const: raw}, data: {contentMediaType: application/json}}}
            components: {schemas: {Tick: {type: object, properties: {time: {type: string}}}}}
            """
        )
        #expect(
            generated.has(
                """
                public nonisolated enum WatchEvent: EventDecodable, Equatable {
                    /// A price
                    case tick(Tick)
                    case note(String)
                    case raw(JSONValue)
                    /// An event of another type than those of the document.
                    case other(ServerSentEvent)

                    public init(event: ServerSentEvent, decoder: JSONDecoder) throws {
                        switch event.event {
                        case "tick": self = .tick(try event.decode(Tick.self, using: decoder))
                        case "note", "remark": self = .note(event.data)
                        case "raw": self = .raw(try event.decode(JSONValue.self, using: decoder))
                        default: self = .other(event)
                        }
                    }
                }
                """
            ),
            "\(generated.text)"
        )
        #expect(generated.has("func watch(options: RequestOptions = RequestOptions()) -> EventStream<WatchEvent>"))
        #expect(generated.output.skippedCount == 0)
        #expect(generated.messages == [])
    }

    /// The events of ASP.NET, as its documents describe them.
    @Test func itemOfASPNETHasItsData() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {'200': {description: a, content: {text/event-stream: {schema: {$ref: '#/components/schemas/Item'}}}}}}}
            components:
              schemas:
                Item: {type: object, properties: {data: {$ref: '#/components/schemas/Tick'}, eventType: {type: [string, 'null']}, eventId: {type: [string, 'null']}}}
                Tick: {type: object, properties: {time: {type: string}}}
            """
        )
        #expect(generated.has("EventStream<Tick>"))
    }

    @Test(arguments: [
        "[{properties: {event: {const: a}, data: {type: string}}}, {properties: {event: {const: a}}}]",
        "[{properties: {event: {type: string}, data: {type: string}}}, {properties: {event: {const: a}}}]",
        "[{properties: {a: {type: string}}}, {properties: {b: {type: string}}}]",
    ])
    func eventsWithoutTypesOfTheirOwnAreNoEnumOfEvents(_ variants: String) throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {'200': {description: a, content: {text/event-stream: {itemSchema: {oneOf: \(variants)}}}}}}}
            """
        )
        #expect(!generated.has("EventDecodable"))
    }

    @Test func discriminatorHasADefault() throws {
        let schema = """
            Pet:
              oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Other'}]
              discriminator: {propertyName: kind, mapping: {cat: Cat}, defaultMapping: Other}
            Cat: {type: object, required: [kind], properties: {kind: {type: string}}}
            Other: {type: object, properties: {kind: {type: string}, name: {type: string}}}
            """
        let generated = try Generated(schemas: schema)
        #expect(generated.has(#"by: "kind", ["cat": 0, "Other": 1], isCertain: false, otherwise: 1)"#))
        // A value of the default variant names no kind.
        #expect(generated.has("init(kind: String? = nil, name: String? = nil)"))
        #expect(generated.messages == [])
        let stranger = try Generated(schemas: schema.replacing("defaultMapping: Other", with: "defaultMapping: Pet"))
        #expect(stranger.output.skippedCount == 1)
    }

    @Test func serversAndSchemesHaveTheirNewMembers() throws {
        let generated = try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            servers: [{url: 'https://a.example'}, {url: 'https://b.example', name: staging, description: The other one}]
            tags: [{name: t, summary: All things, kind: nav}]
            paths: {/a: {get: {operationId: a, tags: [t], responses: {}}}}
            components:
              securitySchemes:
                user: {type: oauth2, deprecated: true, oauth2MetadataUrl: 'https://id.example/.well-known/oauth-authorization-server/shop', flows: {deviceAuthorization: {deviceAuthorizationUrl: 'https://id.example/d', tokenUrl: 'https://id.example/t', scopes: {}}}}
            """
        )
        #expect(generated.has("static let staging"))
        #expect(generated.has("/// All things"))
        #expect(generated.has("/// - Warning: Deprecated. public var user:"))
        #expect(generated.has(#"userIssuer = "https://id.example/shop""#))
        #expect(generated.has(#"deviceAuthorizationEndpoint: Shop.url("https://id.example/d")"#))
    }

    @Test func partsWithoutNamesAreReported() throws {
        let generated = try Generated(
            operation: """
                operationId: a
                requestBody: {content: {multipart/mixed: {itemSchema: {type: string}, itemEncoding: {contentType: image/png}}}}
                responses: {}
                """,
            method: "post"
        )
        #expect(generated.has(#".multipart(body, as: "multipart/mixed")"#))
        #expect(generated.output.skippedCount == 1)
    }
}
#endif
