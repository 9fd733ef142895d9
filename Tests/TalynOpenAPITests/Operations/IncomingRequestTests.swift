#if Tools
import Testing

@testable import TalynOpenAPI

/// Webhooks and callbacks: the bodies have types, and the rest is reported.
struct IncomingRequestTests {
    private static func document(_ webhooks: String) -> String {
        """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths: {}
        webhooks: {\(webhooks)}
        components: {schemas: {Paid: {type: object, required: [at, secret], properties: {at: {type: string, format: date-time}, secret: {type: string, writeOnly: true}}}}}
        """
    }

    @Test func bodyOfAWebhookHasAType() throws {
        let generated = try Generated(
            Self.document(
                "bookSold: {post: {tags: [books], requestBody: {content: {application/json: {schema: {type: object, required: [isbn], properties: {isbn: {type: string}}}}}}, responses: {'200': {description: Heard}}}}"
            )
        )
        #expect(generated.has("struct BookSoldWebhook: Codable, Sendable, Equatable { public var isbn: String"))
        #expect(generated.output.skippedCount == 0)
        #expect(
            generated.messages.contains {
                $0.contains("The webhook 'bookSold' has no function. The type of its body is BookSoldWebhook.")
            }
        )
    }

    @Test func namedSchemaIsTheTypeOfTheBody() throws {
        let generated = try Generated(
            Self.document(
                "paid: {post: {requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Paid'}}}}, responses: {}}}"
            )
        )
        #expect(!generated.has("PaidWebhook"))
        // The app receives it, so a write-only property can be missing.
        #expect(generated.has("public var secret: String?"))
    }

    @Test(arguments: [
        ("post: {responses: {}}", 1),
        ("post: {requestBody: {content: {text/plain: {schema: {type: string}}}}}", 1),
        ("post: {requestBody: {content: {application/json: {schema: {type: integer}}}}, security: [{a: []}]}", 1),
        (
            "post: {parameters: [{name: a, in: header, schema: {type: string}}], requestBody: {content: {application/json: {schema: {type: integer}}}}}",
            1
        ),
        (
            "post: {requestBody: {content: {application/json: {schema: {type: integer}}}}, responses: {'200': {description: '', content: {application/json: {}}}}}",
            1
        ),
    ])
    func whatHasNoTypeIsCounted(_ webhook: String, _ count: Int) throws {
        let generated = try Generated(Self.document("a: {\(webhook)}"))
        #expect(generated.output.skippedCount == count, "\(generated.messages)")
    }

    @Test func bodyOfACallbackHasAType() throws {
        let generated = try Generated(
            operation: """
                operationId: subscribe
                callbacks: {onData: {'{$request.query.url}': {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {n: {type: integer}}}}}}, responses: {}}}}}
                responses: {'204': {description: Fine}}
                """,
            method: "post"
        )
        #expect(generated.has("struct SubscribeOnDataCallback:"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test func selectionHasTheCallbacksOfItsOperationsAlone() throws {
        let body =
            "requestBody: {content: {application/json: {schema: {type: object, properties: {n: {type: integer}}}}}}"
        let document = """
            openapi: 3.1.0
            paths:
              /a: {get: {operationId: a, callbacks: {c: {'{$url}': {post: {\(body)}}}}, responses: {'204': {description: a}}}}
              /b: {get: {operationId: b, callbacks: {d: {'{$url}': {post: {\(body)}}}}, responses: {'204': {description: a}}}}
            webhooks: {w: {post: {\(body)}}}
            """
        let generated = try Generated(document) { $0.only = ["operation:a"] }
        #expect(generated.has("struct ACCallback:"))
        #expect(!generated.has("BDCallback"))
        #expect(!generated.has("WWebhook"))
        #expect(generated.output.skippedCount == 0)
    }

    @Test(arguments: [
        ("get: {responses: {}}", "The webhook 'a' is left out. It has no body."),
        ("post: {requestBody: {content: {text/plain: {}}}}", "The webhook 'a' is left out. Its body isn't JSON."),
        (
            "post: {requestBody: {content: {application/json: {schema: {type: integer}}}}}, put: {requestBody: {content: {text/plain: {}}}}",
            "A body of the webhook 'a' is left out. It isn't JSON."
        ),
    ])
    func reasonIsThatOfTheBody(_ webhook: String, _ message: String) throws {
        let generated = try Generated(Self.document("a: {\(webhook)}"))
        #expect(generated.output.skippedCount == 1)
        #expect(generated.messages.contains { $0.contains(message) })
    }

    @Test func methodWithoutABodyTakesNothingFromAnotherOne() throws {
        let body = "requestBody: {content: {application/json: {schema: {type: integer}}}}"
        let generated = try Generated(Self.document("a: {post: {\(body)}, get: {responses: {}}}"))
        #expect(generated.output.skippedCount == 0)
        #expect(generated.messages.contains { $0.contains("The type of its body is Int.") })
    }

    @Test func callbackOfASelectionIsChecked() throws {
        let document = """
            openapi: 3.1.0
            paths:
              /a: {get: {operationId: a, callbacks: {c: {'{$url}': {pots: {}}}}, responses: {'204': {description: a}}}}
              /b: {get: {operationId: b, callbacks: {d: {'{$url}': {pots: {}}}}, responses: {'204': {description: a}}}}
            """
        let generated = try Generated(document) { $0.only = ["operation:a"] }
        #expect(generated.messages.count { $0.contains("The specification has no 'pots' there.") } == 1)
    }

    @Test func sharedCallbackIsNamedByEachOperation() throws {
        let document = """
            openapi: 3.1.0
            paths:
              /a: {get: {operationId: a, callbacks: {c: {$ref: '#/components/callbacks/C'}}, responses: {'204': {description: a}}}}
              /b: {get: {operationId: b, callbacks: {c: {$ref: '#/components/callbacks/C'}}, responses: {'204': {description: a}}}}
            components:
              callbacks:
                C: {'{$url}': {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {n: {type: integer}}}}}}}}}
            """
        #expect(try Generated(document).has("struct ACCallback:"))
        #expect(try Generated(document) { $0.only = ["operation:b"] }.has("struct BCCallback:"))
    }
}
#endif
