#if FUZZING
import Foundation
import HTTPTypes

@testable import TalynOpenAPI

extension FuzzTarget {
    /// A document has the same sources each time, in files of their folder. `talyn serve` reads it, too.
    static let documents = FuzzTarget("documents") { input in
        let isBuilt = input.byte() & 1 == 1
        let text = isBuilt ? RandomDocument.text(&input) : input.text
        guard let output = try? Generator(Configuration()).generate(text: text, name: "Shop") else { return }
        for (path, source) in output.files {
            require(!path.hasPrefix("/") && !path.contains(".."), "A file is in its folder: \(path)")
            require(!source.utf8.contains(0), "A source has no NUL.")
        }
        let again = try? Generator(Configuration()).generate(text: text, name: "Shop")
        requireEqual(again?.files, output.files, "A document has the same sources each time.")
        requireEqual(again?.diagnostics, output.diagnostics, "A document has the same messages each time.")
        guard let document = try? CheckedDocument(text: text) else { return }
        let request = CheckedRequest(method: "GET", path: "/things", query: nil, headerFields: [:], body: nil)
        requireEqual(
            document.answer(to: request, seed: 1).body,
            document.answer(to: request, seed: 1).body,
            "A seed has one answer."
        )
    }
}

/// A document of the parts that the fuzzer chooses.
private enum RandomDocument {
    static func text(_ input: inout FuzzInput) -> String {
        let version = input.element(of: ["3.0.3", "3.1.0", "3.2.0"])
        let schemas = names.map { "\"\($0)\": \(schema(&input, 0))" }.joined(separator: ", ")
        let parameters = (0..<Int(input.byte() % 4)).map { _ in parameter(&input) }.joined(separator: ", ")
        let mediaType = input.element(of: mediaTypes)
        let (body, result) = (schema(&input, 1), schema(&input, 1))
        let keyword = input.element(of: ["schema", "itemSchema"])
        return """
            {"openapi": "\(version)", "info": {"title": "Shop", "version": "1"}, "servers": [{"url": "https://a.example"}],
            "paths": {"/things": {"get": {"operationId": "list", "parameters": [\(parameters)],
            "responses": {"200": {"description": "", "content": {"\(mediaType)": {"\(keyword)": \(result)}}}}},
            "post": {"requestBody": {"content": {"\(input.element(of: mediaTypes))": {"schema": \(body)}}}, "responses": {}}}},
            "webhooks": {"made": {"post": {"requestBody": {"content": {"application/json": {"schema": \(schema(&input, 2))}}}}}},
            "components": {"schemas": {\(schemas)}}}
            """
    }

    private static let names = ["A", "B", "C", "D"]
    private static let mediaTypes = [
        "application/json", "text/event-stream", "application/x-www-form-urlencoded", "multipart/form-data",
        "application/jsonl", "text/plain", "image/png", "application/merge-patch+json",
        "", ";", "; version=1",
    ]
    private static let properties = ["kind", "event", "data", "id", "next", "a b", "self", "additionalProperties"]

    private static func parameter(_ input: inout FuzzInput) -> String {
        let place = input.element(of: ["query", "header", "cookie", "path", "querystring"])
        let style = input.element(of: ["form", "simple", "deepObject", "cookie", "matrix", "label", "pipeDelimited"])
        let name = input.element(of: properties)
        let (explode, value) = (input.byte() & 1 == 0, schema(&input, 2))
        return
            #"{"name": "\#(name)", "in": "\#(place)", "style": "\#(style)", "explode": \#(explode), "schema": \#(value)}"#
    }

    private static func schema(_ input: inout FuzzInput, _ depth: Int) -> String {
        guard depth < 5, !input.isEmpty else { return #"{"type": "string"}"# }
        func inner() -> String { schema(&input, depth + 1) }
        func list() -> String { "[" + (0...Int(input.byte() % 3)).map { _ in inner() }.joined(separator: ", ") + "]" }
        var members: [String] = []
        for _ in 0...Int(input.byte() % 3) {
            switch input.byte() % 16 {
            case 0, 1: members.append("\"$ref\": \"#/components/schemas/\(input.element(of: names))\"")
            case 2, 3:
                let named = (0...Int(input.byte() % 3)).map { _ in "\"\(input.element(of: properties))\": \(inner())" }
                members.append("\"type\": \"object\", \"properties\": {\(named.joined(separator: ", "))}")
            case 4: members.append("\"type\": \"array\", \"items\": \(inner())")
            case 5: members.append("\"type\": \"array\", \"prefixItems\": \(list()), \"minItems\": \(input.byte() % 4)")
            case 6: members.append("\"allOf\": \(list())")
            case 7: members.append("\"oneOf\": \(list())")
            case 8: members.append("\"anyOf\": \(list())")
            case 9: members.append("\"additionalProperties\": \(inner())")
            case 10:
                let name = input.element(of: properties)
                members.append("\"discriminator\": {\"propertyName\": \"\(name)\", \"defaultMapping\": \"A\"}")
            case 11: members.append("\"enum\": [\"a\", \"none\", null, \(input.byte())]")
            case 12: members.append("\"const\": \"\(input.element(of: properties))\"")
            case 13: members.append("\"required\": [\"\(input.element(of: properties))\"]")
            case 14: members.append("\"type\": [\"\(input.element(of: types))\", \"null\"]")
            default:
                let format = input.element(of: ["date-time", "int64", "uint64", "binary", "unix-time", "date"])
                members.append("\"type\": \"\(input.element(of: types))\", \"format\": \"\(format)\"")
            }
        }
        return "{\(members.joined(separator: ", "))}"
    }

    private static let types = ["string", "integer", "number", "boolean", "array", "object"]
}
#endif
