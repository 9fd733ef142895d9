#if Tools
import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynOpenAPI

struct GeneratorTests {
    private static let document = """
        openapi: 3.1.0
        info: {title: Shop, version: '1'}
        paths: {/a: {get: {operationId: a, responses: {'200': {description: a, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}}
        components: {schemas: {A: {properties: {b: {type: string}}}, B: {enum: [x, y]}, C: {anyOf: [{type: string}, {type: integer}]}}}
        """

    @Test func sameDocumentGivesTheSameSources() throws {
        let one = try Generated(Self.document).output.files
        for _ in 0..<5 { #expect(try Generated(Self.document).output.files == one) }
    }

    @Test(arguments: ["{}", "openapi: 4.0.0", "info: {}", "5", "[]", "openapi: [3]", "asyncapi: 3.0.0"])
    func otherDocumentsAreRefused(_ text: String) {
        #expect(throws: GenerationError.self) { try Generated(text) }
    }

    /// Each value of a document in the place of each other one.
    @Test func noDocumentStopsTheGenerator() throws {
        let values = ["5", "''", "null", "[]", "{}", "true", "{$ref: '#/paths'}", "{$ref: 5}", "[[]]", "{type: [5]}"]
        let keys = [
            "paths", "components", "servers", "tags", "security", "info",
        ]
        for key in keys {
            for value in values { _ = try? Generated("openapi: 3.0.0\n\(key): \(value)\n") }
        }
        let members = [
            "parameters", "requestBody", "responses", "tags", "security", "servers", "operationId", "summary",
            "deprecated",
        ]
        for member in members {
            for value in values { _ = try Generated("openapi: 3.0.0\npaths: {/a: {get: {\(member): \(value)}}}") }
        }
        let keywords = [
            "type", "properties", "required", "items", "additionalProperties", "allOf", "anyOf", "oneOf", "enum",
            "const",
            "discriminator", "format", "nullable", "description", "title", "default", "prefixItems",
            "patternProperties", "$ref",
        ]
        for keyword in keywords {
            for value in values {
                _ = try Generated(
                    schemas: "A: {\(keyword): \(value)}\nB: {type: object, properties: {a: {\(keyword): \(value)}}}",
                    body: "A",
                    result: "B"
                )
            }
        }
    }

    @Test func longChainsOfSchemasEnd() throws {
        func chain(_ count: Int = 500, _ schema: (Int) -> String) throws -> Generated {
            let schemas = (0..<count).map { "A\($0): \(schema($0))" }
            return try Generated(schemas: schemas.joined(separator: "\n") + "\nA\(count): {type: string}")
        }
        let next = { "{$ref: '#/components/schemas/A\($0 + 1)'}" }
        #expect(try chain(3_000) { "{properties: {a: \(next($0))}}" }.output.typeCount == 3_000)
        _ = try chain { next($0) }
        _ = try chain { "{allOf: [\(next($0)), {properties: {a: {type: string}}}]}" }
        _ = try chain { "{anyOf: [\(next($0)), {type: integer}]}" }
        _ = try chain { "{type: array, items: \(next($0))}" }
    }

    @Test func longNamesHaveShortFiles() throws {
        let long = String(repeating: "long", count: 200)
        let generated = try Generated(
            "openapi: 3.0.0\npaths: {/a: {get: {tags: [\(long)], responses: {}}, put: {tags: [\(long)1], responses: {}}}}\ncomponents: {schemas: {\(long): {enum: [a, b]}}}"
        )
        #expect(generated.output.files.count == 5)
        #expect(generated.output.files.keys.allSatisfy { $0.utf8.count < 100 })
    }

    /// A compiler takes no two files of one name, and a file system can ignore case.
    @Test func filesOfAModuleDifferWithoutCase() throws {
        let generated = try Generated(
            """
            openapi: 3.0.0
            paths: {/a: {get: {tags: [pet], responses: {}}}}
            components: {schemas: {Petapi: {enum: [a, b]}, Shopclient: {enum: [a, b]}, SHOPNAMES: {enum: [a, b]}, straße: {enum: [a, b]}, strasse: {enum: [a, b]}}}
            """
        )
        let names = generated.output.files.keys.map { ($0.split(separator: "/").last ?? "").uppercased().lowercased() }
        #expect(Set(names).count == 8)
        #expect(names.count == 8)
        #expect(generated.output.files["ShopClient.swift"] != nil)
        #expect(generated.output.files["ShopNames.swift"] != nil)
    }

    @Test(arguments: [
        "a\nstruct Evil {}\n.yaml", "a\r\u{2028}import Evil.yaml", "../..\n/x\0.yaml", "\u{202E}lmay.yaml",
    ])
    func nameOfTheDocumentIsText(_ name: String) throws {
        let output = try Generator(Configuration()).generate(
            text: Self.document,
            path: "/folder/" + name,
            name: "../a\n/B\""
        )
        for (path, text) in output.files {
            #expect(
                path.unicodeScalars.allSatisfy { ($0.properties.isAlphabetic || "/+.23".unicodeScalars.contains($0)) }
                    && !path.contains("..")
            )
            let header = text.split(separator: "\n", omittingEmptySubsequences: false).prefix(3)
            #expect(header.first?.hasPrefix("// Generated by talyn from ") == true)
            #expect(header[1] == "// swift-format-ignore-file" && header[2].isEmpty)
            #expect(!text.unicodeScalars.contains { $0 != "\n" && $0.isControl })
        }
    }

    @Test func folderHasTheNamesOfItsLastGeneration() throws {
        let folder = try TemporaryDirectory()
        let output = OutputFolder(folder.url.path)
        #expect(output.keptNames == KeptNames())
        _ = try output.write(Generated(Self.document).output.files)
        #expect(output.keptNames.types == ["A": "A", "B": "B", "C": "C"])
        #expect(output.keptNames.functions == ["GET /a": "AAPI.a"])
    }

    @Test func oddPathsHaveOperations() throws {
        for path in [
            "'/'", "'/a?b=c&d'", "'/a#b'", "'/{a}{b}'", "'/{a'", "'/a}'", "'/{}'", "'//a//'", "'/ä b'", "'/{a}.{b}'",
            "'/a:b'",
        ] {
            #expect(try Generated(operation: "responses: {}", path: path).output.operationCount == 1, "\(path)")
        }
    }

    @Test func sourcesAreWrittenAndChecked() throws {
        let folder = try TemporaryDirectory()
        let output = OutputFolder(folder.url.appendingPathComponent("Shop").path)
        let files = try Generated(Self.document).output.files
        #expect(output.differences(from: files).count == files.count)
        #expect(try output.write(files) == files.count)
        #expect(output.differences(from: files).isEmpty)
        #expect(try output.write(files) == 0)
        let own = folder.url.appendingPathComponent("Shop/Own.swift")
        try Data("// Mine\n".utf8).write(to: own)
        var fewer = files
        let removed = try #require(fewer.keys.sorted().first)
        fewer[removed] = nil
        #expect(output.differences(from: fewer) == ["\(output.path)/\(removed): not generated any more"])
        #expect(try output.write(fewer) == 1)
        #expect(FileManager.default.fileExists(atPath: own.path))
    }

    @Test func clientInAFolderBelowIsKept() throws {
        let folder = try TemporaryDirectory()
        let (outer, inner) = (OutputFolder(folder.url.path), OutputFolder(folder.url.path + "/Billing"))
        let files = try Generated(Self.document).output.files
        _ = try inner.write(files)
        _ = try outer.write(files)
        #expect(inner.differences(from: files).isEmpty)
        #expect(outer.differences(from: files).isEmpty)
        #expect(try outer.write([:]) == files.count)
        #expect(inner.differences(from: files).isEmpty)
    }

    @Test func modelsCanBeAModule() throws {
        let output = try Generator(Configuration(), modelsModule: "ShopModels").generate(
            text: Self.document,
            name: "Shop"
        )
        #expect(output.models.keys.sorted() == ["A.swift", "B.swift", "C.swift"])
        #expect(output.files["ShopClient.swift"]?.contains("@_exported public import ShopModels") == true)
    }

    @Test(arguments: [
        ("shop-models", "shop_models"), ("shop.models 2", "shop_models_2"), ("2models", "_models"),
        ("ÄModels", "ÄModels"),
    ])
    func moduleHasTheNameThatSwiftPMGivesIt(_ target: String, _ module: String) throws {
        let output = try Generator(Configuration(), modelsModule: target).generate(text: Self.document, name: "Shop")
        #expect(output.files["ShopClient.swift"]?.contains("@_exported public import \(module)\n") == true)
    }

    @Test func filesAreShort() throws {
        let schemas = (0..<200).map {
            "A\($0): {properties: {a: {type: string}, b: {type: string}, c: {type: string}}}"
        }
        let files = try Generated(schemas: schemas.joined(separator: "\n")).output.files
        #expect(files.values.allSatisfy { $0.split(separator: "\n", omittingEmptySubsequences: false).count < 450 })
    }
}
#endif
