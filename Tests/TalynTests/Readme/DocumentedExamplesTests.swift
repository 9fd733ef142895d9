import Foundation
import Testing

struct DocumentedExamplesTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Talyn")

    /// Each source file whose comments hold examples.
    @Test(arguments: [
        "Endpoint/SampleResponses.swift", "Errors/EnvelopeError.swift", "Errors/TalynError+Failure.swift",
        "Plugins/Authentication/AuthenticationPlugin.swift", "Plugins/Authentication/Authenticator.swift",
        "Plugins/CircuitBreaker/CircuitBreakerPlugin.swift", "Plugins/Connectivity/ConnectivityPlugin.swift",
        "Plugins/Connectivity/ProbeMonitor.swift", "Plugins/Limits/ConcurrencyLimitPlugin.swift",
        "Plugins/Limits/RateLimitPlugin.swift", "Plugins/Retry/RetryPlugin.swift",
        "Plugins/Retry/RetryPlugin+Configuration.swift", "Provider/Account/CallAccount.swift",
        "Provider/Batch/Batch.swift", "Provider/Batch/Provider+Chain.swift",
        "Provider/Downloads/TransferDestination.swift", "Provider/Events/EventStream.swift",
        "Provider/MultiProvider.swift",
        "Provider/Pages/PageStream.swift", "Provider/Pages/PageStream+Elements.swift", "Provider/Provider+Typed.swift",
        "Provider/Transfers/TransferStream.swift", "Response/Fields/ContentDigest.swift",
        "Response/ResponseEnvelope.swift", "Response/ResponseStream.swift", "Target/DecodableTargetType.swift",
        "Target/HTTPTask+Upload.swift", "Target/Options/RequestOptions.swift", "Target/TargetType.swift",
    ])
    func exampleInACommentIsCompiled(file: String) throws {
        let comments = try lines(of: Self.sources.appendingPathComponent(file))
            .filter { $0.hasPrefix("///") }
            .map { $0.dropFirst(3).trimmingCharacters(in: .whitespaces) }
        let names = [
            "Account", "Authentication", "Batch", "Limit", "Option", "Paging", "Readme", "Retry", "Stream", "Transfer",
        ]
        let compiled = try compiledLines(
            names.map { "Readme/\($0)Examples.swift" } + ["Target/TypedTargetExamples.swift"]
        )
        check(comments, against: compiled, from: file)
    }

    /// Each page of the documentation, and where the tests compile its examples.
    @Test(arguments: [
        ("Accounts", "AccountExamples"), ("Authentication", "AuthenticationExamples"), ("Batches", "BatchExamples"),
        ("CallingOptions", "OptionExamples"), ("CircuitBreaker", "LimitExamples"),
        ("ConcurrencyLimit", "LimitExamples"), ("Connectivity", "LimitExamples"), ("Paging", "PagingExamples"),
        ("RateLimit", "LimitExamples"), ("Retry", "RetryExamples"), ("Streaming", "StreamExamples"),
        ("Transfers", "TransferExamples"),
    ])
    func exampleOnAPageIsCompiled(page: String, file: String) throws {
        let text = try lines(of: Self.sources.appendingPathComponent("Talyn.docc/\(page).md"))
        check(text, against: try compiledLines(["Readme/\(file).swift"]), from: page)
    }

    private func check(_ text: [String], against compiled: Set<String>, from name: String) {
        var isExample = false
        var count = 0
        for line in text {
            if line.hasPrefix("```") {
                isExample = line == "```swift"
            } else if isExample, !line.isEmpty {
                count += 1
                let isCompiled = compiled.contains(line)
                #expect(isCompiled, "only in \(name): \(line)")
            }
        }
        #expect(count > 0)
    }

    private func compiledLines(_ files: [String]) throws -> Set<String> {
        Set(try files.flatMap { try lines(of: Self.tests.appendingPathComponent($0)) })
    }

    private func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
    }
}
