import Foundation
import Testing

struct DocumentedExamplesTests {
    /// Each source file whose comments hold examples, and where the tests compile them.
    @Test(arguments: [
        "Target/DecodableTargetType.swift", "Target/TargetType.swift", "Response/ResponseEnvelope.swift",
        "Errors/EnvelopeError.swift", "Errors/TalynError+Failure.swift", "Provider/MultiProvider.swift",
        "Provider/Provider+Typed.swift", "Endpoint/SampleResponses.swift",
    ])
    func exampleIsCompiled(file: String) throws {
        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Talyn")
        let compiled = try ["Readme/ReadmeExamples.swift", "Target/TypedTargetExamples.swift"].flatMap {
            try lines(of: tests.appendingPathComponent($0))
        }
        var isExample = false
        var count = 0
        for line in try lines(of: sources.appendingPathComponent(file)) where line.hasPrefix("///") {
            let line = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample, !line.isEmpty {
                count += 1
                #expect(compiled.contains(line), "only in the comment: \(line)")
            }
        }
        #expect(count > 0)
    }

    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
