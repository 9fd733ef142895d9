#if Tools
import Testing

@testable import TalynOpenAPI

struct RouteTests {
    private func document(_ operations: String...) throws -> CheckedDocument {
        var paths: [(String, [String])] = []
        for operation in operations {
            let parts = operation.split(separator: " ").map { String($0) }
            if let index = paths.firstIndex(where: { $0.0 == parts[1] }) {
                paths[index].1.append(parts[0])
            } else {
                paths.append((parts[1], [parts[0]]))
            }
        }
        return try CheckedDocument(
            paths: paths.map { path, methods in
                let items = methods.map { "\($0.lowercased()): {responses: {'204': {description: ''}}}" }
                return "'\(path)': {\(items.joined(separator: ", "))}"
            }
            .joined(separator: "\n")
        )
    }

    /// The operation for a request, or the other methods.
    private func match(_ document: CheckedDocument, _ method: String, _ target: String) -> String {
        switch document.match(CheckedRequest(method, target)) {
        case .operation(let route, let parameters):
            let values = parameters.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            return "\(route.operation.method) \(route.operation.path)\(values)"
        case .otherMethods(let route, let methods):
            return "other: \(methods.joined(separator: ", ")) of \(route.operation.path)"
        case .none: return "none"
        }
    }

    @Test(arguments: [
        ("DELETE", "/v1/books/s3cr3t", "/books/{id}"), ("DELETE", "/v1/books/new", "/books/new"),
        ("GET", "/v1/books/s3cr3t/a", "/v1/books/…/…"), ("GET", "/v1/books/new/", "/v1/books/new/"),
        ("GET", "/v1/%62ooks/s3cr3t/a%2Fb?key=s3cr3t", "/v1/%62ooks/…/…"), ("GET", "/s3cr3t", "/…"),
        ("GET", "/v1/books/%7Bid%7D/a", "/v1/books/…/…"), ("GET", "/", "/"),
    ])
    func findingHasNoValueOfThePath(method: String, target: String, expected: String) throws {
        let document = try document("GET /books/{id}", "GET /books", "PUT /books/new")
        switch document.check(CheckedRequest(method, target), nil) {
        case .unknownMethod(let path, _), .unknownPath(let path): #expect(path == expected)
        case .operation: Issue.record("The document has the operation.")
        }
    }

    @Test func patternOfAParameterCanHaveSlashes() throws {
        let document = try document("GET /{parent=shelves/*}/books", "GET /{id=*}")
        #expect(
            match(document, "GET", "/v1/shelves/7/books") == "GET /{parent=shelves/*}/books parent=shelves/7"
        )
        #expect(match(document, "GET", "/v1/7") == "GET /{id=*} id=7")
    }

    @Test(arguments: [
        ("GET", "/v1/books", "GET /books"), ("GET", "/books", "GET /books"),
        ("GET", "/v1/books/7", "GET /books/{id} id=7"),
        ("GET", "/v1/books/new", "GET /books/new"), ("HEAD", "/v1/books/7", "GET /books/{id} id=7"),
        ("GET", "/v1/books/7.json", "GET /books/{id}.json id=7"),
        ("GET", "/v1/books/a%2Fb", "GET /books/{id} id=a%2Fb"),
        ("GET", "/v1/books/a/b", "none"), ("GET", "/v1/books/", "none"), ("GET", "/v2/books", "none"),
        ("DELETE", "/v1/books/7", "other: GET, PUT of /books/{id}"),
        ("GET", "/v1/compare/a...b", "GET /compare/{base}...{head} base=a head=b"),
        ("PUT", "/v1/books/new", "PUT /books/{id} id=new"), ("GET", "/v1/a%20b", "GET /a b"),
        ("GET", "/v1/search?kind=book", "GET /search?kind=book"), ("GET", "/v1/search?kind=x", "none"),
    ])
    func requestLeadsToItsOperation(method: String, target: String, expected: String) throws {
        let document = try document(
            "GET /books/{id}",
            "PUT /books/{id}",
            "GET /books/{id}.json",
            "GET /books",
            "GET /books/new",
            "GET /compare/{base}...{head}"
        )
        let others = try CheckedDocument(
            paths: """
                '/a b': {get: {responses: {}}}
                '/search?kind=book': {get: {responses: {}}}
                """
        )
        let found = match(document, method, target)
        #expect(found == expected || found == "none" && match(others, method, target) == expected)
    }

    @Test func slashesBelongToALongParameter() throws {
        let document = try CheckedDocument(
            paths: """
                /files/{path}: {get: {parameters: [{name: path, in: path, x-multi-segment: true, schema: {type: string}}], responses: {}}}
                /files/{path}/history: {get: {parameters: [{name: path, in: path, x-multi-segment: true}], responses: {}}}
                /files/{id}: {put: {responses: {}}}
                """
        )
        #expect(match(document, "GET", "/files/a/b") == "GET /files/{path} path=a/b")
        #expect(match(document, "GET", "/files/a/b/history") == "GET /files/{path}/history path=a/b")
    }

    @Test func variablesOfAServerAreReplaced() throws {
        let document = try CheckedDocument(
            text: """
                openapi: 3.0.0
                info: {title: Shop, version: '1'}
                servers: [{url: 'https://{region}.example/{version}/', variables: {region: {default: eu, enum: [us]}, version: {default: v1, enum: [v1, v2]}}}]
                paths: {/a: {get: {responses: {}}}}
                """
        )
        #expect(match(document, "GET", "/v2/a") == "GET /a")
        #expect(match(document, "GET", "/v3/a") == "none")
        #expect(document.origins == ["https://eu.example:443", "https://us.example:443"])
    }

    @Test func pathThatFitsInManyWaysEnds() throws {
        let document = try document("GET /{a}.{b}.{c}.{d}.{e}.{f}x")
        #expect(match(document, "GET", "/" + String(repeating: ".", count: 8_000)) == "none")
    }
}
#endif
