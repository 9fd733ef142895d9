#if Tools
import Testing

@testable import TalynOpenAPI

/// The sources of a small document.
struct Generated: CustomTestStringConvertible {
    var testDescription: String { "the sources" }

    let output: Generator.Output

    /// Generates the sources of a whole document.
    init(_ document: String, name: String = "Shop", _ configure: (inout Configuration) -> Void = { _ in }) throws {
        var configuration = Configuration()
        configure(&configuration)
        output = try Generator(configuration).generate(text: document, name: name)
    }

    /// Generates the types of named schemas.
    ///
    /// - Parameters:
    ///   - schemas: The schemas in YAML.
    ///   - body: The name of the schema that an operation takes.
    ///   - result: The name of the schema that an operation gives.
    init(schemas: String, body: String? = nil, result: String? = nil) throws {
        let body = body.map {
            "      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/\($0)'}}}}\n"
        }
        let content = result.map { ", content: {application/json: {schema: {$ref: '#/components/schemas/\($0)'}}}" }
        try self.init(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            paths:
              /things:
                patch:
                  operationId: change
            \(body ?? "")      responses: {'200': {description: ''\(content ?? "")}}
            components:
              schemas:
            \(schemas.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n"))
            """
        )
    }

    /// Generates the functions of one operation.
    ///
    /// - Parameters:
    ///   - operation: The members of the operation in YAML.
    ///   - path: The path.
    ///   - method: The method.
    init(operation: String, path: String = "/things", method: String = "get") throws {
        try self.init(
            """
            openapi: 3.1.0
            info: {title: Shop, version: '1'}
            servers: [{url: 'https://shop.example'}]
            paths:
              \(path):
                \(method):
            \(operation.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))
            """
        )
    }

    /// All sources as one text.
    var text: String { output.files.sorted { $0.key < $1.key }.map(\.value).joined(separator: "\n") }

    /// Whether the sources have a text. Spaces and line breaks make no difference.
    func has(_ text: String) -> Bool { Self.dense(self.text).contains(Self.dense(text)) }

    /// The diagnostics, without the notes of annotations and restrictions that no source has, such as descriptions of responses.
    var messages: [String] {
        output.diagnostics.filter { diagnostic in
            !diagnostic.pointer.hasPrefix("#/info")
                && (diagnostic.severity != .note || !Self.usual.contains { diagnostic.message.contains($0) })
        }.map(\.description)
    }

    private static let usual = [
        "has no effect on the sources.", "A schema that only restricts values", "has no type of its own",
    ]

    private static func dense(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
#endif
