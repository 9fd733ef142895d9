#if Tools
import Testing

@testable import TalynOpenAPI

struct ParameterTests {
    @Test func namesOfHeaderFieldsIgnoreCase() throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            paths:
              /a:
                parameters: [{name: X-Trace, in: header, required: true, schema: {type: string}}, {name: q, in: query, schema: {type: string}}]
                get: {operationId: a, parameters: [{name: x-trace, in: header, schema: {type: string}}, {name: Q, in: query, schema: {type: string}}], responses: {}}
            """
        )
        #expect(generated.has(#"headers: [.field("x-trace", xTrace)]"#))
        #expect(generated.has(#".form("q", q), .form("Q", q2)"#))
        #expect(generated.messages.isEmpty)
    }

    @Test func parameterOfOneNameAndPlaceCountsOnce() throws {
        let generated = try Generated(
            operation:
                "operationId: a\nparameters: [{name: X-A, in: header, schema: {type: string}}, {name: x-a, in: header, schema: {type: integer}}]\nresponses: {}"
        )
        #expect(generated.has("xA: String? = nil"))
        #expect(generated.output.skippedCount == 1)
    }

    @Test func documentationIsWhole() throws {
        let generated = try Generated(
            operation: """
                operationId: a
                parameters: [{name: limit, in: query, description: "First,\\nsecond.\\n\\nThird.", schema: {type: integer, default: 5}}]
                responses: {}
                """
        )
        #expect(
            generated.text.contains(
                "    ///   - limit: First,\n    ///     second.\n    ///\n    ///     Third.\n    ///     Default: `5`.\n"
            )
        )
    }

    @Test(arguments: [
        ("{name: Accept, in: header, schema: {type: string}}", 0),
        ("{name: a, in: query, schema: {type: integer, default: b}}", 0),
        ("{name: a, in: query, required: true, schema: {type: string, enum: [b, c], default: d}}", 0),
        ("{name: a, in: query, style: cookie, schema: {type: string}}", 0),
        ("{name: authorization, in: header, schema: {type: string}}", 0),
        ("{name: a, in: header, style: form, schema: {type: string}}", 0),
        ("{name: a, in: query, style: odd, schema: {type: string}}", 0),
        ("{name: a, in: query, allowEmptyValue: true, schema: {type: boolean}}", 0),
        ("{name: a, in: query, content: {text/plain: {}, application/json: {}}}", 1),
        ("{name: a, in: path, required: true, schema: {type: string}}", 1),
        ("{name: '', in: query, schema: {type: string}}", 1),
        ("{name: a, in: body, schema: {type: string}}", 1),
    ])
    func whatIsNotSentIsReported(_ parameter: String, _ skippedCount: Int) throws {
        let generated = try Generated(operation: "operationId: a\nparameters: [\(parameter)]\nresponses: {}")
        #expect(generated.messages.count == 1)
        #expect(generated.output.skippedCount == skippedCount)
    }

    @Test(arguments: [
        ("{type: array, items: {type: string, enum: [dog, fish]}, default: [fish, dog]}", "[.fish, .dog]"),
        ("{type: array, items: {type: integer}, default: []}", "[]"),
        ("{$ref: '#/components/schemas/Kind'}", ".b"),
    ])
    func requiredParameterHasItsDefault(_ schema: String, _ literal: String) throws {
        let generated = try Generated(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths: {/a: {get: {operationId: get, parameters: [{name: kind, in: query, required: true, schema: \(schema)}], responses: {}}}}
            components: {schemas: {Kind: {type: string, enum: [a, b], default: b}}}
            """
        )
        #expect(generated.has(" = \(literal)"))
        #expect(generated.messages == [])
    }

    @Test func emptyValueOfATextCanBeSent() throws {
        let generated = try Generated(
            operation:
                "operationId: a\nparameters: [{name: a, in: query, allowEmptyValue: true, schema: {type: string}}]\nresponses: {}"
        )
        #expect(generated.messages.isEmpty)
    }

    @Test(arguments: [
        ("application/x-www-form-urlencoded", "whole(querystring)", "querystring: AQuerystring"),
        ("application/json", "whole(json: querystring)", "querystring: AQuerystring"),
        ("text/plain", "whole(querystring)", "querystring: AQuerystring"),
    ])
    func wholeQueryIsAParameter(_ mediaType: String, _ code: String, _ argument: String) throws {
        let generated = try Generated(
            operation: """
                operationId: a
                parameters: [{in: querystring, required: true, content: {\(mediaType): {schema: {type: object, properties: {b: {type: string}}}}}}]
                responses: {}
                """
        )
        #expect(generated.has("query: [.\(code)]"))
        #expect(generated.has(argument))
        #expect(generated.messages.isEmpty)
    }

    @Test(arguments: [
        ("allowReserved: true, schema: {type: string}", "segments: a", 0),
        ("x-multi-segment: true, schema: {type: string, enum: [b, c]}", "segments: a", 0),
        ("allowReserved: true, schema: {type: array, items: {type: string}}", "simple: a", 1),
        ("x-multi-segment: true, schema: {type: object, properties: {b: {type: string}}}", "simple: a", 1),
        ("allowReserved: true, style: label, schema: {type: string}", "label: a", 1),
    ])
    func onlyATextHasSegments(_ members: String, _ code: String, _ count: Int) throws {
        let generated = try Generated(
            operation: "operationId: a\nparameters: [{name: a, in: path, required: true, \(members)}]\nresponses: {}",
            path: "/x/{a}"
        )
        #expect(generated.has(#""/x/\(\#(code), name: "a")""#))
        #expect(generated.messages.count == count)
    }

    @Test func partsHaveTheirStyleAndTheirHeaderFields() throws {
        let generated = try Generated(
            operation: """
                operationId: a
                requestBody:
                  required: true
                  content:
                    multipart/form-data:
                      schema: {type: object, properties: {tags: {type: array, items: {type: string}}, ids: {type: array, items: {type: string}}, photo: {type: string, format: binary}}}
                      encoding:
                        tags: {style: form, explode: false}
                        photo: {contentType: 'image/png, image/jpeg', headers: {X-Side: {schema: {type: string}}, Content-Type: {schema: {type: string}}}}
                responses: {}
                """,
            method: "post"
        )
        #expect(generated.has(#"form.add("tags", value: self.tags, style: .commas)"#))
        #expect(generated.has(#"form.add("ids", value: self.ids)"#))
        #expect(generated.has("/// Media types: `image/png`, `image/jpeg`."))
        #expect(generated.has("public var photoXSide: String?"))
        #expect(generated.has(#"form.add("photo", self.photo, headers: [.field("X-Side", self.photoXSide)])"#))
        #expect(generated.output.skippedCount == 0)
    }

    @Test(arguments: ["multipart/form-data", "application/x-www-form-urlencoded"])
    func encodingOfAMissingPropertyIsReported(_ mediaType: String) throws {
        let generated = try Generated(
            operation: """
                operationId: a
                requestBody: {content: {\(mediaType): {schema: {properties: {b: {type: string}}}, encoding: {b: {style: form}, c: {style: form}}}}}
                responses: {}
                """,
            method: "post"
        )
        #expect(generated.messages.count == 1)
        #expect(generated.messages.first?.contains("skipped: The body has no property 'c'.") == true)
    }

    @Test(arguments: ["simple", "label", "matrix", "cookie", "tabDelimited", "other"])
    func styleThatNoFormHasIsReported(_ style: String) throws {
        let generated = try Generated(
            operation: """
                operationId: make
                requestBody:
                  content:
                    application/x-www-form-urlencoded:
                      schema: {type: object, properties: {a: {type: array, items: {type: string}}}}
                      encoding: {a: {style: \(style)}}
                responses: {}
                """,
            method: "post"
        )
        #expect(generated.output.skippedCount == 1)
        #expect(generated.messages.contains { $0.contains("'\(style)' is no style of a property in a form.") })
    }

    @Test func partWithSeveralTypesHasThem() throws {
        let generated = try Generated(
            operation: """
                operationId: make
                requestBody:
                  content:
                    multipart/form-data:
                      schema:
                        type: object
                        oneOf:
                          - {properties: {size: {type: integer}, kind: {enum: [a]}, file: {type: string}}}
                          - {properties: {size: {type: string}, kind: {enum: [b]}, file: {type: string, format: binary}}}
                responses: {}
                """,
            method: "post"
        )
        #expect(generated.has("var size: JSONValue?"))
        #expect(generated.has("var kind: MakeForm.Kind?") || generated.has("var kind: Kind?"))
        #expect(generated.has("case \"b\""))
        #expect(generated.has("var file: MultipartFile?"))
        #expect(generated.messages.contains { $0.contains("several types here. The property is any JSON.") })
    }

    @Test func longDefaultIsLeftOut() throws {
        func generated(_ count: Int) throws -> Generated {
            let values = Array(repeating: "a", count: count).joined(separator: ", ")
            return try Generated(
                operation: """
                    operationId: make
                    parameters: [{name: a, in: query, required: true, schema: {type: array, items: {type: string}, default: [\(values)]}}]
                    responses: {}
                    """
            )
        }
        #expect(try generated(40).has(#"a: [String] = ["a", "a""#))
        let long = try generated(41)
        #expect(long.has("a: [String], options"))
        #expect(long.messages.contains { $0.contains("has more than 40 elements.") })
    }

    /// The compiler needs too long for the types of long array literals.
    @Test func manyParametersAreAddedOneByOne() throws {
        let parameters = (0..<41).map { "{name: p\($0), in: query, schema: {type: string}}" }.joined(separator: ", ")
        let generated = try Generated(operation: "parameters: [\(parameters)]\nresponses: {}")
        #expect(generated.has("var _query: [QueryItem?] = []"))
        #expect(generated.has(#"_query.append(.form("p40", p40))"#))
        #expect(generated.has("query: _query"))
    }
}
#endif
