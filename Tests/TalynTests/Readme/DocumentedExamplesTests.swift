import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let sources = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Talyn")

    /// Each source file whose comments hold examples.
    @Test(arguments: [
        "Endpoint/SampleResponses.swift", "Errors/EnvelopeError.swift", "Errors/TalynError+Failure.swift",
        "Plugins/Authentication/AuthenticationPlugin.swift", "Plugins/CircuitBreaker/CircuitBreakerPlugin.swift",
        "Plugins/Connectivity/ConnectivityMonitor.swift", "Plugins/Connectivity/ConnectivityPlugin.swift",
        "Plugins/Limits/ConcurrencyLimitPlugin.swift", "Plugins/Limits/RateLimitPlugin.swift",
        "Plugins/Retry/RetryPlugin.swift", "Provider/Account/CallAccount.swift",
        "Provider/Batch/Batch.swift", "Provider/Batch/Provider+Chain.swift",
        "Provider/Downloads/TransferDestination.swift", "Provider/Events/EventStream.swift",
        "Provider/MultiProvider.swift",
        "Provider/Pages/PageStream.swift", "Provider/Pages/PageStream+Elements.swift", "Provider/Provider+Typed.swift",
        "Provider/Transfers/TransferStream.swift", "HTTP/ContentDigest.swift",
        "Response/ResponseEnvelope.swift", "Response/ResponseStream.swift", "Target/DecodableTargetType.swift",
        "Target/HTTPTask+Upload.swift", "Target/Options/RequestOptions.swift", "Target/TargetType.swift",
    ])
    func exampleInACommentIsCompiled(file: String) throws {
        let names = [
            "Account", "Authentication", "Batch", "Limit", "Option", "Paging", "Readme", "Retry", "Stream", "Transfer",
        ]
        let files = names.map { "Readme/\($0)Examples.swift" } + ["Target/TypedTargetExamples.swift"]
        expectNothingMissing(try examples(in: files).check(commentsOf: Self.sources.appendingPathComponent(file)))
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
        let text = Self.sources.appendingPathComponent("Talyn.docc/\(page).md")
        expectNothingMissing(try examples(in: ["Readme/\(file).swift"]).check(page: text))
    }

    private func examples(in files: [String]) throws -> DocumentedExamples {
        try DocumentedExamples(compiledIn: files.map { Self.tests.appendingPathComponent($0) })
    }

    private func expectNothingMissing(_ result: (missing: [String], count: Int)) {
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
