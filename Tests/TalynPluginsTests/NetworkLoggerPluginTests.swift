import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct NetworkLoggerPluginTests {
    private let log = Recorder<[String]>()

    private func logger(
        _ level: NetworkLoggerPlugin.Level = .headerFields,
        asCURL: Bool = false,
        redaction: Redaction = .default,
        formatBody: @escaping @Sendable (Data) -> String? = { String(bytes: $0, encoding: .utf8) }
    ) -> NetworkLoggerPlugin {
        NetworkLoggerPlugin(
            level,
            asCURL: asCURL,
            redaction: redaction,
            output: { [log] _, entries in log.record(entries) },
            formatEntry: { label, text, _ in "\(label): \(text)" },
            formatBody: formatBody
        )
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
            baseURL: URL(string: "https://api.example.com?api_key=hunter2&page=2"),
            transport: transport,
            plugins: [plugin],
            requestOptions: RequestOptions {
                $0.headerFields = HTTPFields(["Authorization": "Bearer hunter2", "X-One": "1"])
            }
        )
    }

    @Test func defaultLogsMethodAndFields() async throws {
        _ = try await provider(logger()).request(.create("a=b"))
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

    @Test func bodiesAreLoggedAtTheirLevel() async throws {
        _ = try await provider(logger(.bodies)).request(.create("a=b&password=hunter2"))
        #expect(log.events.first?.contains("Request Body: a=b&password=…") == true)
        #expect(log.events.last?.last == #"Response Body: {"name":"ada","token":"…"}"#)
        #expect(log.events.count == 2)
    }

    @Test func requestsAreLoggedWithoutFields() async throws {
        _ = try await provider(logger(.requests)).request(.create("a=b"))
        let url = "https://api.example.com/users?api_key=…&page=2"
        #expect(log.events == [["Request: \(url)", "HTTP Request Method: POST"], ["Response: 200 \(url)"]])
    }

    @Test func secretsAreToldToThoseWhoAsk() async throws {
        _ = try await provider(logger(.bodies, redaction: .none)).request(.create("password=hunter2"))
        let text = log.events.joined().joined(separator: "\n")
        #expect(text.contains("api_key=hunter2"))
        #expect(text.contains("Bearer hunter2"))
        #expect(text.contains("password=hunter2"))
        #expect(text.contains(#""token":"hunter2""#))
    }

    // MARK: Errors

    @Test func bodyOfAnErrorIsLogged() async {
        _ = try? await provider(logger(.bodies), status: 404).request(.strict)
        #expect(log.events.last?.count == 3)
        #expect(log.events.last?[1] == #"Response Body: {"name":"ada","token":"…"}"#)
        #expect(log.events.last?[2].contains("The response with status 404 and 32 bytes isn't accepted") == true)
        _ = try? await provider(logger(), status: 404).request(.strict)
        #expect(log.events.last?.count == 2)
    }

    @Test func errorWithoutAResponseIsLogged() async {
        let transport = ClosureTransport { _ in
            throw TransportError(.timedOut, origin: Origin("https://api.example.com:443"))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [logger(.bodies)])
        _ = try? await provider.request(.user("hunter2"))
        #expect(log.events.last?.count == 1)
        let call = "Zen.user GET https://api.example.com/users/{}"
        let text = "Error: \(call): https://api.example.com:443 didn't answer in time."
        #expect(log.events.last?[0].hasPrefix(text) == true)
    }

    // MARK: cURL

    @Test func commandTakesThePlaceOfTheEntries() async throws {
        _ = try await provider(logger(asCURL: true)).request(.zen)
        #expect(log.events.first?.count == 1)
        #expect(
            log.events.first?[0].hasPrefix("Request: curl \\\n    --url 'https://api.example.com/zen?api_key=…") == true
        )
    }

    @Test func commandFollowsTheRedaction() async throws {
        _ = try await provider(logger(asCURL: true, redaction: .none)).request(.zen)
        #expect(log.events.first?[0].contains("Bearer hunter2") == true)
        _ = try await provider(logger(asCURL: true, redaction: .init(masking: ["X-One"]))).request(.zen)
        #expect(log.events[2][0].contains("'X-One: …'"))
    }

    // MARK: Formatting

    @Test func formatterGetsRedactedBodies() async throws {
        let plugin = logger(.bodies) { "formatted \(String(decoding: $0, as: UTF8.self))" }
        _ = try await provider(plugin).request(.create("password=hunter2"))
        #expect(log.events.first?.contains("Request Body: formatted password=…") == true)
        #expect(log.events.last?.last == #"Response Body: formatted {"name":"ada","token":"…"}"#)
        _ = try await provider(plugin, answer: "{hunter2").request(.zen)
        #expect(log.events.last?.last == "Response Body: (8 bytes)")
    }

    @Test func bodyWithoutAFormatIsLoggedAsItsLength() async throws {
        _ = try await provider(logger(.bodies) { _ in nil }, answer: "{}").request(.zen)
        #expect(log.events.last?.last == "Response Body: (2 bytes)")
    }

    @Test func defaultEntryHasDateAndIdentifier() async throws {
        let plugin = NetworkLoggerPlugin(.requests, redaction: .none) { [log] target, entries in
            log.record(["\(target.path)"] + entries)
        }
        _ = try await provider(plugin).request(.zen)
        #expect(log.events.first?.first == "/zen")
        let entry = try #require(log.events.first?.dropFirst().first)
        #expect(entry.prefixMatch(of: /Talyn: \[\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\] Request: https:/) != nil)
    }

    @Test(arguments: [false, true])
    func credentialThatTheServerRepeatsIsMasked(asCURL: Bool) async throws {
        let secret = "a/planted+token="
        let transport = ClosureTransport { request in
            let text = try #require(request.headerFields[.authorization])
            return TransportResponse(
                statusCode: 401,
                headerFields: [
                    .contentType: "text/plain", .wwwAuthenticate: #"Bearer error_description="\#(text) has ended""#,
                    .location: "https://example.com/a%2fplanted%2btoken%3d", .server: "seen",
                ],
                body: HTTPBody(Data("\(secret) has ended, and a%2Fplanted%2Btoken%3D and a\\/planted+token=, too".utf8))
            )
        }
        let options = RequestOptions {
            $0.headerFields = [.authorization: "Bearer \(secret)", .referer: "https://example.com/\(secret)"]
        }
        let provider = Provider<Zen>(
            transport: transport,
            plugins: [logger(.bodies, asCURL: asCURL)],
            requestOptions: options
        )
        _ = try await provider.request(.zen)
        let text = log.events.joined().joined(separator: "\n")
        #expect(!text.contains("planted"), "\(text)")
        for seen in ["seen", "error_description", "has ended", "Bearer …"] { #expect(text.contains(seen), "\(text)") }
    }

    @Test func credentialThatTheServerRepeatsIsShownWithoutRedaction() async throws {
        let transport = ClosureTransport { request in
            let text = request.headerFields[.authorization] ?? ""
            return TransportResponse(statusCode: 200, headerFields: [.server: text], body: HTTPBody(Data()))
        }
        let options = RequestOptions { $0.headerFields = [.authorization: "Bearer planted-token"] }
        let plugins = [logger(redaction: .none)]
        _ = try await Provider<Zen>(transport: transport, plugins: plugins, requestOptions: options).request(.zen)
        #expect(log.events.last?.joined().contains("Bearer planted-token") == true)
    }
}
