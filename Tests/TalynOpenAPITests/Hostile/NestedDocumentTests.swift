#if Tools
import Foundation
import HTTPTypes
import Testing
import _TalynSupport

@testable import TalynOpenAPI

/// Documents with a schema inside a schema, and so on.
struct NestedDocumentTests {
    private static let keywords = [
        #""properties": {"a": $}"#, #""items": $"#, #""additionalProperties": $"#, #""allOf": [$]"#, #""anyOf": [$]"#,
        #""oneOf": [$]"#, #""not": $"#, #""prefixItems": [$]"#, #""patternProperties": {"^a": $}"#, #""if": $"#,
        #""if": true, "then": $"#, #""if": true, "else": $"#, #""dependentSchemas": {"a": $}"#, #""contains": $"#,
        #""propertyNames": $"#, #""unevaluatedProperties": $"#, #""unevaluatedItems": $"#, #""$defs": {"a": $}"#,
        #""contentSchema": $"#, #""additionalItems": $"#,
        #""allOf": [$, {"properties": {"p": {"type": "string"}}}]"#, #""anyOf": [$, {"type": "integer"}]"#,
    ]

    /// A schema that has a keyword, whose schema has it, and so on.
    private static func nested(_ keyword: String, _ count: Int) -> String {
        let parts = keyword.split(separator: "$", omittingEmptySubsequences: false)
        // `$defs` has the sign, too.
        let (start, end) = (parts.dropLast().joined(separator: "$"), String(parts.last ?? ""))
        return String(repeating: "{" + start, count: count) + #"{"type": "string"}"#
            + String(repeating: end + "}", count: count)
    }

    @Test(arguments: keywords) func schemaInTenThousandIsRefusedWithItsPlace(_ keyword: String) throws {
        let schema = Self.nested(keyword, 10_000)
        let json = HostileDocument("deep", [#""S0": "# + schema]).text
        let start = "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\n"
        let flow = start + "components:\n  schemas:\n    S0: \(schema)\n"
        for (text, file, line, pointer) in [
            (json, "a.json", 4, "#/components/schemas/S0/"), (json, "a.yaml", 4, "#/components/schemas/S0/"),
            (flow, "b.yaml", 6, "#/components/schemas"),
            (flow.replacing("\n", with: "\r\n"), "b.yaml", 6, "#/components/schemas"),
        ] {
            let expected = "/\(file):\(line): More than 400 arrays and objects contain each other. (\(pointer)"
            for read in [
                { () throws in _ = try Generator(Configuration()).generate(text: text, path: "/\(file)", name: "A") },
                { () throws in _ = try CheckedDocument(text: text, path: "/\(file)") },
            ] {
                let error = try #require(throws: GenerationError.self) { try read() }
                #expect(error.description.hasPrefix(expected), "\(error.description)")
                #expect(error.description.utf8.count < 300)
            }
        }
    }

    @Test func blocksOfYAMLAreRefusedWithTheirPlace() throws {
        var text = "openapi: 3.1.0\ninfo: {title: a, version: '1'}\npaths: {}\ncomponents:\n  schemas:\n    S0:\n"
        for level in 0..<600 {
            let space = String(repeating: " ", count: 2 * level + 6)
            text += "\(space)properties:\n\(space) a:\n"
        }
        let error = try #require(throws: GenerationError.self) {
            try CheckedDocument(text: text + String(repeating: " ", count: 1_300) + "type: string\n")
        }
        #expect(error.description.contains("(#/components/schemas/S0/properties/a/properties/a/properties/…)"))
    }

    /// The threads of tasks have this much on Apple platforms. Each nested type took 25 KB of it in a debug build.
    @Test(arguments: keywords) func schemasNeedLittleOfTheCallStack(_ keyword: String) async throws {
        let texts = [20, 125].map { HostileDocument("deep", [#""S0": "# + Self.nested(keyword, $0)]).text }
        let outcome = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(returning: Result { try texts.map { try Self.use($0) } })
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(try outcome.get() == [200, 200])
    }

    /// Makes the sources of a document, and the status of an answer by it.
    private static func use(_ text: String) throws -> Int {
        _ = try Generated(text)
        let checked = try CheckedDocument(text: text)
        for body in [#"{"a": {"a": "b"}}"#, "[[1]]"] {
            _ = checked.answer(to: CheckedRequest("POST", "/things", [:], body, type: "application/json"), seed: 1)
        }
        return checked.answer(to: CheckedRequest("POST", "/things"), seed: 1).status
    }
}
#endif
