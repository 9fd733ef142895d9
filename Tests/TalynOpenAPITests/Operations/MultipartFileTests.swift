#if Tools
import Testing

@testable import TalynOpenAPI

/// The parts of a multipart body that are files.
struct MultipartFileTests {
    private func form(_ properties: String, encoding: String = "", version: String = "3.1.0") throws -> Generated {
        try Generated(
            """
            openapi: \(version)
            info: {title: a, version: '1'}
            paths:
              /a:
                post:
                  operationId: upload
                  requestBody:
                    required: true
                    content:
                      multipart/form-data:
                        schema: {type: object, required: [file], properties: {\(properties)}}
                        encoding: {\(encoding)}
                  responses: {'204': {description: a}}
            """
        )
    }

    @Test(arguments: [
        ("file: {}", "MultipartFile"), ("file: {description: A picture.}", "MultipartFile"),
        ("file: {type: array, items: {}}", "[MultipartFile]"), ("file: {contentEncoding: base64}", "JSONValue"),
        ("file: {maxLength: 5}", "JSONValue"),
    ])
    func partWithoutATypeIsAFile(_ property: String, _ type: String) throws {
        let generated = try form(property)
        #expect(generated.has("public var file: \(type)\n"), "\(property)")
        #expect(generated.output.skippedCount == 0, "\(property)")
    }

    @Test func partWithoutATypeIsAValueBeforeOpenAPI31OrByItsMediaType() throws {
        #expect(try form("file: {}", version: "3.0.3").has("public var file: JSONValue\n"))
        let json = try form("file: {}", encoding: "file: {contentType: application/json}")
        #expect(json.has("public var file: JSONValue\n"))
    }

    /// No object is written as XML.
    @Test(arguments: [
        ("{type: object, properties: {b: {type: object, properties: {c: {type: string}}}}}", "MultipartFile"),
        ("{type: array, items: {type: object, properties: {b: {type: string}}}}", "[MultipartFile]"),
    ])
    func objectOfAnotherMediaTypeIsAFile(_ schema: String, _ type: String) throws {
        let generated = try form("file: \(schema)", encoding: "file: {contentType: application/xml}")
        #expect(generated.has("public var file: \(type)\n"))
        #expect(generated.has(#"form.add("file", self.file, as: "application/xml")"#))
        #expect(generated.output.skippedCount == 0)
        #expect(generated.messages.contains { $0.contains("A part of the type 'application/xml' has no types") })
        let json = try form("file: \(schema)", encoding: "file: {contentType: application/vnd.b+json}")
        #expect(!json.has("MultipartFile"))
    }
}
#endif
