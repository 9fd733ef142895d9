#if Tools && (os(macOS) || os(Linux))
import ArgumentParser
import Bookshop
import Foundation
import Talyn
import TalynOpenAPI
import TalynOpenAPIRuntime
import TalynRecordings
import TalynStubs
import TestSupport
import Testing

@testable import TalynCLI

@Suite(.sockets) struct DocumentServerTests {
    @Test(arguments: ["0", "7"]) func generatedClientCallsEachOperation(seed: String) async throws {
        try await Executable.withServer("serve", BookshopCalls.document.path, "--seed", seed) { server, url in
            try await BookshopCalls.all(of: Bookshop(baseURL: url, credentials: .token("s3cr3t")))
            let unknown = await #expect(throws: TalynError.self) {
                try await Bookshop(baseURL: url.appendingPathComponent("v1")).books.list()
            }
            #expect(unknown?.response?.statusCode == 401)
            server.send(SIGINT)
            let outcome = await server.end()
            #expect(outcome.isSuccess, "\(outcome.errorText)")
            #expect(outcome.text.contains("Serving 13 operations of "))
        }
    }

    @Test func refusalIsAProblem() async throws {
        try await Executable.withServer("serve", BookshopCalls.document.path) { _, url in
            let shop = Bookshop(baseURL: url, credentials: .token("s3cr3t"))
            let error = await #expect(throws: TalynError.self) { try await shop.books.list(perPage: 1_000) }
            let response = try #require(error?.response)
            #expect(response.statusCode == 400)
            #expect(response.headerFields[.contentType] == "application/problem+json")
            let problem = try #require(error?.failureBody as? Problem)
            #expect(problem.detail == "The query parameter 'per_page' must be at most 100.")
        }
    }
}

struct DocumentCommandTests {
    private func serve(_ arguments: String...) throws -> ServeCommand {
        try #require(try TalynCommand.parseAsRoot(["serve"] + arguments) as? ServeCommand)
    }

    @Test func trialListsExamplesThatDoNotFit() async throws {
        let folder = try TemporaryDirectory()
        let document = try folder.file(
            "shop.json",
            #"{"openapi": "3.0.0", "info": {"title": "Shop", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {"content": {"application/json": {"schema": {"type": "integer"}, "example": "s"}}}}}}}}"#
        )
        let outcome = try await Executable.run("serve", document.path, "--check")
        #expect(outcome.isSuccess)
        #expect(outcome.text.contains("shop.json:1: the example must be an integer, and is a string (#/paths/~1a/get/"))
        #expect(outcome.text.contains("1 of 1 examples don't fit their schemas\n0 answers don't fit the document"))
    }

    @Test func optionsOfHARFilesAreRefused() async throws {
        let once = try serve(BookshopCalls.document.path, "--once")
        await #expect(throws: ExitCode.self) { try await once.run() }
        let folder = try TemporaryDirectory()
        let broken = try folder.file("a.yaml", "openapi: 4.0.0\n")
        let other = try serve(broken.path)
        await #expect(throws: ExitCode.self) { try await other.run() }
    }

    // MARK: har check

    /// A recording of all operations, saved to a file.
    private func record(to file: URL, _ change: (Data) -> Data = { $0 }) async throws {
        let recorder = RecordingTransport(wrapping: try DocumentTransport(contentsOf: BookshopCalls.document.path))
        try await BookshopCalls.all(of: Bookshop(transport: recorder, credentials: .token("s3cr3t")))
        try change(recorder.recording.data).write(to: file)
    }

    private func check(_ file: URL, _ arguments: String...) async throws -> (isSuccess: Bool, lines: [String]) {
        let command = ["har", "check", file.path, "--against", BookshopCalls.document.path]
        let outcome = try await ChildProcess.run(Executable.url, command + arguments)
        return (outcome.isSuccess, outcome.text.split(separator: "\n").map { String($0) })
    }

    @Test func trafficOfTheDocumentHasNoDisagreement() async throws {
        let folder = try TemporaryDirectory()
        let file = folder.url.appendingPathComponent("a.har")
        try await record(to: file)
        let (isSuccess, lines) = try await check(file, "--coverage")
        #expect(isSuccess)
        #expect(lines == ["0 disagreements in 0 of 17 exchanges", "13 of 13 operations called"])
    }

    @Test func disagreementsAreListedWithoutValues() async throws {
        let folder = try TemporaryDirectory()
        func entry(_ method: String, _ url: String, _ status: Int, _ body: String, request: String? = nil) -> String {
            let text = body.replacing("\"", with: "\\\"")
            let sent = request.map {
                ", \"postData\": {\"mimeType\": \"application/json\", \"text\": \"\($0.replacing("\"", with: "\\\""))\"}"
            }
            let type = "\"headers\": [{\"name\": \"Content-Type\", \"value\": \"application/json\"}]"
            return """
                {"request": {"method": "\(method)", "url": "\(url)", \(type)\(sent ?? "")}, \
                "response": {"status": \(status), \(type), "content": {"mimeType": "application/json", "text": "\(text)"}}}
                """
        }
        let shop = "https://us.bookshop.example/v1"
        let entries = [
            entry("GET", "\(shop)/authors/7?key=s3cr3t", 200, #"{"id": "s3cr3t", "name": null}"#),
            entry("POST", "\(shop)/books", 422, "{}", request: #"{"title": "s3cr3t"}"#),
            entry("PUT", "\(shop)/authors/s3cr3t", 200, "{}"), entry("GET", "\(shop)/authors/a/s3cr3t", 200, "{}"),
            entry("GET", "https://other.example/a", 200, "{}"),
        ]
        let file = try folder.file(
            "a.har",
            #"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": [\#(entries.joined(separator: ","))]}}"#
        )
        let (isSuccess, lines) = try await check(file, "--coverage")
        #expect(!isSuccess)
        #expect(
            Array(lines.prefix(9)) == [
                "entry 0, GET /authors/{id}: request: the query parameter 'key' isn't in the document",
                "entry 0, GET /authors/{id}: response 200: the body at /id must be an integer, and is a string",
                "entry 0, GET /authors/{id}: response 200: the body at /name must be a string, and is null",
                "entry 1, POST /books: request: the body lacks the member 'genre'",
                "entry 1, POST /books: request: the body lacks the member 'isbn'",
                "entry 1, POST /books: response 422: the body lacks the member 'title'",
                "entry 1, POST /books: response 422: the body lacks the member 'errors'",
                "entry 2, PUT /authors/{id}: the document has the path with other methods: GET",
                "entry 3, GET /v1/authors/…/…: the document has no such path",
            ]
        )
        #expect(lines.contains("never called: GET /orders/export"))
        #expect(
            lines.suffix(3) == [
                "9 disagreements in 4 of 4 exchanges", "2 of 13 operations called", "1 entry left out",
            ]
        )
        #expect(!lines.joined().contains("s3cr3t"))
    }

    @Test func brokenDocumentEndsTheCheck() async throws {
        let folder = try TemporaryDirectory()
        let file = try folder.file("a.har", "{}")
        let outcome = try await Executable.run("har", "check", file.path, "--against", file.path)
        #expect(!outcome.isSuccess)
        #expect(throws: (any Error).self) { try TalynCommand.parseAsRoot(["har", "check", file.path, "--coverage"]) }
    }
}
#endif
