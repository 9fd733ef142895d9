import Foundation
import TestSupport
import Testing

/// Holds the pages to the lists of the tests that compare examples with compiled code.
struct PagesWithExamplesTests {
    private static func texts(in folder: String, _ type: String) throws -> [(name: String, text: String)] {
        let folder = RepositoryFiles.url(folder)
        let names = FileManager.default.subpaths(atPath: folder.path) ?? []
        return try names.filter { $0.hasSuffix(type) }.map { name in
            (name, try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8))
        }
    }

    /// A test names a page by its path, or by its name as the first of two arguments.
    private static func isNamed(_ page: String, in tests: String) -> Bool {
        let name = page.split(separator: "/").last.map { String($0.dropLast(3)) } ?? page
        return ["/\(name).md\"", "(\"\(name)\", \"", "(\"\(name)\", in: "].contains { tests.contains($0) }
    }

    /// Words that people search for, and that other libraries use.
    @Test(arguments: [
        "certificate pinning", "upload progress", "reachability", "outbox", "Brotli", "task group", "command plugin",
        "progress bar", "staging", "preview", "background session", "idempotency key", "refresh token", "mutual TLS",
        "unknown attribute 'API'", "proxy", "multipart", "server-sent events", "WebSocket", "[DONE]", "JSONValue",
        "rate limit", "Keychain", "DPoP", "trailers", "token refresh", "SSL pinning", "self-signed", "API key",
        "basic auth", "bearer token", "user agent", "default headers", "custom header", "request ID",
        "correlation ID", "base URL", "mock", "mocking", "unit test", "fake", "exponential backoff", "time out",
        "query parameter", "path parameter", "custom decoder", "date format", "snake_case", "empty response",
        "POST body", "form data", "file upload", "multiple files", "resume a download", "error handling", "sign out",
        "log out", "deduplicate", "heartbeat", "middleware", "VCR", "mitmproxy", "Proxyman", "OSLog", "Prometheus",
        "Datadog", "migration", "infinite scroll", "async/await", "dependency injection", "type erasure",
        "app extension", "privacy manifest", "binary size", "clear the cache", "network status", "Socket.IO", "MQTT",
        "GraphQL subscription", "Unix domain socket", "low data mode", "throttles", "debounce", "background download",
        "retry-after-ms",
    ])
    func wordLeadsToAPage(word: String) throws {
        let pages = try Self.texts(in: "Sources", ".md").filter { $0.text.localizedCaseInsensitiveContains(word) }
        #expect(!pages.isEmpty)
    }

    @Test func everyPageWithAnExampleIsInTheListOfATest() throws {
        let pages = try Self.texts(in: "Sources", ".md").filter { $0.text.contains("```swift\n") }.map(\.name)
        let tests =
            try Self.texts(in: "Tests", "Tests.swift") + Self.texts(in: "Tests", "Examples.swift")
            + Self.texts(in: "Examples", "Tests.swift")
        let text = tests.map(\.text).joined()
        #expect(pages.count > 30)
        #expect(pages.filter { !Self.isNamed($0, in: text) } == [])
        #expect(!Self.isNamed("Talyn/Talyn.docc/NoSuch" + "Page.md", in: text))
    }
}
