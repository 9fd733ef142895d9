#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Reports about other clients and HTTP proxies that don't make a tunnel (RFC 9110, section 9.3.6).
///
/// The server of these tests is the proxy. In a tunnel it is the origin, too.
@Suite(.serialized, .sockets) struct ReportedProxyTests {
    private static let origin = URL(string: "http://origin.example")!

    private static func provider(_ proxy: FaultServer) throws -> Provider<Probe> {
        var options = TransportOptions()
        options.proxy = .http(host: "127.0.0.1", port: proxy.port)
        return Provider(transport: try AsyncHTTPClientTransport(options: options))
    }

    /// A connection whose `CONNECT` failed has no tunnel, so no request for the origin may go there.
    @Test(
        .bug("https://github.com/AsyncHttpClient/async-http-client/issues/2071", "Persistent 400 after failed CONNECT"),
        .bug("https://github.com/oven-sh/bun/pull/35965", "Reject the fetch when an HTTP proxy refuses CONNECT"),
        arguments: [
            "HTTP/1.1 503 X\r\nContent-Length: 0\r\n\r\n", "HTTP/1.1 403 X\r\nContent-Length: 4\r\n\r\nevil",
            "HTTP/1.1 302 X\r\nLocation: http://127.0.0.1/\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm=\"a\"\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.0 500 X\r\n\r\nuntil the end",
        ]
    )
    func refusedTunnelIsAFailureOfTheProxy(_ response: String) async throws {
        try await FaultServer.withServer(script: { _ in [.send(response)] }) { proxy in
            let provider = try Self.provider(proxy)
            for count in 1...3 {
                let result = await provider.result(Probe(Self.origin, "/", .post, body: Data("secret".utf8)))
                guard case .failure(let error) = result else {
                    Issue.record("The call has succeeded.")
                    continue
                }
                #expect(error.transportError?.kind == .cannotConnect, "\(String(reflecting: error))")
                #expect(error.description.contains("proxy"))
                #expect(proxy.requests.map(\.method) == Array(repeating: "CONNECT", count: count))
            }
        }
    }

    @Test(
        .bug("https://github.com/koush/AndroidAsync/pull/296", "Fix accepted responses to CONNECT query"),
        arguments: ["200 Connection established", "201 Created", "204 No Content", "299 X"]
    )
    func everySuccessfulStatusMakesATunnel(_ status: String) async throws {
        let script: FaultServer.Script = { request in
            request.method == "CONNECT" ? [.send("HTTP/1.1 \(status)\r\nX: y\r\n\r\n")] : [.answer(200, [:], "tunnel")]
        }
        try await FaultServer.withServer(script: script) { proxy in
            let response = try await Self.provider(proxy).request(Probe(Self.origin))
            #expect(try response.decode(String.self) == "tunnel")
            #expect(proxy.requests.map(\.target) == ["origin.example:80", "/"])
        }
    }

    /// Nothing was sent to the origin. One repetition is enough.
    ///
    /// AsyncHTTPClient 1.37 waits for its timeout if the response isn't HTTP at all, so that such a response isn't tried here.
    @Test(
        .bug("https://github.com/KarpelesLab/teamclaude/pull/103", "CONNECT failures are a silent drop"),
        .bug("https://github.com/nolabs-ai/nono/issues/998", "CONNECT closes the client's socket silently"),
        arguments: [
            [.close], [.reset], [.send("HTTP/1.1 200"), .close], [.send("HTTP/1.1 099 X\r\n\r\n")],
            [.send("HTTP/1.1 103 X\r\n\r\nHTTP/1.1 103 X\r\n\r\nHTTP/1.1 502 X\r\n\r\nHTTP/1.1 502 X\r\n\r\n")],
        ] as [[FaultServer.Step]]
    )
    func proxyThatDoesNotAnswerIsAFailureOfTheProxy(_ steps: [FaultServer.Step]) async throws {
        try await FaultServer.withServer(script: { _ in steps }) { proxy in
            let result = try await Self.provider(proxy).result(Probe(Self.origin, "/", .post))
            guard case .failure(let error) = result else {
                Issue.record("The call has succeeded.")
                return
            }
            #expect(error.transportError?.kind == .cannotConnect, "\(String(reflecting: error))")
            #expect(error.transportError?.mayHaveBeenSent == false)
            #expect(proxy.connectionCount <= 2)
        }
    }
}
#endif
