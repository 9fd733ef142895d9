#if Tools
import Foundation
import HTTPTypes
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// The steps of work with documents. Twice as long a document takes about twice the steps.
struct StepCountTests {
    @Test(arguments: HostileDocument.growing)
    func sourcesNeedStepsByTheLength(_ document: HostileDocument.Growing) throws {
        let few = try Generated(document.of(300).text).output.stepCount
        let many = try Generated(document.of(600).text).output.stepCount
        #expect(few > 300)
        #expect(many < few * 9 / 4)
    }

    @Test(arguments: HostileDocument.growing)
    func checksAndAnswersNeedStepsByTheLength(_ document: HostileDocument.Growing) throws {
        func steps(_ length: Int) throws -> Int {
            let checked = try CheckedDocument(text: document.of(length).text)
            for body in ["1", "[[[[1]]]]", #"{"a": {"b": {"c": 1}}}"#] {
                _ = checked.answer(to: CheckedRequest("POST", "/things", [:], body, type: "application/json"), seed: 0)
            }
            let schemas = try #require(checked.document.schemas.first).schema.schemas
            return schemas.stepCount + checked.checker.count
        }
        #expect(try steps(600) < steps(300) * 9 / 4)
    }

    /// A quadratic reading of 10,000 of them takes minutes.
    @Test func referencesAreFollowedOnce() throws {
        let document = HostileDocument.chain("references", "$", count: 10_000)
        #expect(try Generated(document.text).output.stepCount < 60 * 10_000)
    }

    /// Each schema that consists of a union asks whether its variants are told apart.
    @Test func variantsOfAUnionAreToldApartOnce() throws {
        func steps(_ count: Int) throws -> Int {
            let variants = (0..<count).map {
                "    V\($0): {type: object, properties: {kind: {const: v\($0)}, a: {type: string}}}"
            }
            let references = (0..<count).map { "{$ref: '#/components/schemas/V\($0)'}" }
            let children = (0..<count).map {
                "    C\($0): {allOf: [{$ref: '#/components/schemas/U'}, {properties: {p: {type: string}}}]}"
            }
            let text = """
                openapi: 3.1.0
                info: {title: Shop, version: '1'}
                paths: {}
                components:
                  schemas:
                    U: {oneOf: [\(references.joined(separator: ", "))]}
                \((variants + children).joined(separator: "\n"))
                """
            let files = DocumentFiles(Diagnostics())
            let root = try #require(try files.read(text: text, path: "/openapi.yaml").root)
            let reader = DocumentReader(root, files)
            defer { reader.schemas.removeAll() }
            let shapes = ShapeReader(try reader.document(), files.diagnostics)
            // The comparisons of variants with other schemas have a limit of their own.
            shapes.remainingVariants = 0
            for (_, schema) in try reader.document().schemas { _ = shapes.resolve(schema) }
            return reader.schemas.stepCount
        }
        #expect(try steps(200) < steps(100) * 9 / 4)
    }
}
#endif
