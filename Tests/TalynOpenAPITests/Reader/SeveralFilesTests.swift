#if Tools
import Foundation
import HTTPTypes
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// Documents whose root names schemas that stand in files of their own.
struct SeveralFilesTests {
    /// Writes files, and gives the path of the document to a closure.
    private func with<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("talyn-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try body(folder.appendingPathComponent("openapi.yaml").path)
    }

    private func generated(_ files: [String: String], _ configuration: Configuration = Configuration()) throws
        -> Generator.Output
    {
        try with(files) { try Generator(configuration).generate($0, name: "Shop") }
    }

    private static func root(_ schema: String, names: [String] = ["Pet", "Cat", "Dog"]) -> String {
        """
        openapi: 3.1.0
        info: {title: Pets, version: '1'}
        servers: [{url: 'https://pets.example'}]
        paths:
          /pets: {get: {operationId: list, responses: {'200': {description: a, content: {application/json: {schema: \(schema)}}}}}}
        components: {schemas: {\(names.map { "\($0): {$ref: ./schemas/\($0).yaml}" }.joined(separator: ", "))}}
        """
    }

    private static let inherited = [
        "openapi.yaml": root("{type: array, items: {$ref: '#/components/schemas/Pet'}}"),
        "schemas/Pet.yaml":
            "{type: object, required: [kind], discriminator: {propertyName: kind}, properties: {kind: {type: string}, size: {enum: [s, m]}}}",
        "schemas/Cat.yaml": "{allOf: [{$ref: ./Pet.yaml}, {type: object, properties: {lives: {type: integer}}}]}",
        "schemas/Dog.yaml": "{allOf: [{$ref: ./Pet.yaml}, {type: object, properties: {bark: {type: string}}}]}",
    ]

    @Test func basesInOtherFilesAreUnions() throws {
        let output = try generated(Self.inherited)
        let text = output.files.sorted { $0.key < $1.key }.map(\.value).joined()
        #expect(text.contains("public nonisolated enum Pet:"))
        #expect(text.contains("public nonisolated struct Cat:"))
        #expect(!text.contains("ShopPet") && !text.contains("ShopCat"))
        #expect(text.contains(#"kind: String = "Cat""#))
        #expect(text.contains("-> APIOperation<[Pet]>"))
        #expect(output.schemaTypes == ["Pet": "Pet", "Cat": "Cat", "Dog": "Dog"])
        #expect(output.skippedCount == 0, "\(output.diagnostics)")
        // The enum of the base is one for all.
        #expect(text.matches(of: /enum Size:/).count == 1)
    }

    @Test func configurationNamesSchemasOfOtherFiles() throws {
        var configuration = Configuration()
        configuration.types = ["Pet": "Animal"]
        let output = try generated(Self.inherited, configuration)
        #expect(output.schemaTypes["Pet"] == "Animal")
        #expect(output.skippedCount == 0)
    }

    @Test(arguments: ["./schemas/", "#/components/schemas/"])
    func discriminatorWithoutAMappingHasTheNamesOfSchemas(_ start: String) throws {
        let end = start.hasPrefix("#") ? "" : ".yaml"
        let schema =
            "{oneOf: [{$ref: '\(start)Cat\(end)'}, {$ref: '\(start)Dog\(end)'}], discriminator: {propertyName: kind}}"
        let files = [
            "openapi.yaml": Self.root(schema, names: ["Cat", "Dog"]),
            "schemas/Cat.yaml":
                "{type: object, required: [kind], properties: {kind: {type: string}, a: {type: integer}}}",
            "schemas/Dog.yaml":
                "{type: object, required: [kind], properties: {kind: {type: string}, a: {type: integer}}}",
        ]
        let output = try generated(files)
        let text = output.files.sorted { $0.key < $1.key }.map(\.value).joined()
        #expect(text.contains(#"kind: String = "Cat""#))
        #expect(text.contains(#""Cat": 0, "Dog": 1"#))
        #expect(!text.contains(#""": "#))
        try with(files) { path in
            let document = try CheckedDocument(contentsOf: path)
            for seed in 0..<10 as Range<UInt64> {
                let kind = document.answer(to: CheckedRequest("GET", "/pets"), seed: seed).json?["kind"]?.text
                #expect(kind == "Cat" || kind == "Dog")
            }
            let operation = document.document.operations[0]
            let response = CheckedResponse(
                status: 200,
                headerFields: [.contentType: "application/json"],
                body: Data(#"{"kind": "Cat", "a": "b"}"#.utf8)
            )
            #expect(document.faults(of: response, to: "GET", operation).map(\.pointer) == ["/a"])
        }
    }

    @Test func fileWithoutANameInTheDocumentNamesAVariant() throws {
        let schema =
            "{oneOf: [{$ref: ./schemas/Cat.yaml}, {$ref: ./schemas/Dog.yaml}], discriminator: {propertyName: kind}}"
        let output = try generated([
            "openapi.yaml": Self.root(schema, names: []),
            "schemas/Cat.yaml": "{type: object, required: [kind], properties: {kind: {type: string}}}",
            "schemas/Dog.yaml": "{type: object, required: [kind], properties: {kind: {type: string}}}",
        ])
        let text = output.files.sorted { $0.key < $1.key }.map(\.value).joined()
        #expect(text.contains(#"kind: String = "Cat""#))
    }

    @Test func secondNameOfAFileIsTheSameType() throws {
        let output = try generated([
            "openapi.yaml": """
            openapi: 3.1.0
            info: {title: Pets, version: '1'}
            paths: {}
            components: {schemas: {Animal: {$ref: '#/components/schemas/Pet'}, Pet: {$ref: ./Pet.yaml}, Beast: {$ref: ./Pet.yaml}}}
            """,
            "Pet.yaml": "{type: object, properties: {name: {type: string}}}",
        ])
        #expect(output.schemaTypes == ["Pet": "Pet", "Animal": "Pet", "Beast": "Pet"])
        #expect(output.skippedCount == 0, "\(output.diagnostics)")
    }

    /// A selection of operations reports no schemas that it doesn't need.
    @Test func selectionLeavesOutNamedFiles() throws {
        var files = Self.inherited
        files["schemas/Other.yaml"] = "{type: object, properties: {a: {type: string}}}"
        files["openapi.yaml"] = files["openapi.yaml"]?.replacing(
            "schemas: {",
            with: "schemas: {Other: {$ref: ./schemas/Other.yaml}, "
        )
        var configuration = Configuration()
        configuration.only = ["operation:list"]
        let output = try generated(files, configuration)
        #expect(output.skippedCount == 0, "\(output.diagnostics)")
        #expect(!output.files.keys.contains { $0.contains("Other") })
    }
}
#endif
