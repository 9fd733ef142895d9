#if Tools
import Foundation
import HTTPTypes
import TalynStubs
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// A document whose schema `thing` checks values.
struct CheckedThing {
    let document: CheckedDocument
    let schema: Schema

    /// - Parameters:
    ///   - thing: The schema in YAML, in one line.
    ///   - others: Other schemas in YAML, each in one line.
    init(_ thing: String, _ others: String..., version: String = "3.1.0", mask: String? = nil) throws {
        document = try CheckedDocument(
            text: """
                openapi: \(version)
                info: {title: Shop, version: '1'}
                paths: {}
                components:
                  schemas:
                    thing: \(thing)
                \(others.map { "    \($0)" }.joined(separator: "\n"))
                """,
            mask: mask
        )
        schema = try #require(document.document.schemas.first { $0.name == "thing" }?.schema)
    }

    /// The faults of a value, such as `/name must be a string, and is null`.
    func faults(_ json: String, _ direction: SchemaChecker.Direction = .response) throws -> [String] {
        let value = try JSONNode(json: Data(json.utf8))
        return document.checker.faults(of: value, schema, direction).map { "\($0.pointer) \($0.reason)" }
    }
}

extension CheckedDocument {
    /// A document with operations.
    ///
    /// - Parameter paths: The paths in YAML.
    convenience init(paths: String, _ rest: String = "", version: String = "3.1.0") throws {
        try self.init(
            text: """
                openapi: \(version)
                info: {title: Shop, version: '1'}
                servers: [{url: 'https://shop.example/v1'}]
                paths:
                \(paths.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
                \(rest)
                """
        )
    }
}

extension CheckedRequest {
    init(
        _ method: String,
        _ target: String,
        _ headerFields: HTTPFields = [:],
        _ body: String? = nil,
        type: String? = nil
    ) {
        let parts = target.split(separator: "?", maxSplits: 1).map { String($0) }
        var fields = headerFields
        if let type { fields[.contentType] = type }
        self.init(
            method: method,
            path: parts[0],
            query: parts.count > 1 ? parts[1] : nil,
            headerFields: fields,
            body: body.map { Data($0.utf8) }
        )
    }
}

extension DocumentAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }

    var json: JSONNode? { try? JSONNode(json: body) }
}
#endif
