#if Tools
import Testing

@testable import TalynOpenAPI

/// Server-sent events as a document describes them.
struct EventStreamTests {
    private static func events(_ content: String, _ configure: (inout Configuration) -> Void = { _ in }) throws
        -> Generated
    {
        try Generated(
            """
            openapi: 3.2.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: watch, responses: {'200': {description: a, content: {text/event-stream: {\(content)}}}}}}
            components: {schemas: {Tick: {type: object, properties: {time: {type: string}}}}}
            """,
            configure
        )
    }

    private static let tick = "{$ref: '#/components/schemas/Tick'}"

    @Test(arguments: ["{type: string, enum: ['[DONE]']}", "{type: string, format: date-time}", "{type: string}"])
    func textIsNoJSON(_ data: String) throws {
        let generated = try Self.events(
            "itemSchema: {oneOf: [{properties: {event: {const: done}, data: \(data)}}, {properties: {event: {const: tick}, data: \(Self.tick)}}]}"
        )
        #expect(generated.has(#"case "done": self = .done(event.data)"#))
        #expect(generated.has(#"case "tick": self = .tick(try event.decode(Tick.self, using: decoder))"#))
    }

    /// Spring describes all events as an array.
    @Test(arguments: ["{type: array, items: \(tick)}", "{$ref: '#/components/schemas/Ticks'}"])
    func elementsOfAnArrayAreTheDataOfEvents(_ schema: String) throws {
        let generated = try Generated(
            """
            openapi: 3.0.1
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: watch, responses: {'200': {description: a, content: {text/event-stream: {schema: \(schema)}}}}}}
            components:
              schemas:
                Tick: {type: object, properties: {time: {type: string}}}
                Ticks: {type: array, items: {$ref: '#/components/schemas/Tick'}}
            """
        )
        #expect(generated.has("EventStream<Tick>"))
        #expect(generated.messages == [])
    }

    @Test func fieldsOfEventsWithOneTypeOfDataHaveIt() throws {
        let generated = try Self.events("itemSchema: {properties: {event: {type: string}, data: \(Self.tick)}}")
        #expect(generated.has("EventStream<Tick>"))
        #expect(generated.messages == [])
    }

    /// The items of ASP.NET have an ID or a time of reconnection, too.
    @Test func usualObjectIsTheData() throws {
        let generated = try Self.events(
            "schema: {type: object, properties: {eventType: {type: string}, data: \(Self.tick)}}"
        )
        #expect(generated.has("EventStream<WatchEvent>"))
        #expect(generated.has("public var eventType: String?"))
        let item = try Self.events(
            "schema: {type: object, properties: {eventType: {type: string}, reconnectionInterval: {type: string}, data: \(Self.tick)}}"
        )
        #expect(item.has("EventStream<Tick>"))
        #expect(item.messages.contains { $0.contains("as the events of ASP.NET do. The data alone is decoded.") })
    }

    @Test func eventHasTheTypesOfAllItsVariants() throws {
        let variant =
            "{oneOf: [{properties: {event: {enum: [a, b]}}}, {properties: {event: {enum: [c, d]}}}], properties: {data: \(Self.tick)}}"
        let generated = try Self.events(
            "itemSchema: {oneOf: [\(variant), {properties: {event: {const: e}, data: {type: string}}}]}"
        )
        #expect(generated.has(#"case "a", "b", "c", "d": self = .a(try event.decode(Tick.self, using: decoder))"#))
    }

    @Test(arguments: [
        ("{data: '[DONE]'}", #"endOfEvents: .data("[DONE]")"#), ("{event: done}", #"endOfEvents: .event("done")"#),
        ("{event: [done, failed]}", #"endOfEvents: .event("done", "failed")"#),
    ])
    func configurationGivesTheEnd(_ end: String, _ code: String) throws {
        for id in ["watch", "GET /a"] {
            let configuration = try Configuration(text: "ends: {\(id): \(end)}")
            let generated = try Self.events("schema: \(Self.tick)") { $0 = configuration }
            #expect(generated.has(code))
            #expect(generated.output.skippedCount == 0)
        }
    }

    @Test(arguments: ["a", "[a]", "{data: 1}", "{event: []}", "{event: [a, 1]}", "{data: a, event: b}", "{at: a}"])
    func wrongEndIsRefused(_ end: String) {
        #expect(throws: GenerationError.self) { try Configuration(text: "ends: {watch: \(end)}") }
    }

    @Test func endWithoutEventsIsReported() throws {
        let configuration = try Configuration(text: "ends: {make: {data: a}, other: {data: a}}")
        let generated = try Generated(
            "openapi: 3.1.0\npaths: {/a: {get: {operationId: make, responses: {'204': {description: a}}}}}"
        ) { $0 = configuration }
        #expect(generated.output.skippedCount == 2)
    }

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
