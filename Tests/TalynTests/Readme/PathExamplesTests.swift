import Foundation
import Testing

struct PathExamplesTests {
    private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The README, the pages, and the comments of all sources.
    private static func documentation() throws -> [(file: String, line: Substring)] {
        let sources = root.appendingPathComponent("Sources")
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap { $0 as? String } ?? []
        let texts = names.filter { $0.hasSuffix(".md") || $0.hasSuffix(".swift") }
        let files = texts.map { sources.appendingPathComponent($0) }
        return try ([root.appendingPathComponent("README.md")] + files).flatMap { file in
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").compactMap { line in
                let isShown = file.pathExtension == "md" || line.drop { $0 == " " }.hasPrefix("///")
                return isShown ? (file.lastPathComponent, line) : nil
            }
        }
    }

    /// A `?` or `..` in a value would lead elsewhere.
    @Test func valuesInPathsAreSegmentsInAllDocumentation() throws {
        let lines = try Self.documentation()
        #expect(lines.contains { $0.line.contains(#""/users/\(pathSegment: name)""#) })
        // An attribute with an interpolation is shown as a mistake.
        let pattern = /"\/[^"]*\\\((?!pathSegment:)/
        let wrong = lines.filter { $0.line.contains(pattern) && !$0.line.contains("@GET(") }
        #expect(wrong.map { "\($0.file): \($0.line)" } == [])
    }
}
