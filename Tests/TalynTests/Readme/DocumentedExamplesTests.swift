import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let sources = tests.deletingLastPathComponent().appendingPathComponent("Sources/Talyn")

    /// The files of TalynTests that hold examples.
    private static let examples = [
        "Authentication", "Batch", "Comment", "Error", "JSON", "Limit", "Logging", "Metrics", "Option", "Paging",
        "Plugin", "Readme", "Retry", "Stream", "Transfer", "Transport",
    ]

    /// The source files whose comments hold examples.
    static let commentedFiles = [
        "Batch/Batch.swift", "Call/CallContext.swift", "Call/CallMetrics.swift",
        "Downloads/DownloadDestination.swift", "Endpoint/Endpoint.swift", "Errors/EnvelopeError.swift",
        "Errors/TalynError.swift", "Events/EventStream.swift", "HTTP/ContentDigest.swift",
        "Multipart/MultipartFormData.swift", "Pages/PageStream.swift", "Pages/Pagination.swift",
        "Plugins/AccessTokenPlugin.swift", "Plugins/Authentication/AuthenticationPlugin.swift",
        "Plugins/CircuitBreaker/CircuitBreakerPlugin.swift", "Plugins/Coalescing/CoalescingPlugin.swift",
        "Plugins/Connectivity/ConnectivityMonitor.swift", "Plugins/Connectivity/ConnectivityPlugin.swift",
        "Plugins/CredentialsPlugin.swift", "Plugins/Limits/ConcurrencyLimitPlugin.swift",
        "Plugins/Limits/RateLimitPlugin.swift", "Plugins/NetworkLoggerPlugin.swift", "Plugins/Retry/RetryPlugin.swift",
        "Provider/MultiProvider.swift", "Provider/Provider.swift", "Redaction/Redaction.swift",
        "Request/OutgoingRequest.swift",
        "Response/ResponseEnvelope.swift",
        "Streaming/ResponseStream.swift", "Target/CachePolicy.swift", "Target/CodingOptions.swift",
        "Target/DecodableTargetType.swift",
        "Target/RequestBody.swift", "Target/RequestOptions.swift",
        "Target/RequestParameters.swift", "Target/RequestPath.swift", "Target/TargetType.swift",
        "Transfers/TransferStream.swift", "Transport/Options/ClientCertificate.swift",
        "Transport/Options/ServerTrust.swift", "Transport/Options/TransportOptions+Proxy.swift",
        "Transport/Options/TransportOptions.swift", "Transport/SampleTransport.swift", "Transport/Transport.swift",
    ]

    @Test(arguments: commentedFiles)
    func exampleInACommentIsCompiled(file: String) throws {
        let files = Self.examples.map { "TalynTests/Readme/\($0)Examples.swift" }
        expectNothingMissing(try examples(in: files).check(commentsOf: Self.sources.appendingPathComponent(file)))
    }

    /// A new example in a comment has to be compiled, too.
    @Test func everySourceFileWithExamplesIsChecked() throws {
        let names = FileManager.default.enumerator(atPath: Self.sources.path)?.compactMap { $0 as? String } ?? []
        let files = try names.filter { name in
            guard name.hasSuffix(".swift") else { return false }
            let text = try String(contentsOf: Self.sources.appendingPathComponent(name), encoding: .utf8)
            return text.contains("/// ```swift")
        }
        #expect(files.sorted() == Self.commentedFiles.sorted())
    }

    /// The pages of the documentation, and the files with their examples.
    static let pages = [
        ("Authentication", "AuthenticationExamples"), ("Batches", "BatchExamples"),
        ("CallingOptions", "OptionExamples"), ("CircuitBreaker", "LimitExamples"),
        ("ConcurrencyLimit", "LimitExamples"), ("ConnectionsAndTLS", "TransportExamples"),
        ("Connectivity", "LimitExamples"), ("Errors", "ErrorExamples"),
        ("JSON", "JSONExamples"), ("Logging", "LoggingExamples"), ("Metrics", "MetricsExamples"),
        ("Paging", "PagingExamples"), ("RateLimit", "LimitExamples"), ("Retry", "RetryExamples"),
        ("Streaming", "StreamExamples"), ("Transfers", "TransferExamples"),
        ("TransportsOnLinux", "TransportExamples"), ("WrapATransport", "PluginExamples"),
        ("WriteAPlugin", "PluginExamples"),
    ]

    @Test(arguments: pages)
    func exampleOnAPageIsCompiled(page: String, file: String) throws {
        try expectCompiled(page, in: "TalynTests/Readme/\(file).swift")
    }

    /// The example with a server compiles the code of the page for servers.
    @Test func exampleOnThePageForServersIsCompiled() throws {
        try expectCompiled("OnAServer", in: "../Examples/Observability/Sources/Greetings/Server/ServerExamples.swift")
    }

    /// An app is isolated to the main actor by default, and so is the module that compiles the examples of its page.
    @Test func exampleOnThePageForAppsIsCompiled() throws {
        try expectCompiled("InAnApp", in: "TalynMacrosMainActorTests/AppExamples.swift")
    }

    private func expectCompiled(_ page: String, in file: String) throws {
        let text = Self.sources.appendingPathComponent("Talyn.docc/\(page).md")
        expectNothingMissing(try examples(in: [file]).check(page: text))
    }

    private func examples(in files: [String]) throws -> DocumentedExamples {
        try DocumentedExamples(compiledIn: files.map { Self.tests.appendingPathComponent($0) })
    }

    private func expectNothingMissing(_ result: (missing: [String], count: Int)) {
        #expect(result.missing == [])
        #expect(result.count > 0)
    }
}
