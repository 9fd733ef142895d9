#if Tools
import Testing

@testable import TalynOpenAPI

/// The names of operations, and their selection by a configuration.
struct OperationNameTests {
    // MARK: Names

    @Test func operationIDLosesTheWordsOfItsTag() throws {
        let document = """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: issues/list-all, tags: [issues], responses: {}}, post: {operationId: createIssues, tags: [issues], responses: {}}}
              /b: {get: {operationId: issues_get, tags: [issues], responses: {}}, post: {operationId: get, tags: [issues], responses: {}}}
              /v1/users/{user-id}/repos: {get: {responses: {}}}
            """
        let generated = try Generated(document)
        #expect(generated.has("static func listAll("))
        #expect(generated.has("static func issuesGet("))
        #expect(generated.has("static func get("))
        #expect(generated.has("static func getV1UsersByUserIDRepos("))
        #expect(generated.has("public var users: UsersAPI"))
    }

    /// Pet shops have tags of emoji.
    @Test func tagsOfSignsAreGroupsOfTheirOwn() throws {
        let document = """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            paths:
              /dogs: {get: {operationId: dogs, tags: [🐶], responses: {}}}
              /cats: {get: {operationId: cats, tags: [🐱], responses: {}}}
              /hens: {get: {operationId: hens, tags: [Hens], responses: {}}, post: {operationId: more, tags: [hens], responses: {}}}
            """
        let generated = try Generated(document)
        #expect(generated.text.matches(of: /struct \w+API\d*: Sendable/).count == 3)
        let dogs = try Generated(document) { $0.only = ["tag:🐶"] }
        #expect(dogs.output.operationCount == 1)
        #expect(try Generated(document) { $0.only = ["tag:HENS"] }.output.operationCount == 2)
    }

    @Test func configurationGivesNames() throws {
        let configuration = try Configuration(
            text:
                "name: Store\ntypes: {a: Box}\nproperties: {b: c}\noperations: {get-a: fetch}\ntags: {x: Things}\nconformance: hashable\n"
        )
        let document = """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            paths: {/a: {get: {operationId: get-a, tags: [x], responses: {'200': {description: a, content: {application/json: {schema: {$ref: '#/components/schemas/a'}}}}}}}}
            components: {schemas: {a: {properties: {b: {type: string}}}}}
            """
        let generated = try Generated(document) { $0 = configuration }
        #expect(generated.has("struct Store: Sendable"))
        #expect(generated.has("struct Box: Codable, Sendable, Hashable { public var c: String?"))
        #expect(generated.has("public var things: ThingsAPI"))
        #expect(generated.has("static func fetch()"))
        #expect(generated.messages == [])
    }

    @Test func namesThatTheDocumentLacksAreReported() throws {
        let configuration = try Configuration(
            text: "types: {X: Y}\nproperties: {p: q}\ncases: {c: d}\noperations: {o: p}\ntags:\n  t: u\n"
        )
        let document = "openapi: 3.0.0\npaths: {/a: {get: {operationId: a, tags: [b], responses: {}}}}"
        let generated = try Generated(document) { $0 = configuration }
        #expect(generated.output.skippedCount == 5)
        #expect(
            generated.messages.contains("/talyn.yaml:6: skipped: The document has no tag 't', which 'tags' names.")
        )
        let selected = try Generated(document) {
            $0 = configuration
            $0.only = ["tag:b"]
        }
        #expect(selected.output.skippedCount == 1)
    }

    @Test func selectionHasItsTypesAlone() throws {
        let document = """
            openapi: 3.0.0
            info: {title: a, version: '1'}
            paths:
              /a: {get: {operationId: a, tags: [x], responses: {'200': {description: a, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}
              /b: {get: {operationId: b, tags: [y], responses: {}}}
            components: {schemas: {A: {properties: {b: {$ref: '#/components/schemas/B'}}}, B: {properties: {}, additionalProperties: false}, C: {properties: {c: {type: string}}}}}
            """
        for selector in ["tag:x", "path:/a", "path:/a*", "operation:a", "operation:GET /a"] {
            let generated = try Generated(document) { $0.only = [selector] }
            #expect(generated.output.operationCount == 1, "\(selector)")
            #expect(generated.output.unselectedCount == 1)
            #expect(generated.has("struct A:") && generated.has("struct B:") && !generated.has("struct C:"))
        }
    }
}
#endif
