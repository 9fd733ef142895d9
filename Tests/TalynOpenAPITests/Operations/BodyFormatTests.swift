#if Tools
import Foundation
import HTTPTypes
import Testing

@testable import TalynOpenAPI

/// Bodies whose format the media type or the status decides.
struct BodyFormatTests {
    private static let json = "content: {application/json: {schema: {type: object, properties: {a: {type: string}}}}}"

    private func responses(_ responses: String) throws -> Generated {
        try Generated(operation: "operationId: make\nresponses: {\(responses)}")
    }

    // MARK: Statuses without a body

    @Test(arguments: ["204", "205"])
    func statusHasNoBody(_ status: String) throws {
        for content in [Self.json, "content: {application/json: {schema: {}}}", "content: {application/json: {}}"] {
            let generated = try responses("'\(status)': {description: a, \(content)}")
            #expect(generated.has("-> APIOperation<EmptyResult>"))
            #expect(generated.messages.count == 1)
            #expect(generated.messages.first?.contains("A response \(status) has no body.") == true)
            #expect(generated.output.skippedCount == 0)
        }
        let both = try responses("'200': {description: a, \(Self.json)}, '\(status)': {description: a, \(Self.json)}")
        #expect(both.has("-> APIOperation<MakeResponse?>"))
        let document = try CheckedDocument(
            paths: "/a: {get: {responses: {'\(status)': {description: a, \(Self.json)}}}}"
        )
        let answer = document.answer(to: CheckedRequest("GET", "/v1/a"), seed: 0)
        #expect(answer.status == Int(status) && answer.body.isEmpty)
        #expect(answer.headerFields[.contentType] == nil)
    }

    @Test func unchangedResponseIsNoFailureWithABody() throws {
        let generated = try responses("'200': {description: a, \(Self.json)}, '304': {description: a, \(Self.json)}")
        #expect(!generated.has(#""304": "#))
        #expect(generated.output.skippedCount == 0)
        let swagger = try Generated(
            """
            swagger: '2.0'
            info: {title: a, version: '1'}
            host: shop.example
            paths: {/a: {get: {operationId: a, responses: {'204': {description: a, schema: {$ref: '#/definitions/Empty'}}}}}}
            definitions: {Empty: {type: object, properties: {a: {type: string}}}}
            """
        )
        #expect(swagger.has("-> APIOperation<EmptyResult>"))
        #expect(swagger.output.skippedCount == 0)
    }

    // MARK: Any media type

    @Test(arguments: [
        "{schema: {}}", "{schema: {description: A picture.}}", "{schema: {$ref: '#/components/schemas/Any'}}",
    ])
    func anyMediaTypeWithoutATypeIsBytes(_ content: String) throws {
        let document = """
            openapi: 3.0.3
            info: {title: a, version: '1'}
            servers: [{url: 'https://shop.example/v1'}]
            paths:
              /a:
                put: {operationId: store, requestBody: {required: true, content: {'*/*': \(content)}}, responses: {'204': {description: a}}}
                get: {operationId: load, responses: {'200': {description: a, content: {'*/*': \(content)}}}}
            components: {schemas: {Any: {}}}
            """
        let generated = try Generated(document)
        #expect(generated.has(#"store(body: HTTPBody, contentType: String = "application/octet-stream")"#))
        #expect(generated.has("load() -> APIOperation<Data>") && generated.has("func loadStream("))
        #expect(generated.output.skippedCount == 0)
        let checked = try CheckedDocument(text: document)
        #expect(checked.answer(to: CheckedRequest("PUT", "/v1/a", [:], "a", type: "image/png"), seed: 0).status == 204)
        #expect(checked.answer(to: CheckedRequest("GET", "/v1/a"), seed: 0).text == "made up")
    }

    @Test func anyMediaTypeWithATypeIsJSON() throws {
        let generated = try responses(
            "'200': {description: a, content: {'*/*': {schema: {type: object, properties: {a: {type: string}}}}}}"
        )
        #expect(generated.has("-> APIOperation<MakeResponse>"))
    }

    // MARK: JSON lines

    @Test(arguments: ["jsonlines", "json-lines", "x-json-stream", "stream+json", "x-ndjson"])
    func linesHaveSeveralNames(_ name: String) throws {
        let content =
            "content: {application/\(name): {schema: {type: object, required: [a], properties: {a: {type: string}}}}}"
        let generated = try responses("'200': {description: a, \(content)}")
        #expect(generated.has("-> ElementStream<MakeLine>"))
        #expect(generated.has("accept: \"application/\(name)\""))
        let document = try CheckedDocument(paths: "/a: {get: {responses: {'200': {description: a, \(content)}}}}")
        let answer = document.answer(to: CheckedRequest("GET", "/v1/a"), seed: 0)
        #expect(answer.text.split(separator: "\n").count == 2)
        func faults(_ body: String) -> [String] {
            let response = CheckedResponse(
                status: 200,
                headerFields: [.contentType: "application/\(name)"],
                body: Data(body.utf8)
            )
            return document.faults(of: response, to: "GET", document.document.operations[0]).map(\.pointer)
        }
        #expect(faults("{\"a\": \"b\"}\n{\"a\": \"c\"}\n") == [])
        #expect(faults("{\"a\": \"b\"}\n{\"a\": 5}\n") == ["/1/a"])
    }

    // MARK: Forms

    @Test(arguments: ["{type: string}", "{type: array, items: {type: string}}"])
    func formWithoutMembersIsText(_ schema: String) throws {
        let content = "{application/x-www-form-urlencoded: {schema: \(schema)}}"
        let generated = try Generated(
            operation:
                "operationId: make\nrequestBody: {required: true, content: \(content)}\nresponses: {'204': {description: a}}",
            method: "post"
        )
        #expect(generated.has("make(body: String)"))
        #expect(generated.has(#"body: .text(body, as: "application/x-www-form-urlencoded")"#))
        #expect(generated.output.skippedCount == 0)
        #expect(generated.messages.contains { $0.contains("A form needs an object.") })
        let document = try CheckedDocument(
            paths:
                "/a: {post: {requestBody: {required: true, content: \(content)}, responses: {'204': {description: a}}}}"
        )
        let request = CheckedRequest("POST", "/v1/a", [:], "a=b", type: "application/x-www-form-urlencoded")
        #expect(document.answer(to: request, seed: 0).status == 204)
    }
}
#endif
