#if Tools
import Testing

@testable import TalynOpenAPI

struct OperationTests {
    @Test(arguments: [
        ("{name: a, in: query, schema: {type: array, items: {type: string}}}", #".form("a", a)"#),
        (
            "{name: a, in: query, explode: false, schema: {type: array, items: {type: string}}}",
            #".form("a", a, explode: false)"#
        ),
        (
            "{name: a, in: query, style: spaceDelimited, schema: {type: array, items: {type: string}}}",
            #".spaceDelimited("a", a)"#
        ),
        (
            "{name: a, in: query, style: pipeDelimited, explode: true, schema: {type: array}}",
            #".pipeDelimited("a", a, explode: true)"#
        ),
        ("{name: 'a[b]', in: query, style: deepObject, schema: {type: object}}", #".deepObject("a[b]", aB)"#),
        ("{name: a, in: query, allowReserved: true, schema: {type: string}}", #".form("a", a, reserved: true)"#),
        ("{name: a, in: query, content: {application/json: {schema: {type: object}}}}", #".json("a", a)"#),
        ("{name: X-A, in: header, schema: {type: string}}", #".field("X-A", xA)"#),
        ("{name: X-A, in: header, content: {application/json: {schema: {type: object}}}}", #".json("X-A", xA)"#),
        ("{name: X-A, in: header, content: {text/plain: {schema: {type: string}}}}", #".field("X-A", xA)"#),
        (
            "{name: a, in: cookie, content: {application/vnd.shop+json: {schema: {type: object}}}}",
            #".cookie("a", json: a)"#
        ),
        ("{name: a, in: query, content: {application/xml: {schema: {type: object}}}}", "a: String? = nil"),
        ("{name: X-A, in: header, explode: true, schema: {type: object}}", #".field("X-A", xA, explode: true)"#),
        ("{name: a, in: cookie, schema: {type: string}}", #".cookie("a", a)"#),
        (
            "{name: a, in: cookie, style: cookie, schema: {type: string}}",
            #".cookie("a", a, percentEncoded: false)"#
        ),
        (
            "{name: a, in: cookie, style: cookie, explode: false, schema: {type: array, items: {type: string}}}",
            #".cookie("a", a, explode: false, percentEncoded: false)"#
        ),
        ("{name: at, in: query, schema: {type: string, format: date-time}}", #".form("at", at.map { Timestamp($0) })"#),
        ("{name: in, in: query, required: true, schema: {type: string}}", #".form("in", `in`)"#),
        ("{name: n, in: query, required: true, schema: {type: integer, default: 5}}", "n: Int = 5"),
    ])
    func parameterHasItsStyle(_ parameter: String, _ code: String) throws {
        #expect(try Generated(operation: "parameters: [\(parameter)]\nresponses: {'204': {description: a}}").has(code))
    }

    @Test(arguments: [
        ("schema: {type: string}", #"/a/\(id, name: "id")/b"#),
        ("content: {application/json: {schema: {type: object}}}", #"/a/\(json: id, name: "id")/b"#),
        ("content: {application/json: {schema: {}}}", "id: JSONValue"),
        ("content: {text/plain: {schema: {type: string}}}", #"/a/\(id, name: "id")/b"#),
        ("style: label, schema: {type: string}", #"/a/\(label: id, name: "id")/b"#),
        ("style: matrix, explode: true, schema: {type: array}", #"/a/\(matrix: id, name: "id", explode: true)/b"#),
        ("schema: {type: array, items: {type: string}}", #"/a/\(simple: id, name: "id")/b"#),
        ("x-multi-segment: true, schema: {type: string}", #"/a/\(segments: id, name: "id")/b"#),
        ("schema: {type: string, format: date-time}", #"/a/\(Timestamp(id), name: "id")/b"#),
    ])
    func parameterOfThePathHasItsStyle(_ parameter: String, _ code: String) throws {
        let generated = try Generated(
            operation:
                "parameters: [{name: id, in: path, required: true, \(parameter)}]\nresponses: {'204': {description: a}}",
            path: "/a/{id}/b"
        )
        #expect(generated.has(code))
    }

    @Test(arguments: [
        ("{id=shelves/*}", #"/a/\(segments: id, name: "id"):move"#),
        ("{id=**}", #"/a/\(segments: id, name: "id"):move"#),
        ("{id=*}", #"/a/\(id, name: "id"):move"#),
    ])
    func parameterOfThePathHasAPattern(_ template: String, _ code: String) throws {
        let generated = try Generated(
            operation:
                "parameters: [{name: id, in: path, required: true, schema: {type: string}}]\nresponses: {'204': {description: a}}",
            path: "'/a/\(template):move'"
        )
        #expect(generated.has(code))
        #expect(generated.messages == [])
    }

    @Test func parameterThatIsNotDeclaredIsText() throws {
        let generated = try Generated(operation: "responses: {}", path: "/a/{id}")
        #expect(generated.has("id: String"))
        #expect(generated.messages.count == 1)
    }

    @Test(arguments: [
        ("{'204': {description: a}}", "APIOperation<EmptyResult>"),
        ("{'200': {description: a, content: {application/json: {schema: {type: string}}}}}", "APIOperation<String>"),
        (
            "{'200': {description: a, content: {application/json: {schema: {type: integer}}}}, '204': {description: b}}",
            "APIOperation<Int?>"
        ),
        ("{'200': {description: a, content: {text/plain: {}}}}", "APIOperation<String>"),
        ("{'200': {description: a, content: {application/pdf: {}}}}", "APIOperation<Data>"),
        ("{'302': {description: a}}", "APIOperation<Data>"),
        ("{'304': {description: a}, '204': {description: b}}", "APIOperation<EmptyResult>"),
        ("{default: {description: a, content: {application/json: {schema: {type: boolean}}}}}", "APIOperation<Bool>"),
        ("{'2XX': {description: a, content: {application/json: {schema: {type: boolean}}}}}", "APIOperation<Bool>"),
        ("{'200': {description: a, content: {text/event-stream: {}}}}", "EventStream<ServerSentEvent>"),
        (
            "{'200': {description: a, content: {application/x-ndjson: {schema: {type: object}}}}}",
            "ElementStream<[String: JSONValue]>"
        ),
        (
            "{'200': {description: a, content: {application/vnd.shop+json: {schema: {type: integer}}}}}",
            #"accept: "application/vnd.shop+json""#
        ),
    ])
    func resultHasItsType(_ responses: String, _ code: String) throws {
        #expect(try Generated(operation: "responses: \(responses)").has(code))
    }

    @Test func resultsOfSeveralStatusesAreAUnion() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                responses:
                  '200': {description: a, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}
                  '201': {description: a, content: {application/json: {schema: {type: string}}}}
                """
        )
        #expect(generated.has("APIOperation<MakeResponse>"))
        #expect(generated.has("enum MakeResponse:"))
    }

    @Test(arguments: [
        ("{type: apiKey, in: header, name: X Api Key}", 1), ("{type: apiKey, in: query, name: ''}", 1),
        ("{type: apiKey, in: header, name: X-Api-Key}", 0), ("{type: apiKey, in: query, name: api key}", 0),
    ])
    func keyThatNoRequestCanHaveIsReported(_ scheme: String, _ count: Int) throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            security: [{key: []}]
            paths: {/a: {get: {operationId: a, responses: {}}}}
            components: {securitySchemes: {key: \(scheme)}}
            """
        )
        #expect(generated.output.skippedCount == count)
        #expect(generated.has(#"security: [["key"]]"#) == (count == 0))
    }

    @Test func callAsksForTheMediaTypesOfAllStatuses() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                responses:
                  '200': {description: a, content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}}
                  '202': {description: a, content: {application/vnd.shop.job+json: {schema: {type: object, properties: {b: {type: string}}}}}}
                """
        )
        #expect(generated.has(#"accept: "application/json, application/vnd.shop.job+json""#))
        #expect(generated.has("func make(options:"))
    }

    @Test func failuresHaveTypesByStatus() throws {
        let content = "content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}"
        let generated = try Generated(
            operation:
                "operationId: make\nresponses: {'204': {description: a}, 4XX: {description: a, \(content)}, default: {description: a, \(content)}}"
        )
        #expect(generated.has(#"failures: ["4XX": MakeFailure4.self, "default": MakeFailure.self]"#))
    }

    @Test func defaultResponseIsTheResultAndTheFailure() throws {
        let content = "content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}"
        let generated = try Generated(
            operation: "operationId: make\nresponses: {'404': {description: a}, default: {description: a, \(content)}}"
        )
        #expect(generated.has("APIOperation<MakeResponse>"))
        #expect(generated.has(#"failures: ["default": MakeResponse.self]"#))
        let bytes = try Generated(
            operation: "operationId: make\nresponses: {default: {description: a, content: {application/pdf: {}}}}"
        )
        #expect(bytes.has("APIOperation<Data>"))
        #expect(bytes.messages == [])
    }

    @Test func firstOfEqualStatusesCounts() throws {
        func content(_ name: String) -> String {
            "content: {application/json: {schema: {type: object, properties: {\(name): {type: string}}}}}"
        }
        let generated = try Generated(
            operation:
                "operationId: make\nresponses: {'204': {description: a}, 4xx: {description: a, \(content("a"))}, 4XX: {description: a, \(content("b"))}, Default: {description: a, \(content("c"))}, default: {description: a, \(content("d"))}}"
        )
        #expect(generated.has(#"failures: ["4XX": MakeFailure4.self, "default": MakeFailure.self]"#))
        #expect(
            generated.has("var a:") && generated.has("var c:") && !generated.has("var b:") && !generated.has("var d:")
        )
        #expect(generated.output.skippedCount == 2)
        #expect(generated.messages.filter { $0.contains("The first one counts.") }.count == 2)
    }

    @Test func defaultValueBeyondTheNumbersOfSwiftIsLeftOut() throws {
        // JSON, since a number of YAML is finite.
        let generated = try Generated(
            """
            {"openapi": "3.0.0", "info": {"title": "a", "version": "1"}, "paths": {"/a": {"get": {"operationId": "a", "responses": {}, "parameters": [
                {"name": "n", "in": "query", "required": true, "schema": {"type": "number", "default": 1e999}},
                {"name": "m", "in": "query", "required": true, "schema": {"type": "number", "default": 2.5}}
            ]}}}}
            """
        )
        #expect(generated.has("n: Double, m: Double = 2.5"))
    }

    @Test func bodyHasAFunctionForEachMediaType() throws {
        let schema = "schema: {type: object, properties: {a: {type: string}, file: {type: string, format: binary}}}"
        let generated = try Generated(
            operation: """
                operationId: make
                requestBody:
                  required: true
                  content:
                    application/json: {\(schema)}
                    application/x-www-form-urlencoded: {\(schema)}
                    multipart/form-data: {\(schema)}
                    application/octet-stream: {schema: {type: string, format: binary}}
                    text/plain: {schema: {type: string}}
                responses: {'204': {description: a}}
                """,
            method: "post"
        )
        for label in ["body: MakeBody", "form: MakeBody", "multipart: MakeForm", "data: HTTPBody", "text: String"] {
            #expect(generated.has("make(\(label), options:"), "\(label)")
        }
        #expect(generated.has("public var file: MultipartFile?"))
    }

    @Test func bodyThatCanBeNullIsReported() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                requestBody: {required: true, content: {application/json: {schema: {oneOf: [{type: object, properties: {a: {type: string}}}, {type: 'null'}]}}}}
                responses: {'204': {description: a}}
                """,
            method: "post"
        )
        #expect(generated.has("make(body: MakeBody, options:"))
        #expect(generated.messages.count == 1)
        #expect(generated.messages.first?.contains("note: The body can't be 'null'.") == true)
    }

    @Test func bodyWithoutMembersIsLeftOut() throws {
        let body =
            "requestBody: {content: {application/x-www-form-urlencoded: {schema: {type: object, properties: {}, additionalProperties: false}}}}"
        let generated = try Generated(operation: "operationId: list\n\(body)\nresponses: {'204': {description: a}}")
        #expect(generated.has("static func list() ->"))
    }

    @Test func arraysOfAFormHaveTheirStyles() throws {
        let generated = try Generated(
            operation: """
                requestBody:
                  content:
                    application/x-www-form-urlencoded:
                      schema: {type: object, properties: {a: {type: array}, b: {type: array}, c: {type: string}}}
                      encoding: {a: {style: deepObject, explode: true}, b: {style: form, explode: false}}
                responses: {'204': {description: a}}
                """,
            method: "post"
        )
        #expect(generated.has(#".form(body, .exploded, ["a": .brackets, "b": .commas])"#))
    }

    @Test(arguments: [
        ("{style: spaceDelimited}", ", .spaces"), ("{style: pipeDelimited}", ", .pipes"), ("{style: form}", ""),
        ("{style: pipeDelimited, explode: true}", ""),
    ])
    func onlyTheStyleFormIsExplodedByDefault(_ encoding: String, _ style: String) throws {
        func generated(_ mediaType: String) throws -> Generated {
            try Generated(
                operation: """
                    operationId: make
                    requestBody:
                      required: true
                      content:
                        \(mediaType):
                          schema: {type: object, properties: {tags: {type: array, items: {type: string}}}}
                          encoding: {tags: \(encoding)}
                    responses: {'204': {description: a}}
                    """,
                method: "post"
            )
        }
        #expect(try generated("application/x-www-form-urlencoded").has(".form(body\(style))"))
        let argument = style.isEmpty ? "" : ", style: \(style.dropFirst(2))"
        #expect(try generated("multipart/form-data").has("value: self.tags\(argument))"))
    }

    @Test func propertyOfAFormIsJSONUnlessItHasAStyle() throws {
        let generated = try Generated(
            operation: """
                requestBody:
                  content:
                    application/x-www-form-urlencoded:
                      schema: {type: object, properties: {a: {type: object}, b: {type: array}, c: {type: string}}}
                      encoding: {a: {contentType: 'application/json; charset=utf-8'}, b: {contentType: application/json, style: form, explode: false}, c: {contentType: application/json}}
                responses: {'204': {description: a}}
                """,
            method: "post"
        )
        #expect(generated.has(#".form(body, .exploded, ["a": .json, "b": .commas])"#))
        let alone = try Generated(
            operation: """
                requestBody:
                  content:
                    application/x-www-form-urlencoded:
                      schema: {type: object, properties: {a: {type: object}}}
                      encoding: {a: {contentType: application/json}}
                responses: {'204': {description: a}}
                """,
            method: "post"
        )
        #expect(alone.has(#".form(body, .exploded, ["a": .json])"#))
    }

    @Test(arguments: ["names: {}", "only: 5", "conformance: all", "pages: {a: {b: c}}", "- a", "types: {a: 1}"])
    func wrongConfigurationIsRefused(_ text: String) {
        #expect(throws: GenerationError.self) { try Configuration(text: text) }
    }

    @Test(arguments: [("tag:more-books", 2), ("tag:More Books", 2), ("tag:books", 1), ("tag:more", 0)])
    func eachTagSelectsAnOperation(_ selector: String, _ count: Int) throws {
        let document = """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            paths: {/a: {get: {operationId: a, tags: [Books, More Books], responses: {}}, put: {operationId: b, tags: [more books], responses: {}}}}
            """
        #expect(try Generated(document) { $0.only = [selector] }.output.operationCount == count)
        #expect(try Generated(document) { $0.except = [selector] }.output.operationCount == 2 - count)
    }
}
#endif
