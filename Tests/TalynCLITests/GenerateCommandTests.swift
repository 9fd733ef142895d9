#if Tools
import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import TalynCLI
@testable import TalynCommandLine

struct GenerateCommandTests {
    private static let document = """
        openapi: 3.0.0
        info: {title: Shop, version: '1'}
        paths:
          /a: {get: {operationId: a, tags: [x], responses: {'204': {description: Nothing}}}}
          /b: {get: {operationId: b, tags: [y], responses: {'204': {description: Nothing}}}}
        components: {schemas: {Broken: 5}}
        """

    private func run(_ arguments: String..., in folder: TemporaryDirectory) throws {
        let document = try folder.file("shop.yaml", Self.document)
        let output = folder.url.appendingPathComponent("Shop").path
        let command = try GenerateCommand.parse([document.path, "--output", output] + arguments)
        try command.run()
    }

    @Test func sourcesAreWrittenAndCurrent() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: ExitCode.self) { try run("--check", in: folder) }
        try run(in: folder)
        try run("--check", in: folder)
        let client = try String(contentsOf: folder.url.appendingPathComponent("Shop/ShopClient.swift"), encoding: .utf8)
        #expect(client.contains("struct Shop: Sendable"))
        #expect(throws: ExitCode.self) { try run("--check", "--only", "tag:x", in: folder) }
    }

    @Test func namesOfTheFolderAreKept() throws {
        let folder = try TemporaryDirectory()
        try run(in: folder)
        let file = folder.url.appendingPathComponent("Shop/ShopNames.swift")
        let names = try String(contentsOf: file, encoding: .utf8)
        #expect(names.contains("// function \"GET /a\": XAPI.a\n"))
        try Data(names.replacing("XAPI.a", with: "XAPI.first").utf8).write(to: file)
        #expect(throws: ExitCode.self) { try run("--check", in: folder) }
        try run(in: folder)
        try run("--check", in: folder)
        let text = try String(
            contentsOf: folder.url.appendingPathComponent("Shop/Operations/XAPI.swift"),
            encoding: .utf8
        )
        #expect(text.contains("public func first("))
    }

    @Test func oneIsSingular() {
        #expect([0, 1, 2].map { $0.counted("part") } == ["0 parts", "1 part", "2 parts"])
        #expect([1, 2].map { $0.counted("entry", "entries") } == ["1 entry", "2 entries"])
    }

    @Test func brokenPartFailsIfStrict() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: ExitCode.self) { try run("--strict", in: folder) }
        #expect(try folder.names == ["shop.yaml"])
    }

    @Test func documentWithoutOperationsForAWrongKindFails() throws {
        let folder = try TemporaryDirectory()
        let document = try folder.file("wrong.json", #"{"openapi": "3.0.0", "paths": [{"/a": {}}]}"#)
        let command = try GenerateCommand.parse([
            document.path, "--output", folder.url.appendingPathComponent("A").path,
        ])
        #expect(throws: ExitCode.self) { try command.run() }
        #expect(try folder.names == ["wrong.json"])
    }

    @Test func selectionOfNothingFails() throws {
        let folder = try TemporaryDirectory()
        #expect(throws: ExitCode.self) { try run("--only", "tag:z", in: folder) }
        #expect(throws: (any Error).self) { try GenerateCommand.parse(["a.yaml", "--output", "b", "--only", "z"]) }
    }
}
#endif
