#if Tools
import HTTPTypes
import Testing

@testable import TalynOpenAPI

/// Paths with the templates of other tools than OpenAPI.
struct PathPartsTests {
    @Test(arguments: [
        "schema: {type: string, pattern: 'projects/[^/]+/books/[^/]+'}",
        "schema: {type: string, pattern: '^files/.+$'}",
        "schema: {$ref: '#/components/schemas/Name'}", "x-ms-skip-url-encoding: true, schema: {type: string}",
        "x-ms-skip-url-encoding: 'true', schema: {type: string}",
    ])
    func slashesOfAParameterStay(_ members: String) throws {
        let parameter = "{name: name, in: path, required: true, \(members)}"
        let document = """
            openapi: 3.1.0
            info: {title: a, version: '1'}
            servers: [{url: 'https://shop.example/v1'}]
            paths: {'/x/{name}': {get: {operationId: a, parameters: [\(parameter)], responses: {'204': {description: a}}}}}
            components: {schemas: {Name: {type: string, pattern: 'projects/[^/]+/books/[^/]+'}}}
            """
        #expect(try Generated(document).has(#""/x/\(segments: name, name: "name")""#), "\(members)")
        let target = "/v1/x/" + (members.contains("files") ? "files/a" : "projects/p/books/b")
        let answer = try CheckedDocument(text: document).answer(to: CheckedRequest("GET", target), seed: 0)
        #expect(answer.status == 204, "\(members)")
    }

    @Test(arguments: [
        "schema: {type: string, pattern: '[^/]+'}", "schema: {type: string, pattern: '^[a-z/]+$'}",
        "schema: {type: string, pattern: '^\\w+$'}", "schema: {type: string, pattern: '^(?!/).*$'}",
        "x-ms-skip-url-encoding: false, schema: {type: string}",
    ])
    func slashesOfOtherParametersAreEncoded(_ members: String) throws {
        let generated = try Generated(
            operation:
                "operationId: a\nparameters: [{name: name, in: path, required: true, \(members)}]\nresponses: {'204': {description: a}}",
            path: "/x/{name}"
        )
        #expect(generated.has(#""/x/\(name, name: "name")""#), "\(members)")
    }

    @Test func patternOfSwaggerCounts() throws {
        let generated = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            host: shop.example
            paths: {'/v1/{name}': {get: {operationId: a, parameters: [{name: name, in: path, required: true, type: string, pattern: 'projects/[^/]+'}], responses: {'204': {description: a}}}}}
            """
        )
        #expect(generated.has(#""/v1/\(segments: name, name: "name")""#))
    }

    @Test(arguments: [
        ("{key+}", "key+"), ("{key+}", "key"), ("{+key}", "key"), ("{key*}", "key"), ("{*key}", "key"),
        ("{**key}", "key"), ("{key:path}", "key"), ("{key:.*}", "key"),
    ])
    func greedyParameterHasSlashes(_ template: String, _ name: String) throws {
        let parameter = "{name: '\(name)', in: path, required: true, schema: {type: string}}"
        let generated = try Generated(
            operation: "operationId: a\nparameters: [\(parameter)]\nresponses: {'204': {description: a}}",
            path: "'/files/\(template)/tail'"
        )
        #expect(generated.has(#"a(key: String)"#))
        #expect(generated.has(#""/files/\(segments: key, name: "key")/tail""#))
        #expect(generated.messages == [])
        let document = try CheckedDocument(
            paths:
                "'/files/\(template)/tail': {get: {parameters: [\(parameter)], responses: {'204': {description: a}}}}"
        )
        #expect(document.answer(to: CheckedRequest("GET", "/v1/files/b/c/tail"), seed: 0).status == 204)
    }

    @Test(arguments: [("{id?}", "/users/{id?}/posts"), ("{id:int}", "/users/{id:int}/posts"), ("{id:int?}", "")])
    func constraintIsNoPartOfTheName(_ template: String, _ unused: String) throws {
        let generated = try Generated(
            operation:
                "parameters: [{name: id, in: path, required: true, schema: {type: integer}}]\nresponses: {'204': {description: a}}",
            path: "'/users/\(template)/posts'"
        )
        #expect(generated.has(#""/users/\(id, name: "id")/posts""#))
        #expect(generated.has("func getUsersBy"))
        #expect(generated.messages == [])
    }

    @Test func queryOfATemplateIsNoPartOfThePath() throws {
        let generated = try Generated(
            operation:
                "operationId: a\nparameters: [{name: b, in: query, schema: {type: string}}]\nresponses: {'204': {description: a}}",
            path: "'/users{?b,c}'"
        )
        #expect(generated.has(#".get, "/users""#) || generated.has(#""/users", at"#))
        #expect(generated.output.skippedCount == 1)
        #expect(generated.messages.contains { $0.contains("'{c}' in the query of the path") })
    }

    @Test func onlyValueOfARequiredParameterIsItsDefault() throws {
        let generated = try Generated(
            operation: """
                operationId: a
                parameters: [{name: api-version, in: query, required: true, schema: {type: string, enum: ['2024-01-01']}}, {name: X-Count, in: header, required: true, schema: {const: 5}}, {name: b, in: query, schema: {const: c}}, {name: id, in: path, required: true, schema: {const: c}}]
                responses: {'204': {description: a}}
                """,
            path: "/x/{id}"
        )
        #expect(generated.has(#"apiVersion: String = "2024-01-01""#))
        #expect(generated.has("xCount: Int = 5"))
        #expect(generated.has("b: String? = nil"))
        #expect(generated.has("id: String,"))
    }
}
#endif
