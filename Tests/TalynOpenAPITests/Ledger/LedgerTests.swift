#if Tools
import Testing

@testable import TalynOpenAPI

/// What a document says has an effect on the sources, or is reported.
struct LedgerTests {
    @Test(arguments: [WholeDocuments.openAPI, WholeDocuments.swagger])
    func eachMemberIsInTheSourcesOrReported(_ document: String) throws {
        let losses = try Mutations(document).silentLosses()
        #expect(losses == [])
    }

    /// A wrong kind in place of each member of a document, with the kind that the message names.
    @Test(arguments: [
        ("info: []", "#/info", "must be an object. It is an array"),
        ("servers: x", "#/servers", "must be an array. It is a string"),
        ("paths: []", "#/paths", "must be an object. It is an array"),
        ("components: 5", "#/components", "must be an object. It is a number"),
        ("tags: {}", "#/tags", "must be an array. It is an object"),
        ("security: true", "#/security", "must be an array. It is a Boolean"),
        ("components: {schemas: []}", "#/components/schemas", "must be an object. It is an array"),
        (
            "components: {schemas: {A: {required: true}}}", "#/components/schemas/A/required",
            "must be an array. It is a Boolean"
        ),
        ("components: {schemas: {A: {enum: x}}}", "#/components/schemas/A/enum", "must be an array. It is a string"),
        (
            "components: {schemas: {A: {properties: []}}}", "#/components/schemas/A/properties",
            "must be an object. It is an array"
        ),
        ("components: {schemas: {A: {type: 5}}}", "#/components/schemas/A/type", "It is a number"),
        ("components: {schemas: {A: {type: text}}}", "#/components/schemas/A/type", "There is no type 'text'"),
        ("components: {schemas: {A: {type: array, items: 5}}}", "#/components/schemas/A/items", "It is a number"),
        (
            "components: {schemas: {A: {allOf: {}}}}", "#/components/schemas/A/allOf",
            "must be an array. It is an object"
        ),
        ("paths: {/a: {get: 5}}", "#/paths/~1a/get", "It is a number"),
        ("paths: {/a: {get: {parameters: {a: 1}}}}", "#/paths/~1a/get/parameters", "must be an array. It is an object"),
        ("paths: {/a: {get: {responses: [a]}}}", "#/paths/~1a/get/responses", "must be an object. It is an array"),
        ("paths: {/a: {gets: {}}}", "#/paths/~1a/gets", "The specification has no 'gets' there"),
        (
            "paths: {/a: {get: {security: [{none: []}]}}}", "#/paths/~1a/get/security/0/none",
            "There is no security scheme 'none'"
        ),
    ])
    func wrongKindIsReported(_ text: String, _ pointer: String, _ message: String) throws {
        let skipped = try Generated("openapi: 3.1.0\n\(text)\n").output.diagnostics.filter { $0.severity == .skipped }
        #expect(skipped.map(\.pointer) == [pointer])
        #expect(skipped.first?.message.contains(message) == true, "\(skipped)")
    }

    @Test(arguments: [
        ("type: object, then: {properties: {b: {type: string}}}", "then"),
        ("type: object, dependentSchemas: {a: {properties: {b: {type: string}}}}", "dependentSchemas"),
        ("type: string, contentSchema: {type: object, properties: {b: {type: string}}}", "contentSchema"),
        ("type: array, items: {type: string}, unevaluatedItems: {type: integer}", "unevaluatedItems"),
    ])
    func keywordThatChangesTheTypeIsCounted(_ schema: String, _ keyword: String) throws {
        let output = try Generated(schemas: "A: {\(schema)}").output
        #expect(output.skippedCount == 1)
        #expect(
            output.diagnostics.contains {
                $0.severity == .skipped && $0.pointer.hasPrefix("#/components/schemas/A/\(keyword)")
            }
        )
    }

    @Test func manyNotesOfAKindAreOne() throws {
        let names = (0..<9).map { "a\($0): {type: string, pattern: a}" }.joined(separator: ", ")
        let output = try Generated(schemas: "A: {type: object, properties: {\(names)}}").output
        let patterns = output.diagnostics.filter { $0.message.contains("'pattern'") }
        #expect(patterns.map(\.count) == [9])
        #expect(patterns.first?.description.contains("#/components/schemas/A/properties/a0/pattern and 8 more") == true)
        #expect(output.skippedCount == 0)
        #expect(output.noteCount >= 9)
    }

    @Test func calledOperationsAloneCountInASelection() throws {
        let document = """
            openapi: 3.1.0
            paths:
              /a: {get: {operationId: a, responses: {'204': {description: a}}}}
              /b: {get: {operationId: b, callbacks: {c: {'{$url}': {post: {}}}}, responses: {'200': {$ref: '#/components/responses/B'}}}}
            components: {responses: {B: {description: b, links: {d: {}}}}}
            """
        #expect(try Generated(document) { $0.only = ["operation:a"] }.output.skippedCount == 0)
        #expect(try Generated(document).output.skippedCount == 2)
    }

    /// A reference in a place where the specification has none.
    @Test(arguments: [
        ("paths: {/a: {get: {$ref: '#/x'}}}", "{operationId: found, responses: {}}", "func found("),
        (
            "paths: {/a: {get: {parameters: {$ref: '#/x'}}}}", "[{name: found, in: query, schema: {type: string}}]",
            "found: String?"
        ),
        ("paths: {$ref: '#/x'}", "{/a: {get: {operationId: found, responses: {}}}}", "func found("),
        ("servers: {$ref: '#/x'}", "[{url: 'https://found.example'}]", "https://found.example"),
        ("servers: [{$ref: '#/x'}]", "{url: 'https://found.example'}", "https://found.example"),
        ("info: {$ref: '#/x'}", "{title: found}", "The API found."),
        (
            "components: {$ref: '#/x'}", "{schemas: {Found: {type: object, properties: {a: {type: string}}}}}",
            "struct Found:"
        ),
        (
            "components: {schemas: {A: {type: object, properties: {$ref: '#/x'}}}}", "{found: {type: string}}",
            "var found: String?"
        ),
    ])
    func referenceIsFollowed(_ text: String, _ target: String, _ code: String) throws {
        let generated = try Generated("openapi: 3.1.0\n\(text)\nx: \(target)\n")
        #expect(generated.text.contains(code))
    }

    @Test func memberBesideAReferenceIsReported() throws {
        let document = """
            openapi: 3.1.0
            paths: {/a: {get: {parameters: [{$ref: '#/components/parameters/p', description: Its own, required: true}], responses: {}}}}
            components: {parameters: {p: {name: p, in: query, description: That of all, schema: {type: string}}}}
            """
        let generated = try Generated(document)
        #expect(generated.has("- p: Its own"))
        #expect(generated.output.diagnostics.contains { $0.pointer.hasSuffix("/required") && $0.severity == .skipped })
    }

    @Test func documentsHaveEachMemberOfTheSpecification() throws {
        var names: Set<String> = []
        for text in [WholeDocuments.openAPI, WholeDocuments.swagger] {
            let root = try #require(DocumentFiles(Diagnostics()).read(text: text, path: "/a.yaml").root)
            names.formUnion(Mutations.values(in: root).map(\.key))
        }
        #expect(Grammar.names.subtracting(names) == [])
    }
}

/// The sources of a document without one of its values, for each of them.
struct Mutations {
    private let files: DocumentFiles
    private let root: Node

    init(_ document: String) throws {
        files = DocumentFiles(Diagnostics())
        root = try #require(files.read(text: document, path: "/a.yaml").root)
    }

    /// The pointers of the values whose absence changes nothing, and that no diagnostic names.
    func silentLosses(of sample: (Int) -> Bool = { _ in true }) throws -> [String] {
        let whole = try generate(nil, nil)
        let reported = Set(whole.diagnostics.map(\.pointer))
        return Self.values(in: root).enumerated().compactMap { index, node in
            // An object has the effect of its members.
            guard sample(index), node.children.isEmpty, !isReported(node, reported) else { return nil }
            return hasEffect(node, nil, whole) || hasEffect(node, "\"another\"", whole)
                || hasEffect(node, "false", whole)
                ? nil : node.pointer
        }
    }

    /// Whether the sources are others with another value, or without the value. So are they if the other value is refused.
    private func hasEffect(_ node: Node, _ other: String?, _ whole: Generator.Output) -> Bool {
        guard let output = try? generate(node, other) else { return true }
        return output.files != whole.files
            || other != nil
                && output.diagnostics.contains { $0.pointer == node.pointer && !whole.diagnostics.contains($0) }
    }

    /// All values inside another one.
    static func values(in root: Node) -> [Node] {
        var values: [Node] = []
        var stack = root.children
        while let node = stack.popLast() {
            values.append(node)
            stack += node.children
        }
        return values
    }

    private func isReported(_ node: Node, _ pointers: Set<String>) -> Bool {
        var pointer = Substring(node.pointer)
        while true {
            if pointers.contains(String(pointer)) { return true }
            guard let slash = pointer.lastIndex(of: "/") else { return false }
            pointer = pointer[..<slash]
        }
    }

    private func generate(_ node: Node?, _ other: String?) throws -> Generator.Output {
        let text = Self.json(root, node, other)
        var generator = Generator(Configuration())
        generator.groupsNotes = false
        return try generator.generate(text: text, path: "/a.json", name: "Shop")
    }

    /// The JSON of a value, with another text in place of a value inside, or without it.
    private static func json(_ node: Node, _ changed: Node?, _ other: String?) -> String {
        if node === changed, let other { return other }
        switch node.unread {
        case .null: return "null"
        case .bool(let bool): return "\(bool)"
        case .number(let digits): return digits
        case .string(let text): return literal(text)
        case .array(let elements):
            let kept = elements.filter { $0 !== changed || other != nil }
            return "[\(kept.map { json($0, changed, other) }.joined(separator: ","))]"
        case .object(let members):
            let kept = members.list.filter { $0.node !== changed || other != nil }
            return "{\(kept.map { "\(literal($0.key)):\(json($0.node, changed, other))" }.joined(separator: ","))}"
        }
    }

    private static func literal(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n"))\""
    }
}
#endif
