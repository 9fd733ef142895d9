#if Tools && (os(macOS) || os(Linux))
import Foundation
import TestSupport
import Testing

/// The browser without a window.
private enum Chromium {
    static let absence: Comment = "needs Chromium: apt-get install chromium"

    private static let programs = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]

    static var isInstalled: Bool { program != nil }

    private static var program: String? {
        programs.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Opens a page.
    ///
    /// - Returns: Its elements after its script has run, and the messages of its console.
    static func open(_ page: URL, _ fragment: String, profile: URL) async throws -> (
        text: String, messages: [Substring]
    ) {
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--enable-logging=stderr",
            "--user-data-dir=\(profile.path)", "--dump-dom", "\(page.absoluteString)#\(fragment)",
        ]
        let outcome = try await ChildProcess.run(URL(fileURLWithPath: try #require(program)), arguments)
        return (outcome.text, outcome.errorText.split(separator: "\n").filter { $0.contains("CONSOLE") })
    }
}

/// The page of `talyn har report`, in a browser.
struct ReportExecutableTests {
    private static let hostile = #"</script><script>document.title="hacked"</script><img src=x onerror=alert(1)>"#

    /// A HAR file of 5,000 entries, with hostile content.
    private static var archive: Data {
        get throws {
            let entries = (0..<5_000).map { number -> [String: Any] in
                [
                    "_talyn": ["target": "Shop", "case": number % 2 == 0 ? "products" : "orders"],
                    "startedDateTime": "2026-11-23T10:00:\(10 + number % 50).\(100 + number % 900)Z",
                    "time": number % 300,
                    "request": [
                        "method": "GET", "url": "https://host\(number % 3).example.com/items/\(number)",
                        "httpVersion": "1.1",
                        "headers": [["name": "X-Hostile", "value": hostile]], "cookies": [Any](),
                        "queryString": [Any](),
                        "headersSize": -1, "bodySize": 0,
                    ],
                    "response": [
                        "status": number % 100 == 0 ? 503 : 200, "statusText": "", "httpVersion": "1.1",
                        "headers": [["name": "Content-Type", "value": "text/html"]], "cookies": [Any](),
                        "content": ["size": hostile.utf8.count, "mimeType": "text/html", "text": hostile],
                        "redirectURL": "", "headersSize": -1, "bodySize": 10,
                    ],
                    "cache": [String: Any](), "timings": ["send": 0, "wait": number % 300, "receive": 0],
                ]
            }
            let log: [String: Any] = [
                "version": "1.2", "creator": ["name": "test", "version": "1"], "entries": entries,
            ]
            return try JSONSerialization.data(withJSONObject: ["log": log])
        }
    }

    @Test(.enabled(if: Chromium.isInstalled, Chromium.absence))
    func pageFiltersAndShowsDetailsAndRunsNothingOfTheContent() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("traffic.har")
            try Self.archive.write(to: file)
            let made = try await Executable.run("har", "report", file.path)
            #expect(made.isSuccess && made.text.contains("5000 entries in"), "\(made.errorText)")
            let page = directory.appendingPathComponent("traffic.html")

            let all = try await Chromium.open(page, "", profile: directory)
            #expect(all.text.contains("5000 calls, 50 failed"))
            #expect(all.messages == [])

            let fragment = "host=host1.example.com&status=5xx&sort=time&descending=true&selected=101"
            let filtered = try await Chromium.open(page, fragment, profile: directory)
            // The numbers 100, 400, 700 and so on.
            #expect(filtered.text.contains("17 of 5000 calls, 17 failed"))
            #expect(filtered.text.contains("Header fields of the request"))
            #expect(filtered.text.contains("<title>traffic.har</title>"))
            #expect(!filtered.text.contains("<img"))
            #expect(filtered.messages == [])
        }
    }

    @Test func existingPageIsReplacedOnlyByForce() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("traffic.har")
            try Data(#"{"log": {"version": "1.2", "creator": {"name": "a", "version": "1"}, "entries": []}}"#.utf8)
                .write(to: file)
            #expect(try await Executable.run("har", "report", file.path).isSuccess)
            let again = try await Executable.run("har", "report", file.path)
            #expect(!again.isSuccess && again.errorText.contains("--force"))
            #expect(try await Executable.run("har", "report", file.path, "--force").isSuccess)
        }
    }
}
#endif
