package import Foundation

/// Checks that what documentation shows is compiled: each line of an example has to stand in one of these files.
package struct DocumentedExamples {
    private let compiled: Set<String>

    package init(compiledIn files: [URL]) throws {
        compiled = Set(try files.flatMap { try Self.lines(of: $0) })
    }

    /// The lines of a page's examples that are not compiled, and how many lines there are.
    package func check(page: URL) throws -> (missing: [String], count: Int) {
        check(try Self.lines(of: page))
    }

    /// The same for the comments of a source.
    package func check(commentsOf source: URL) throws -> (missing: [String], count: Int) {
        check(
            try Self.lines(of: source).filter { $0.hasPrefix("///") }
                .map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
        )
    }

    private func check(_ text: [String]) -> (missing: [String], count: Int) {
        var isExample = false
        var examples: [String] = []
        for line in text {
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample, !line.isEmpty {
                examples.append(line)
            }
        }
        return (examples.filter { !compiled.contains($0) }, examples.count)
    }

    private static func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
