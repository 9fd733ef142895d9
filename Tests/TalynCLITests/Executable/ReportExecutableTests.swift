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
    static func open(_ page: URL, _ fragment: String, width: Int = 1_280, profile: URL) async throws -> (
        text: String, messages: [Substring]
    ) {
        let arguments = [
            "--headless=new", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000", "--enable-logging=stderr",
            "--window-size=\(width),844", "--user-data-dir=\(profile.path)", "--dump-dom",
            "\(page.absoluteString)#\(fragment)",
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
            #expect(all.text.contains(#"<p id="place" hidden=""></p>"#))
            #expect(all.text.contains(#"<span>host0.example.com</span><span class="tail">/items/0</span>"#))
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

    /// An entry of a HAR file.
    ///
    /// - Parameters:
    ///   - number: The second of its start.
    ///   - own: The members of `_talyn`.
    ///   - status: The status of the response.
    private static func entry(_ number: Int, _ own: String, status: Int) -> String {
        """
        {
          "_talyn": {"target": "Shop", "case": "products", \(own)},
          "startedDateTime": "2026-11-23T10:00:0\(number).000Z", "time": 300,
          "request": {
            "method": "GET", "url": "https://api.example.com/items/\(number)", "httpVersion": "HTTP/2",
            "headers": [], "cookies": [], "queryString": [], "headersSize": -1, "bodySize": 0
          },
          "response": {
            "status": \(status), "statusText": "", "httpVersion": "HTTP/2", "headers": [], "cookies": [],
            "content": {"size": 2, "mimeType": "application/json", "text": "{}"},
            "redirectURL": "", "headersSize": -1, "bodySize": 2
          },
          "cache": {}, "timings": {"blocked": 100, "send": 0, "wait": 200, "receive": 0}
        }
        """
    }

    /// A HAR file with a call of three attempts, a redirect, a challenge, and an answer of a cache.
    private static var archiveOfCalls: Data {
        let hostile = "<script>document.title='hacked'</script>"
        let entries = [
            entry(1, #""call": 1, "attempt": 1"#, status: 503),
            entry(2, #""call": 1, "attempt": 2, "reason": "status 503, waited 100 ms""#, status: 503),
            entry(3, #""call": 1, "attempt": 3, "reason": "\#(hostile)", "reused": true"#, status: 200),
            entry(4, #""call": 2, "attempt": 1"#, status: 302),
            entry(5, #""call": 2, "attempt": 1, "resend": "redirect""#, status: 200),
            entry(6, #""call": 3, "attempt": 1"#, status: 401),
            entry(7, #""call": 3, "attempt": 1, "resend": "challenge""#, status: 404),
            entry(8, #""call": 4, "attempt": 1, "cache": "Talyn; hit; ttl=59""#, status: 200),
        ]
        let creator = #"{"name": "test", "version": "1"}"#
        let log = #"{"version": "1.2", "creator": \#(creator), "entries": [\#(entries.joined(separator: ","))]}"#
        return Data(#"{"log": \#(log)}"#.utf8)
    }

    @Test(.enabled(if: Chromium.isInstalled, Chromium.absence))
    func pageGroupsTheExchangesOfACall() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("calls.har")
            try Self.archiveOfCalls.write(to: file)
            let made = try await Executable.run("har", "report", file.path)
            #expect(made.isSuccess && made.text.contains("8 entries in"), "\(made.errorText)")
            let page = directory.appendingPathComponent("calls.html")

            let all = try await Chromium.open(page, "", profile: directory)
            #expect(all.text.contains("4 calls, 8 exchanges, 1 failed"))
            #expect(all.text.contains(">3 exchanges</span>"))
            #expect(all.text.contains(">attempt 2: status 503, waited 100 ms</span>"))
            for label in ["attempt 1", "redirect", "challenge", "cache"] {
                #expect(all.text.contains(">\(label)</span>"), "\(label)")
            }
            #expect(all.text.contains(#"title="waiting for plugins 100 ms""#))
            #expect(all.text.contains(#"title="answered by a cache: Talyn; hit; ttl=59""#))
            #expect(all.text.contains("<title>calls.har</title>"))
            #expect(all.messages == [])

            let collapsed = try await Chromium.open(page, "groups=collapsed", profile: directory)
            #expect(collapsed.text.contains(#"aria-expanded="false""#))
            #expect(collapsed.text.contains(">3 exchanges</span>"))
            #expect(!collapsed.text.contains(">attempt 2: status 503, waited 100 ms</span>"))

            let redirects = try await Chromium.open(page, "role=redirect", profile: directory)
            #expect(redirects.text.contains("1 of 4 calls, 1 of 8 exchanges, 0 failed"))
            #expect(redirects.text.contains(">redirect</span>"))
            #expect(!redirects.text.contains(">3 exchanges</span>"))

            let selected = try await Chromium.open(page, "groups=collapsed&selected=3", profile: directory)
            #expect(selected.text.contains("Exchanges of the call: 3, 2.30 s"))
            #expect(selected.text.contains(">attempt 2: status 503, waited 100 ms</span>"))
            #expect(selected.text.contains("<th>Connection</th><td>reused</td>"))
            #expect(selected.text.contains("<th>Protocol</th><td>HTTP/2</td>"))
            #expect(selected.messages == [])
        }
    }

    /// A HAR file with a conversation, as Chrome writes it.
    private static var archiveOfConversation: Data {
        let hostile = "<script>document.title='hacked'</script>"
        let messages = [
            #"{"type": "send", "time": 1795428001.25, "opcode": 1, "data": "{\"subscribe\": [\"tea\"]}"}"#,
            #"{"type": "receive", "time": 1795428002, "opcode": 1, "data": "\#(hostile)"}"#,
            #"{"type": "receive", "time": 1795428002.5, "opcode": 2, "data": "AQIDBA=="}"#,
        ]
        let entry = """
            {
              "_resourceType": "websocket", "_webSocketMessages": [\(messages.joined(separator: ","))],
              "_talyn": {"close": {"code": 1001, "reason": "bye", "by": "server"}},
              "startedDateTime": "2026-11-23T10:00:00.250Z", "time": 4000,
              "request": {"method": "GET", "url": "wss://chat.example.com/rooms/7", "headers": []},
              "response": {"status": 101, "headers": []},
              "timings": {"send": 0, "wait": 100, "receive": 3900}
            }
            """
        let creator = #"{"name": "test", "version": "1"}"#
        return Data(#"{"log": {"version": "1.2", "creator": \#(creator), "entries": [\#(entry)]}}"#.utf8)
    }

    @Test(.enabled(if: Chromium.isInstalled, Chromium.absence))
    func pageShowsTheMessagesOfAConversationOnATimeLine() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("chat.har")
            try Self.archiveOfConversation.write(to: file)
            let made = try await Executable.run("har", "report", file.path)
            #expect(made.isSuccess, "\(made.errorText)")
            let page = try await Chromium.open(
                directory.appendingPathComponent("chat.html"),
                "selected=1",
                profile: directory
            )
            #expect(page.messages == [])
            #expect(page.text.contains("Messages: 3"))
            #expect(page.text.contains("<title>chat.har</title>"))
            // The marks of the time line, at a quarter, and near the middle of four seconds.
            for mark in [
                #"class="sent" title="sent after 1.00 s, 22 B" style="left: min(25%"#,
                #"class="received" title="received after 1.75 s, 40 B" style="left: min(43.75%"#,
                #"class="received" title="received after 2.25 s, 4 B" style="left: min(56.25%"#,
            ] { #expect(page.text.contains(mark), "\(mark)") }
            // The rows below, and the end.
            for text in [
                #"<td class="sent">↑ sent</td><td><code>{"subscribe": ["tea"]}</code></td>"#,
                "<code>&lt;script&gt;document.title='hacked'&lt;/script&gt;</code>", "<td>binary, 4 B</td>",
                "Closed by the server, 1001: bye",
            ] { #expect(page.text.contains(text), "\(text)") }
        }
    }

    @Test(.enabled(if: Chromium.isInstalled, Chromium.absence))
    func pageOnAPhoneHasMethodsAndPathsOfTheOnlyHost() async throws {
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("calls.har")
            try Self.archiveOfCalls.write(to: file)
            let made = try await Executable.run("har", "report", file.path)
            #expect(made.isSuccess, "\(made.errorText)")
            let page = directory.appendingPathComponent("calls.html")

            let phone = try await Chromium.open(page, "groups=collapsed", width: 390, profile: directory)
            #expect(phone.text.contains(#"<p id="place">api.example.com</p>"#))
            #expect(phone.text.contains(#"<span></span><span class="tail">/items/8</span>"#))
            #expect(phone.text.contains(#"<span class="method" role="gridcell" title="GET">GET</span>"#))
            // Rows have two lines.
            #expect(phone.text.contains("top: 46px"))
            #expect(phone.messages == [])

            let desk = try await Chromium.open(page, "groups=collapsed", profile: directory)
            #expect(desk.text.contains("top: 26px"))
        }
    }

    /// A shell must take all texts of an entry for arguments of curl.
    @Test(.enabled(if: Chromium.isInstalled, Chromium.absence))
    func copiedCommandsAreThoseOfCurlAlone() async throws {
        let requests = [
            #"{"method": "GET|id", "url": "-o[1]/it's", "headers": [{"name": ":path", "value": "/"}, {"name": "A", "value": ""}]}"#,
            #"{"method": "PUT", "url": "https://a.example/", "postData": {"text": "aGk=", "encoding": "base64"}}"#,
            #"{"method": "PUT", "url": "https://a.example/", "postData": {"text": "it's; id"}}"#,
        ]
        let commands = [
            #"curl --globoff --request 'GET|id' --url '-o[1]/it'\''s' --header 'A;'"#,
            "printf %s 'aGk=' | base64 --decode | curl --globoff --request 'PUT' --url 'https://a.example/' --data-binary @-",
            #"curl --globoff --request 'PUT' --url 'https://a.example/' --data-raw 'it'\''s; id'"#,
        ]
        try await withDirectory { directory in
            let file = directory.appendingPathComponent("calls.har")
            let entries = requests.map { #"{"request": \#($0)}"# }.joined(separator: ",")
            try Data(#"{"log": {"entries": [\#(entries)]}}"#.utf8).write(to: file)
            let made = try await Executable.run("har", "report", file.path)
            #expect(made.isSuccess, "\(made.errorText)")
            let page = directory.appendingPathComponent("calls.html")
            let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
            let nonce = try #require(text.firstMatch(of: /nonce-([^']+)'/)?.1)
            let script = "document.body.textContent = exchanges.map(curl).join('\\n')"
            try Data(text.replacing("</body>", with: "<script nonce=\"\(nonce)\">\(script)</script></body>").utf8)
                .write(to: page)
            let shown = try await Chromium.open(page, "", profile: directory)
            #expect(shown.messages == [])
            #expect(shown.text.contains(commands.joined(separator: "\n")), "\(shown.text)")
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
