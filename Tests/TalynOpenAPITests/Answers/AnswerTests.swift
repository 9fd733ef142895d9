#if Tools
import Foundation
import HTTPTypes
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

struct AnswerTests {
    private static let document = """
        /books/{id}:
          get:
            security: [{token: []}, {key: []}]
            parameters: [{name: id, in: path, required: true, schema: {type: integer}}, {name: page, in: query, schema: {type: integer, minimum: 1}}]
            responses:
              '200':
                description: ''
                content:
                  application/json:
                    schema: {type: object, required: [title], properties: {title: {type: string, minLength: 4}, next: {type: [string, 'null']}}}
                    examples: {bad: {value: {title: Tea}}, good: {value: {title: Coffee}}}
                  text/plain: {schema: {type: string}, example: Coffee}
              '404': {description: '', content: {application/problem+json: {schema: {required: [title], properties: {title: {type: string}}}}}}
              5XX: {description: ''}
          post:
            requestBody: {required: true, content: {application/json: {schema: {type: object, required: [title]}}}}
            responses: {'201': {description: ''}}
        """

    private func answer(_ request: CheckedRequest, seed: UInt64 = 0) throws -> DocumentAnswer {
        let schemes =
            "components: {securitySchemes: {token: {type: http, scheme: bearer}, key: {type: apiKey, in: query, name: key}}}"
        return try CheckedDocument(paths: Self.document, schemes).answer(to: request, seed: seed)
    }

    private let token: HTTPFields = [.authorization: "Bearer s3cr3t"]

    private func preferring(_ text: String) -> HTTPFields {
        var fields = token
        fields[HTTPField.Name("Prefer")!] = text
        return fields
    }

    @Test func exampleThatFitsIsTheAnswer() throws {
        let answer = try answer(CheckedRequest("GET", "/books/1", token))
        #expect(answer.status == 200)
        #expect(answer.headerFields[.contentType] == "application/json")
        #expect(answer.text == #"{"title":"Coffee"}"#)
    }

    @Test func clientChoosesTheAnswer() throws {
        #expect(try answer(CheckedRequest("GET", "/books/1", preferring("example=bad"))).text == #"{"title":"Tea"}"#)
        let missing = try answer(CheckedRequest("GET", "/books/1", preferring("code=404")))
        #expect(missing.status == 404)
        #expect(missing.json?["title"]?.text != nil)
        #expect(try answer(CheckedRequest("GET", "/books/1", preferring("code=503"))).status == 503)
        #expect(try answer(CheckedRequest("GET", "/books/1", preferring("code=302"))).status == 400)
        #expect(try answer(CheckedRequest("GET", "/books/1", preferring("example=other"))).status == 400)
        let made = try answer(CheckedRequest("GET", "/books/1", preferring("dynamic=true")))
        #expect(made.json?["title"]?.text != "Coffee")
        #expect(made.json?["next"] == .null)
        var fields = token
        fields[.accept] = "text/plain, application/json;q=0.5"
        let text = try answer(CheckedRequest("GET", "/books/1", fields))
        #expect(text.headerFields[.contentType] == "text/plain")
        #expect(text.text == "Coffee")
    }

    @Test(arguments: [
        (
            CheckedRequest("GET", "/nothing"), 404,
            "The document has no path for this request. Check the path and the base path."
        ),
        (CheckedRequest("DELETE", "/books/1"), 405, "The document has this path with other methods: GET, POST."),
        (
            CheckedRequest("GET", "/books/1"), 401,
            "The request lacks a credential: send 'Authorization: Bearer TOKEN', or the query parameter 'key'. Any value is accepted."
        ),
        (
            CheckedRequest("GET", "/books/x?key=1&page=0"), 400,
            "The path parameter 'id' must be an integer, and is a string. The query parameter 'page' must be at least 1."
        ),
        (CheckedRequest("POST", "/books/1"), 400, "The body is missing."),
        (
            CheckedRequest("POST", "/books/1", [:], "{", type: "application/json"), 400,
            "The body isn't JSON: the text ends in the middle of a value."
        ),
        (
            CheckedRequest("POST", "/books/1", [:], "a", type: "text/plain"), 415,
            "The body has another media type than application/json."
        ),
        (
            CheckedRequest("POST", "/books/1", [:], "{}", type: "application/json"), 422,
            "The body lacks the member 'title'."
        ),
    ])
    func refusalSaysWhy(request: CheckedRequest, status: Int, detail: String) throws {
        let answer = try answer(request)
        #expect(answer.status == status)
        #expect(answer.headerFields[.contentType] == "application/problem+json")
        #expect(answer.json?["detail"]?.text == detail)
        #expect(answer.json?["status"] == .integer(status))
        #expect(answer.json?["title"]?.text?.isEmpty == false)
    }

    @Test func credentialBesideACertificateIsNeeded() throws {
        let schemes =
            "components: {securitySchemes: {tls: {type: mutualTLS}, key: {type: apiKey, in: query, name: key}}}"
        let responses = "responses: {'204': {description: ''}}"
        let document = try CheckedDocument(
            paths: """
                /a: {get: {security: [{tls: [], key: []}], \(responses)}}
                /b: {get: {security: [{tls: []}], \(responses)}}
                /c: {get: {security: [{gone: [], key: []}], \(responses)}}
                """,
            schemes
        )
        func status(_ target: String) -> Int { document.answer(to: CheckedRequest("GET", target), seed: 0).status }
        #expect(status("/a") == 401)
        #expect(status("/a?key=1") == 204)
        #expect(status("/b") == 204)
        #expect(status("/c") == 204)
    }

    @Test func refusalHasTheFieldsOfItsStatus() throws {
        #expect(try answer(CheckedRequest("PUT", "/books/1")).headerFields[.allow] == "GET, POST")
        #expect(
            try answer(CheckedRequest("GET", "/books/1")).headerFields[values: .wwwAuthenticate] == [
                "ApiKey", "Bearer",
            ]
        )
        let fault = try answer(CheckedRequest("POST", "/books/1", [:], "{}", type: "application/json"))
            .json?["errors"]?.elements?.first
        #expect(fault?["in"]?.text == "body")
        #expect(fault?["pointer"]?.text == "#")
    }

    @Test func fieldOfAnAnswerCanBeJSON() throws {
        let schema = "{type: object, required: [x], properties: {x: {type: integer, minimum: 7, maximum: 7}}}"
        let document = try CheckedDocument(
            paths:
                "/a: {get: {responses: {'204': {description: '', headers: {X-A: {required: true, content: {application/json: {schema: \(schema)}}}}}}}}"
        )
        let answer = document.answer(to: CheckedRequest("GET", "/a"), seed: 0)
        #expect(answer.headerFields[HTTPField.Name("X-A")!] == #"{"x":7}"#)
    }

    @Test func undeclaredQueryParameterIsIgnored() throws {
        #expect(try answer(CheckedRequest("GET", "/books/1?key=1&other=2")).status == 200)
    }

    @Test func seedDecidesOnValues() throws {
        let request = CheckedRequest("GET", "/books/1", preferring("dynamic=true"))
        #expect(try answer(request, seed: 3).text == answer(request, seed: 3).text)
        let texts = try Set((0..<20).map { try answer(request, seed: $0).text })
        #expect(texts.count > 3)
    }

    @Test func examplesOfSwaggerAreUsed() throws {
        let document = try CheckedDocument(
            text: """
                swagger: '2.0'
                info: {title: Shop, version: '1'}
                basePath: /api
                produces: [application/json]
                paths:
                  /a:
                    get:
                      parameters: [{name: ids, in: query, type: array, items: {type: integer}, collectionFormat: csv}]
                      responses:
                        '200': {description: '', schema: {type: object, required: [a], properties: {a: {type: integer}}}, examples: {application/json: {a: 5}}}
                """
        )
        #expect(document.answer(to: CheckedRequest("GET", "/api/a?ids=1,2"), seed: 0).text == #"{"a":5}"#)
        #expect(document.answer(to: CheckedRequest("GET", "/api/a?ids=1,b"), seed: 0).status == 400)
    }

    @Test(arguments: [
        ("openapi: 3.1.0", true), ("# A comment\n\"swagger\": '2.0'", true),
        (#" {"info": {}, "openapi": "3.0.0"}"#, true),
        (#"{"log": {"entries": [], "openapi": 1}}"#, false), ("", false), ("log: {}", false),
    ])
    func documentIsRecognizedByItsContent(text: String, isDocument: Bool) {
        #expect(CheckedDocument.isDocument(Data(text.utf8)) == isDocument)
    }

    @Test(arguments: [
        ("application/xml", "{schema: {type: object}}", nil), ("application/xml", "{example: <a/>}", "<a/>"),
        ("application/xml", "{schema: {type: object}, example: {a: 1}}", nil),
        ("application/atom+xml", "{schema: {type: string}}", nil), ("text/csv", "{schema: {type: string}}", nil),
        ("text/csv", "{examples: {a: {value: 'a,b'}}}", "a,b"), ("image/png", "{}", nil), ("image/*", "{}", nil),
        ("application/pdf", "{}", nil), ("application/pdf", "{schema: {type: string, format: binary}}", "made up"),
        ("application/octet-stream", "{schema: {type: string, format: binary}}", "made up"),
        ("text/plain", "{schema: {type: string, enum: [Tea]}}", "Tea"),
    ])
    func formThatCannotBeMadeUpNeedsAnExample(mediaType: String, content: String, body: String?) throws {
        let document = try CheckedDocument(
            paths: "/things: {get: {responses: {'200': {description: '', content: {'\(mediaType)': \(content)}}}}}"
        )
        var fields = HTTPFields()
        for preference in ["", "dynamic=true"] {
            fields[HTTPField.Name("Prefer")!] = preference
            let answer = document.answer(to: CheckedRequest("GET", "/things", fields), seed: 0)
            guard let body else {
                #expect(answer.status == 501)
                #expect(answer.headerFields[.contentType] == "application/problem+json")
                let detail = answer.json?["detail"]?.text ?? ""
                #expect(detail.hasPrefix("The document has no example for '\(mediaType)'"))
                continue
            }
            #expect(answer.status == 200)
            #expect(answer.headerFields[.contentType] == mediaType)
            #expect(answer.text == body)
        }
        let trial = document.trial(seed: 0)
        #expect(trial.missingExamples.count == (body == nil ? 1 : 0))
        #expect(trial.failures.isEmpty)
    }
}
#endif
