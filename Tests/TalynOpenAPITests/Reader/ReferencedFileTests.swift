#if Tools
import Foundation
import Testing

@testable import TalynOpenAPI

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

/// References to files, as a document from elsewhere may have them.
struct ReferencedFileTests {
    private func messages(_ reference: String, _ prepare: (URL) throws -> Void = { _ in }) throws -> [String] {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID())")
        let folder = root.appendingPathComponent("api")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: root) }
        let file = folder.appendingPathComponent("openapi.yaml")
        try Data(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths: {}
            components: {schemas: {Thing: {$ref: '\(reference)'}}}
            """.utf8
        ).write(to: file)
        try prepare(folder)
        return try Generator(Configuration()).generate(file.path, name: "Shop").diagnostics.map(\.message)
    }

    @Test(arguments: ["/dev/zero", "../../../../../../../../../../dev/zero", "/dev/null"])
    func deviceIsNotRead(reference: String) throws {
        let message = try #require(messages(reference).first)
        #expect(message.contains("It is no regular file, and isn't read."))
    }

    @Test func pipeIsNotRead() throws {
        let message = try #require(
            messages("pipe.yaml") { #expect(mkfifo($0.appendingPathComponent("pipe.yaml").path, 0o600) == 0) }.first
        )
        #expect(message.contains("It is no regular file, and isn't read."))
    }

    @Test func linkToADeviceIsNotRead() throws {
        let message = try #require(
            messages("link.yaml") {
                try FileManager.default.createSymbolicLink(
                    atPath: $0.appendingPathComponent("link.yaml").path,
                    withDestinationPath: "/dev/zero"
                )
            }.first
        )
        #expect(message.contains("It is no regular file, and isn't read."))
    }

    @Test func linkThatLeadsToItselfIsNoFile() throws {
        let message = try #require(
            messages("link.yaml") {
                let path = $0.appendingPathComponent("link.yaml").path
                try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            }.first
        )
        #expect(message.contains("The file can't be read. Check its path."))
    }

    @Test func folderIsNotRead() throws {
        let message = try #require(
            messages("schemas") {
                try FileManager.default.createDirectory(
                    at: $0.appendingPathComponent("schemas"),
                    withIntermediateDirectories: false
                )
            }.first
        )
        #expect(message.contains("It is a folder, and no file."))
    }

    @Test func hugeFileIsNotRead() throws {
        let message = try #require(
            messages("huge.yaml") {
                let url = $0.appendingPathComponent("huge.yaml")
                try Data().write(to: url)
                // A file of holes takes no space.
                let handle = try FileHandle(forWritingTo: url)
                try handle.truncate(atOffset: UInt64(FileContents.maximumSize) + 1)
                try handle.close()
            }.first
        )
        #expect(message.contains("The file has more than 100 MB, and isn't read."))
    }

    @Test func nameWithNULIsNoFile() throws {
        let message = try #require(messages("openapi.yaml%00.json").first)
        #expect(message.contains("no file has such a name"))
    }

    @Test func filesAboveTheFolderAreRead() throws {
        let found = try messages("../common/./thing.yaml") {
            let folder = $0.deletingLastPathComponent().appendingPathComponent("common")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("{type: string}".utf8).write(to: folder.appendingPathComponent("thing.yaml"))
        }
        #expect(found.allSatisfy { $0.hasSuffix("has no effect on the sources.") })
    }

    /// Each schema that refers to the page has other items.
    @Test func dynamicReferenceWithSeveralMeaningsIsAnyJSON() throws {
        let generated = try Generated(
            schemas: """
                Page:
                  type: object
                  properties: {items: {type: array, items: {$dynamicRef: '#item'}}}
                  $defs: {item: {$dynamicAnchor: item, not: {}}}
                PetPage: {$ref: '#/components/schemas/Page', $defs: {item: {$dynamicAnchor: item, $ref: '#/components/schemas/Pet'}}}
                Pet: {type: object, properties: {name: {type: string}}}
                Tree: {$dynamicAnchor: tree, type: object, properties: {next: {$dynamicRef: '#tree'}}}
                """
        )
        #expect(generated.has("public var items: [JSONValue]?"))
        #expect(generated.has("public var next: Tree?"))
        #expect(generated.output.skippedCount == 1)
        #expect(generated.messages.contains { $0.contains("'#item' has another meaning in each schema") })
    }

    @Test func firstOfEqualAnchorsCounts() throws {
        let generated = try Generated(
            schemas: """
                A: {type: object, properties: {b: {$ref: '#here'}}}
                B: {$anchor: here, type: string}
                C: {$anchor: here, type: integer}
                """
        )
        #expect(generated.has("public var b: String?"))
        #expect(generated.messages.count == 1)
        #expect(generated.messages.first?.contains("References lead to the first one.") == true)
    }

    @Test func anchorsOfOneFileAreFoundOnce() throws {
        let names = (0..<2_000).map { "S\($0): {$ref: '#a\($0 + 1)', $anchor: a\($0)}" }
        let sources = try Generated(
            schemas: (names + ["S2000: {type: string, $anchor: a2000}"]).joined(separator: "\n")
        )
        #expect(sources.messages.isEmpty)
        #expect(sources.output.schemaTypes["S0"] == "String")
    }
}
#endif
