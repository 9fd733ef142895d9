import Foundation
import Testing

@testable import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct NetworkLoggerPluginTests {
    private let log = Recorder<[String]>()

    private func logger(
        _ options: NetworkLoggerPlugin.LogOptions,
        redaction: Redaction = .default
    ) -> NetworkLoggerPlugin {
        var configuration = NetworkLoggerPlugin.Configuration(logOptions: options, redaction: redaction) {
            [log] _, entries in log.record(entries)
        }
        configuration.formatEntry = { label, text, _ in "\(label): \(text)" }
        return NetworkLoggerPlugin(configuration: configuration)
    }

    private func provider(
        _ plugin: NetworkLoggerPlugin,
        status: Int = 200,
        answer: String = #"{"name":"ada","token":"hunter2"}"#
    ) -> Provider<Zen> {
        let transport = ClosureTransport { _ in
            TransportResponse(
                statusCode: status,
                headerFields: [.contentType: "application/json", .setCookie: "hunter2"],
                body: HTTPBody(Data(answer.utf8))
            )
        }
        return Provider<Zen>(
            endpointClosure: { target in
                Endpoint(
                    url: "https://api.example.com\(target.path)?api_key=hunter2&page=2",
                    sampleResponseClosure: { .networkResponse(200, Data()) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: ["Authorization": "Bearer hunter2", "X-One": "1"]
                )
            },
            transport: transport,
            plugins: [plugin]
        )
    }

    @Test func defaultTellsMethodAndFields() async throws {
        _ = try await provider(logger(.default)).request(.create("a=b"))
        #expect(
            log.events == [
                [
                    "Request: https://api.example.com/users?api_key=…&page=2",
                    #"Request Headers: ["Authorization": "Bearer …", "X-One": "1"]"#,
                    "HTTP Request Method: POST",
                ],
                [
                    "Response: 200 https://api.example.com/users?api_key=…&page=2 "
                        + #"["Content-Type": "application/json", "Set-Cookie": "…"]"#
                ],
            ]
        )
    }

    @Test func verboseTellsBodiesToo() async throws {
        _ = try await provider(logger(.verbose)).request(.create("a=b&password=hunter2"))
        #expect(log.events.first?.contains("Request Body: a=b&password=…") == true)
        #expect(log.events.last?.last == #"Response Body: {"name":"ada","token":"…"}"#)
        #expect(log.events.count == 2)
    }

    @Test func noOptionsTellURLsAndStatuses() async throws {
        _ = try await provider(logger([])).request(.create("a=b"))
        #expect(log.events.map(\.count) == [1, 1])
    }

    @Test func secretsAreToldToThoseWhoAsk() async throws {
        _ = try await provider(logger(.verbose, redaction: .none)).request(.create("password=hunter2"))
        let text = log.events.joined().joined(separator: "\n")
        #expect(text.contains("api_key=hunter2"))
        #expect(text.contains("Bearer hunter2"))
        #expect(text.contains("password=hunter2"))
        #expect(text.contains(#""token":"hunter2""#))
    }

    // MARK: Bodies of successes and of errors

    @Test func bodyOfASuccessIsToldUnderItsOptionOnly() async throws {
        _ = try await provider(logger([.successResponseBody])).request(.strict)
        #expect(log.events.last?.count == 2)
        _ = try await provider(logger([.errorResponseBody])).request(.strict)
        #expect(log.events.last?.count == 1)
    }

    @Test func bodyOfAnErrorIsToldUnderItsOptionOnly() async {
        _ = try? await provider(logger([.errorResponseBody]), status: 404).request(.strict)
        #expect(log.events.last?.count == 3)
        #expect(log.events.last?[1] == #"Response Body: {"name":"ada","token":"…"}"#)
        #expect(log.events.last?[2].hasPrefix("Error: Zen: The server answered with status 404") == true)
        _ = try? await provider(logger([.successResponseBody]), status: 404).request(.strict)
        #expect(log.events.last?.count == 2)
    }

    @Test func errorWithoutAResponseIsTold() async {
        let transport = ClosureTransport { _ in throw TransportError(.timedOut, origin: "https://api.example.com:443") }
        let provider = Provider<Zen>(transport: transport, plugins: [logger(.verbose)])
        _ = try? await provider.request(.user("hunter2"))
        #expect(log.events.last?.count == 1)
        #expect(log.events.last?[0].hasPrefix("Error: Zen: https://api.example.com:443 didn't answer in time.") == true)
    }

    // MARK: cURL

    @Test func commandTakesThePlaceOfTheEntries() async throws {
        _ = try await provider(logger([.requestAsCURL, .requestHeaderFields])).request(.zen)
        #expect(log.events.first?.count == 1)
        #expect(
            log.events.first?[0].hasPrefix("Request: curl \\\n    --url 'https://api.example.com/zen?api_key=…") == true
        )
    }

    @Test func commandFollowsTheRedaction() async throws {
        _ = try await provider(logger([.requestAsCURL], redaction: .none)).request(.zen)
        #expect(log.events.first?[0].contains("Bearer hunter2") == true)
        _ = try await provider(logger([.requestAsCURL], redaction: .init(masking: ["X-One"]))).request(.zen)
        #expect(log.events[2][0].contains("'X-One: …'"))
    }

    // MARK: Formatting

    @Test func formattersGetWhatIsRedacted() async throws {
        let plugin = logger(.verbose)
        plugin.configuration.formatRequestBody = { "request of \($0.count)" }
        plugin.configuration.formatResponseBody = { "response \(String(decoding: $0, as: UTF8.self))" }
        _ = try await provider(plugin).request(.create("name"))
        #expect(log.events.first?.contains("Request Body: request of 4") == true)
        #expect(log.events.last?.last == #"Response Body: response {"name":"ada","token":"…"}"#)
        _ = try await provider(plugin, answer: "{hunter2").request(.zen)
        #expect(log.events.last?.last == "Response Body: (8 bytes)")
    }

    @Test func defaultEntryHasDateAndIdentifier() {
        let entry = NetworkLoggerPlugin.Configuration().formatEntry("Request", "https://example.com", Zen.zen)
        #expect(
            entry.wholeMatch(of: /Talyn: \[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\] Request: https:\/\/example.com/) != nil
        )
        #expect(NetworkLoggerPlugin.Configuration().formatResponseBody(Data([0xFF])) == "(1 bytes)")
    }

    @Test func configurationMayBeChanged() async throws {
        let plugin = logger([])
        plugin.configuration.logOptions = .verbose
        plugin.configuration.output = { [log] target, items in log.record(["changed \(target.path)", "\(items.count)"])
        }
        _ = try await provider(plugin).request(.zen)
        #expect(log.events == [["changed /zen", "3"], ["changed /zen", "2"]])
    }
}
