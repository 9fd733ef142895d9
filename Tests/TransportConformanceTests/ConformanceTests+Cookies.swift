import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct Cookies {
        private static let script: FaultServer.Script = { request in
            guard request.target == "/login" else { return [.answer()] }
            let fields = ["sid=1; Path=/", "gone=1; Path=/; Max-Age=0", "other=1; Path=/elsewhere", "tls=1; Secure"]
            return [
                .sendBytes(Answer(status: 302, fields: fields.map { ("Set-Cookie", $0) } + [("Location", "/in")]).bytes)
            ]
        }

        /// Options with a store that nobody else has.
        private static var ownCookies: RequestOptions { RequestOptions { $0.cookies = .store(MemoryCookieStore()) } }

        @Test(arguments: TransportUnderTest.all)
        func cookiesAreOffAtFirst(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.script) { server in
                _ = try await transport.call(Probe(server.baseURL, "/login"))
                #expect(server.requests.map { $0.header("Cookie") } == [[], []])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func cookiesAreKeptForTheirPathAndTime(_ transport: TransportUnderTest) async throws {
            let store = MemoryCookieStore()
            let provider = transport.provider(requestOptions: RequestOptions { $0.cookies = .store(store) })
            try await FaultServer.withServer(script: Self.script) { server in
                _ = try await provider.request(Probe(server.baseURL, "/login"))
                _ = try await provider.request(Probe(server.baseURL, "/later"))
                _ = try await provider.request(Probe(server.baseURL, "/elsewhere/x"))
                // A server on this host gets secure cookies without TLS.
                #expect(
                    server.requests.map { $0.header("Cookie") }
                        == [[], ["sid=1; tls=1"], ["sid=1; tls=1"], ["other=1; sid=1; tls=1"]]
                )
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func storesAreApart(_ transport: TransportUnderTest) async throws {
            let first = transport.provider(requestOptions: Self.ownCookies)
            let second = transport.provider(requestOptions: Self.ownCookies)
            try await FaultServer.withServer(script: Self.script) { server in
                _ = try await first.request(Probe(server.baseURL, "/login"))
                _ = try await second.request(Probe(server.baseURL, "/later"))
                #expect(server.requests.last?.header("Cookie") == [])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func requestKeepsItsOwnCookies(_ transport: TransportUnderTest) async throws {
            let provider = transport.provider(requestOptions: Self.ownCookies)
            try await FaultServer.withServer(script: Self.script) { server in
                _ = try await provider.request(Probe(server.baseURL, "/login"))
                _ = try await provider.request(Probe(server.baseURL, "/", headers: ["Cookie": "own=1"]))
                #expect(server.requests.last?.header("Cookie") == ["own=1"])
            }
        }
    }
}
