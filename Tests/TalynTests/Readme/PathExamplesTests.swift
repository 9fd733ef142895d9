import Foundation
import TestSupport
import Testing

struct PathExamplesTests {
    /// The README, the pages, and the comments of all sources.
    private static func documentation() throws -> [(file: String, line: Substring)] {
        let sources = RepositoryFiles.url("Sources")
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        // The module Moya has Moya's own targets, whose paths are strings.
        let texts = names.filter { ($0.hasSuffix(".md") || $0.hasSuffix(".swift")) && !$0.hasPrefix("Moya/") }
        let files = texts.map { sources.appendingPathComponent($0) }
        return try ([RepositoryFiles.url("README.md")] + files).flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
                let isShown = file.pathExtension == "md" || line.drop { $0 == " " }.hasPrefix("///")
                return isShown ? (file.lastPathComponent, line) : nil
            }
        }
    }

    /// A path in a `String` would lead elsewhere with a `?` or `..` in a value. A `RequestPath` escapes each value.
    @Test func pathsAreOfTheTypeThatEscapesValuesInAllDocumentation() throws {
        let lines = try Self.documentation()
        #expect(lines.contains { $0.line.contains("var path: RequestPath") })
        let wrong = lines.filter { $0.line.contains("var path: String") || $0.line.contains("pathSegment:") }
        #expect(wrong.map { "\($0.file): \($0.line)" } == [])
    }

    /// Parameters belong into the query of the target: a path with a `?` fails the call.
    @Test func pathsHaveNoQueryInAllDocumentation() throws {
        let pattern = /(?:RequestPath \{ |case [^"]*: )"\/[^"]*\?[^"]*"/
        let wrong = try Self.documentation().filter { $0.line.contains(pattern) }
        #expect(wrong.map { "\($0.file): \($0.line)" } == [])
    }
}
