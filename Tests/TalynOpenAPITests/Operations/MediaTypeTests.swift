#if Tools
import Testing

@testable import TalynOpenAPI

struct MediaTypeTests {
    /// Generates an operation with a body.
    private func body(_ contents: String, isRequired: Bool = true) throws -> Generated {
        try Generated(
            operation: """
                operationId: make
                requestBody:
                  required: \(isRequired)
                  content: {\(contents)}
                responses: {'204': {description: a}}
                """,
            method: "patch"
        )
    }

    /// Generates an operation with responses.
    private func responses(_ responses: String) throws -> Generated {
        try Generated(operation: "operationId: make\nresponses: {\(responses)}")
    }

    private static let a = "schema: {type: object, properties: {a: {type: string}}}"
    private static let b = "schema: {type: object, properties: {b: {type: string}}}"
    private static let binary = "schema: {type: string, format: binary}"

    // MARK: Requests

    @Test func formatsOfJSONHaveFunctionsOfTheirOwn() throws {
        let generated = try body(
            "application/json-patch+json: {schema: {type: array, items: {type: object}}}, application/merge-patch+json: {schema: {type: object}}, application/strategic-merge-patch+json: {schema: {type: object}}"
        )
        for (label, type) in [
            ("jsonPatch", "json-patch"), ("mergePatch", "merge-patch"),
            ("strategicMergePatch", "strategic-merge-patch"),
        ] {
            #expect(generated.has("make(\(label): "))
            #expect(generated.has(#".json(\#(label), as: "application/\#(type)+json")"#))
        }
    }

    @Test func generalMediaTypeHasTheUsualLabelWhateverTheOrder() throws {
        let contents = ["application/vnd.shop.v2+json: {\(Self.a)}", "application/json: {\(Self.b)}"]
        for contents in [contents, contents.reversed()] {
            let generated = try body(contents.joined(separator: ", "))
            #expect(generated.has("make(shopV2: Make"))
            #expect(generated.has("make(body: Make"))
            #expect(generated.has("var a:") && generated.has("var b:"))
        }
    }

    @Test func mediaTypesWithTheSchemaOfJSONShareItsFunction() throws {
        let generated = try body("application/vnd.shop+json: {\(Self.a)}, application/json: {\(Self.a)}")
        #expect(generated.has(#"make(body: MakeBody, contentType: String = "application/json")"#))
        #expect(generated.has("`application/json` or `application/vnd.shop+json`"))
        let general = try body("application/json: {\(Self.a)}, text/json: {\(Self.a)}, application/*+json: {\(Self.a)}")
        #expect(general.has("make(body: MakeBody) ->") && general.has("body: .json(body)"))
    }

    @Test func parametersTellMediaTypesApart() throws {
        let generated = try body("application/json; version=1: {\(Self.a)}, application/json; version=2: {\(Self.b)}")
        #expect(generated.has(#".json(body, as: "application/json; version=1")"#))
        #expect(generated.has(#".json(jsonVersion2, as: "application/json; version=2")"#))
    }

    @Test(arguments: [
        ("image/png: {\(binary)}, image/jpeg: {\(binary)}", "make(data: HTTPBody, contentType: String) ->"),
        ("image/*: {\(binary)}", "make(body: HTTPBody, contentType: String) ->"),
        (
            "image/png: {\(binary)}, application/octet-stream: {}",
            #"make(data: HTTPBody, contentType: String = "application/octet-stream") ->"#
        ),
        ("text/html: {}, text/plain: {}", #"make(text: String, contentType: String = "text/plain") ->"#),
        ("text/csv: {}, text/html: {}", "make(text: String, contentType: String) ->"),
        ("text/csv: {}", "make(body: String) ->"),
        ("multipart/form-data: {\(a)}, multipart/mixed: {\(b)}", "make(mixed: MakeMixedForm) ->"),
    ])
    func callerChoosesOneOfSeveralMediaTypes(_ contents: String, _ code: String) throws {
        #expect(try body(contents).has(code))
    }

    @Test func bodyThatCanBeMissingIsOptionalInOneFunction() throws {
        let generated = try body(
            "application/json: {\(Self.a)}, application/x-www-form-urlencoded: {\(Self.a)}",
            isRequired: false
        )
        #expect(generated.has("make(body: MakeBody? = nil) ->"))
        #expect(generated.has("make(form: MakeBody) ->"))
    }

    @Test func labelDiffersFromTheParameters() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                parameters: [{name: mergePatch, in: query, schema: {type: string}}]
                requestBody: {required: true, content: {application/json: {\(Self.a)}, application/merge-patch+json: {\(Self.b)}}}
                responses: {'204': {description: a}}
                """,
            method: "patch"
        )
        #expect(generated.has("mergePatch: String? = nil"))
        #expect(generated.text.matches(of: /static func make\(\w+: Make\w+, mergePatch: String\? = nil\)/).count == 2)
    }

    @Test func sameMediaTypeInOtherLettersIsReported() throws {
        let generated = try body("application/json: {\(Self.a)}, Application/JSON: {\(Self.b)}")
        #expect(generated.output.skippedCount == 1)
    }

    @Test(arguments: ["''", "' '", ";", "; version=1"])
    func bodyWithoutAMediaTypeIsReported(_ mediaType: String) throws {
        let generated = try Generated(
            operation: """
                operationId: make
                requestBody: {required: true, content: {\(mediaType): {\(Self.a)}, application/json: {\(Self.a)}}}
                responses: {'200': {description: a, content: {\(mediaType): {\(Self.a)}, application/json: {\(Self.a)}}}}
                """,
            method: "post"
        )
        #expect(generated.has("make(body: MakeBody"))
        #expect(generated.output.skippedCount == 2)
        #expect(generated.messages.allSatisfy { $0.contains("A body needs a media type.") })
    }

    @Test func bodyOfSwaggerWithoutAMediaTypeIsReported() throws {
        let generated = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            host: a.example
            consumes: [application/json]
            paths:
              /a:
                post:
                  operationId: make
                  consumes: ['', ;]
                  produces: ['']
                  parameters: [{name: body, in: body, required: true, schema: {type: string}}]
                  responses: {'200': {description: a, schema: {type: integer}}}
            """
        )
        #expect(generated.has("make(body: String)"))
        #expect(generated.has("APIOperation<Int>"))
        #expect(generated.messages.count { $0.contains("A body needs a media type.") } == 3)
    }

    // MARK: Responses

    @Test func eachKindOfResponseHasAFunction() throws {
        let generated = try responses(
            """
            '200': {description: a, content: {application/json: {\(Self.a)}, text/csv: {}, text/plain: {}, application/pdf: {}, text/event-stream: {}, application/jsonl: {\(Self.b)}, application/json-seq: {\(Self.b)}, application/vnd.shop.raw+json: {schema: {type: integer}}}}
            """
        )
        #expect(generated.has("APIOperation<MakeResponse>"))
        #expect(generated.has("func make(options:"))
        #expect(generated.has(#".accepting("application/vnd.shop.raw+json"), as: Int.self"#))
        #expect(generated.has("func makeShopRaw(options:"))
        #expect(
            generated.has("func makeEvents(options: RequestOptions = RequestOptions()) -> EventStream<ServerSentEvent>")
        )
        #expect(generated.has("func makeLines(options: RequestOptions = RequestOptions()) -> ElementStream<MakeLine>"))
        #expect(
            generated.has("func makeSequence(options: RequestOptions = RequestOptions()) -> ElementStream<MakeItem>")
        )
        #expect(generated.has(".jsonSequence(as: MakeItem.self)"))
        #expect(generated.has(#"func makeText(accept: String = "text/csv", options:"#))
        #expect(generated.has(".accepting(accept), as: String.self"))
        #expect(generated.has("func makeData(options:"))
        #expect(generated.has("func makeStream(options:"))
        #expect(generated.has(#".accepting("application/pdf"), as: Data.self"#))
    }

    @Test func eventsAndLinesOfOneOperationHaveFunctions() throws {
        let generated = try responses(
            "'200': {description: a, content: {application/jsonl: {\(Self.a)}, text/event-stream: {\(Self.b)}}}"
        )
        #expect(generated.has("func make(options: RequestOptions = RequestOptions()) -> EventStream<MakeEvent>"))
        #expect(generated.has("func makeLines(options: RequestOptions = RequestOptions()) -> ElementStream<MakeLine>"))
    }

    @Test(arguments: ["application/x-ndjson", "application/json-seq"])
    func elementsOfAnArrayAreTheItemsOfASequence(_ type: String) throws {
        let content = "{schema: {type: array, items: {type: string}}}"
        let generated = try responses("'200': {description: a, content: {\(type): \(content)}}")
        #expect(generated.has("-> ElementStream<String>"))
        #expect(generated.messages == [])
    }

    @Test func otherMediaTypesOfAFailureAreNotes() throws {
        let text = "{schema: {type: string}}"
        let failure = "application/json: {\(Self.a)}, text/plain: \(text), application/xml: {\(Self.b)}"
        let generated = try responses("'204': {description: a}, '409': {description: a, content: {\(failure)}}")
        #expect(generated.has(#"failures: ["409": MakeFailure409.self]"#))
        #expect(generated.output.skippedCount == 0)
        #expect(generated.messages.count { $0.contains("of a failure isn't decoded") } == 2)
    }

    @Test func mediaTypesOfSwaggerBesideJSONHaveItsSchema() throws {
        let schema = "{type: object, properties: {a: {type: string, foo: 1}}}"
        let generated = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            produces: [application/json, text/xml]
            paths:
              /a: {get: {operationId: make, responses: {'200': {description: a, schema: \(schema)}, '400': {description: a, schema: \(schema)}}}}
            """
        )
        #expect(generated.has(#"failures: ["400": MakeFailure400.self]"#))
        #expect(generated.messages.contains { $0.contains("'text/xml' has the schema of JSON") })
        // The members of the schema that no type has are still reported.
        #expect(generated.output.skippedCount == 2)
    }

    @Test func argumentForTheMediaTypeHasANameOfItsOwn() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                parameters: [{name: accept, in: query, schema: {type: string}}, {name: acceptedType, in: query, schema: {type: string}}]
                responses: {'200': {description: a, content: {image/png: {}, image/jpeg: {}}}}
                """
        )
        #expect(generated.has(#"acceptedType: String? = nil, acceptedType2: String = "image/png""#))
        #expect(generated.has("accept: acceptedType2"))
    }

    @Test func functionOfAKindDoesNotHaveTheNameOfAnOperation() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {tags: [t], operationId: find, responses: {'200': {description: a, content: {application/pdf: {}}}}}}
              /b: {get: {tags: [t], operationId: findStream, responses: {'204': {description: a}}}}
            """
        )
        #expect(generated.has("func findStream(options: RequestOptions = RequestOptions()) async throws(TalynError) {"))
        #expect(generated.has("func findStream2(options: RequestOptions = RequestOptions()) -> ResponseStream"))
    }

    @Test func textWithTheSchemaOfJSONIsJSON() throws {
        let generated = try responses(
            "'200': {description: a, content: {text/plain: {\(Self.a)}, application/json: {\(Self.a)}, text/json: {\(Self.a)}}}"
        )
        #expect(generated.has("APIOperation<MakeResponse>"))
        #expect(!generated.has("makeText"))
        #expect(generated.messages.contains { $0.contains("'text/plain' has the schema of JSON") })
    }

    @Test func schemaOfABodyWithoutTypesIsReported() throws {
        let generated = try responses("'200': {description: a, content: {application/xml: {\(Self.a)}}}")
        #expect(generated.has("APIOperation<Data>"))
        #expect(generated.messages.contains { $0.contains("'application/xml' has no types in Swift") })
    }

    @Test func statusTellsResultsApart() throws {
        let generated = try responses(
            """
            '200': {description: a, content: {application/json: {\(Self.a)}}}, '202': {description: a, content: {application/json: {\(Self.b)}}}, '2XX': {description: a, content: {application/json: {schema: {type: integer}}}}, '204': {description: a}
            """
        )
        #expect(generated.has("APIOperation<MakeResponse?>"))
        #expect(generated.has("case ok(Ok) case accepted(Accepted) case success(Int)"))
        #expect(generated.has(#"statuses: ["200": 0, "202": 1, "2XX": 2]"#))
    }

    @Test func equalResultsOfSeveralStatusesAreOneType() throws {
        let generated = try responses(
            "'200': {description: a, content: {application/json: {\(Self.a)}}}, '201': {description: a, content: {application/json: {\(Self.a)}}}"
        )
        #expect(!generated.has("enum MakeResponse") && generated.has("struct MakeResponse"))
    }

    @Test func failureHasATypeForEachOfItsSchemas() throws {
        let generated = try responses(
            "'204': {description: a}, '400': {description: a, content: {application/json: {\(Self.a)}, application/problem+json: {\(Self.b)}}}, '422': {description: a, content: {text/plain: {}}}"
        )
        #expect(generated.has("enum MakeFailure400"))
        #expect(generated.has(#"["400": MakeFailure400.self, "422": String.self]"#))
    }

    @Test func headerFieldsOfAResponseAreDocumented() throws {
        let generated = try responses(
            "'200': {description: a, headers: {X-Rate-Limit: {description: \"Calls\\nper hour.\", schema: {type: integer}}, Link: {schema: {type: string}}}}"
        )
        #expect(generated.text.contains("    /// - `X-Rate-Limit`: Calls\n    ///   per hour.\n    /// - `Link`\n"))
    }

    @Test(arguments: [
        ("integer, format: unix-time", "APIOperation<Date>", true),
        ("array, items: {type: integer, format: unix-time}", "APIOperation<[Date]>", true),
        ("object, additionalProperties: {type: integer, format: unix-time}", "APIOperation<[String: Date]>", true),
        ("string, format: date-time", "APIOperation<Date>", false),
    ])
    func timesOfAResultHaveTheirFormat(_ type: String, _ code: String, _ isUnix: Bool) throws {
        let generated = try responses(
            "'200': {description: a, content: {application/json: {schema: {type: \(type)}}}}, '400': {description: a, content: {application/json: {schema: {type: string, format: date-time}}}}"
        )
        #expect(generated.has(code))
        #expect(generated.has("dates: .secondsSince1970") == isUnix)
        #expect(generated.has(isUnix ? #""400": Timestamp.self"# : #""400": Date.self"#))
    }
}
#endif
