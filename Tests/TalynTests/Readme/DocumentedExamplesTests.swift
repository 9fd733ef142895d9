import Foundation
import TestSupport
import Testing

struct DocumentedExamplesTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let sources = tests.deletingLastPathComponent().appendingPathComponent("Sources")

    /// The files of TalynTests that hold examples.
    private static let examples = [
        "Authentication", "Comment", "Error", "JSON", "Limit", "Logging", "Metrics", "Option", "Paging",
        "Plugin", "Protocol", "Readme", "Retry", "Stream", "Substitute", "Transfer", "Transport",
    ]

    /// The source files whose comments hold examples.
    static let commentedFiles: [String] = {
        let modules = [
            "TalynAsyncHTTPClient", "TalynCore", "TalynPlugins", "TalynStreams", "TalynTransfers", "TalynURLSession",
        ]
        let names = modules.flatMap { module in
            (FileManager.default.subpaths(atPath: sources.appendingPathComponent(module).path) ?? [])
                .map { "\(module)/\($0)" }
        }
        return names.filter { name in
            let text = try? String(contentsOf: sources.appendingPathComponent(name), encoding: .utf8)
            return name.hasSuffix(".swift") && text?.contains("/// ```swift") == true
        }
    }()

    @Test(arguments: commentedFiles)
    func exampleInACommentIsCompiled(file: String) throws {
        let files = Self.examples.map { "TalynTests/Readme/\($0)Examples.swift" }
        expectNothingMissing(try examples(in: files).check(commentsOf: Self.sources.appendingPathComponent(file)))
    }

    /// The pages of the documentation, and the files with their examples.
    static let pages = [
        ("Authentication", "AuthenticationExamples"),
        ("CallingOptions", "OptionExamples"), ("CircuitBreaker", "LimitExamples"),
        ("ConcurrencyLimit", "LimitExamples"), ("ConnectionsAndTLS", "TransportExamples"),
        ("Connectivity", "LimitExamples"), ("Errors", "ErrorExamples"),
        ("GraphQL", "ProtocolExamples"), ("JSON", "JSONExamples"), ("JSONRPC", "ProtocolExamples"),
        ("Logging", "LoggingExamples"), ("LongPolling", "StreamExamples"),
        ("Metrics", "MetricsExamples"), ("Modules", "TransportExamples"),
        ("Paging", "PagingExamples"), ("Patching", "ProtocolExamples"), ("PluginOrder", "LimitExamples"),
        ("RateLimit", "LimitExamples"), ("Retry", "RetryExamples"),
        ("Streaming", "StreamExamples"), ("Talyn", "ReadmeExamples"), ("Transfers", "TransferExamples"),
        ("TransportsOnLinux", "TransportExamples"), ("WrapATransport", "PluginExamples"),
        ("WriteAPlugin", "PluginExamples"),
    ]

    @Test(arguments: pages)
    func exampleOnAPageIsCompiled(page: String, file: String) throws {
        try expectCompiled(page, in: "TalynTests/Readme/\(file).swift")
    }

    @Test func examplesOfTheRecipesAreCompiled() throws {
        let files = ["Recipes/Outbox.swift", "Recipes/RecipeExamples.swift", "Readme/TransportExamples.swift"]
        let page = Self.sources.appendingPathComponent("Talyn/Talyn.docc/Recipes.md")
        expectNothingMissing(try examples(in: files.map { "TalynTests/\($0)" }).check(page: page))
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
        let text = Self.sources.appendingPathComponent("Talyn/Talyn.docc/\(page).md")
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
