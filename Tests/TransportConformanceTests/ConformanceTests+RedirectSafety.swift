import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension ConformanceTests {
    /// What a redirect takes along, and what it doesn't.
    @Suite(.serialized) struct RedirectSafety {
        private static let credentials = ["Authorization": "Bearer secret", "Cookie": "session=secret", "X-One": "1"]

        @Test(arguments: TransportUnderTest.all)
        func credentialsStayWithTheirOrigin(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = second.baseURL.absoluteString + "/to"
                try await FaultServer.withServer(script: { _ in [.answer(307, ["Location": location])] }) { first in
                    _ = try await transport.call(Probe(first.baseURL, "/from", headers: Self.credentials))
                    #expect(first.requests.first?.header("Authorization") == ["Bearer secret"])
                    let request = try #require(second.requests.first)
                    #expect(request.header("Authorization") == [])
                    #expect(request.header("Cookie") == [])
                    #expect(request.header("X-One") == ["1"])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func credentialsOfTheTransportStayWithTheFirstOrigin(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider {
                $0.headerFields = HTTPFields(["authorization": "Bearer secret", "X-One": "1"])
            }
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = second.baseURL.absoluteString + "/to"
                let script: FaultServer.Script = { request in
                    [.answer(307, ["Location": request.target == "/from" ? "/on" : location])]
                }
                try await FaultServer.withServer(script: script) { first in
                    _ = try await provider.request(Probe(first.baseURL, "/from"))
                    #expect(
                        first.requests.map { $0.header("Authorization") } == [["Bearer secret"], ["Bearer secret"]]
                    )
                    let request = try #require(second.requests.first)
                    #expect(request.header("Authorization") == [])
                    #expect(request.header("X-One") == ["1"])
                }
            }
        }

        @Test func configurationKeepsItsCredentials() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret"]
            for _ in 0..<2 {
                let transport = URLSessionTransport(configuration: configuration)
                #expect(transport.defaultHeaderFields == [.authorization: "Bearer secret"])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func credentialsDoNotComeBackFromAnotherOrigin(_ transport: TransportUnderTest) async throws {
            let ports = Locked([Int]())
            let script: FaultServer.Script = { request in
                guard request.target != "/back" else { return [.answer()] }
                let ports = ports.withLock { $0 }
                let there = request.target == "/from"
                return [.answer(302, ["Location": "http://127.0.0.1:\(ports[there ? 1 : 0])/\(there ? "to" : "back")"])]
            }
            try await FaultServer.withServer(script: script) { first in
                try await FaultServer.withServer(script: script) { second in
                    ports.withLock { $0 = [first.port, second.port] }
                    _ = try await transport.call(Probe(first.baseURL, "/from", headers: Self.credentials))
                    #expect(first.requests.map { $0.header("Authorization") } == [["Bearer secret"], []])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func credentialsAreKeptOnTheSameOrigin(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/from" ? [.answer(302, ["Location": "/to"])] : [.answer()]
            }
            try await FaultServer.withServer(script: script) { server in
                _ = try await transport.call(Probe(server.baseURL, "/from", headers: Self.credentials))
                #expect(server.requests[1].header("Authorization") == ["Bearer secret"])
                #expect(server.requests[1].header("Cookie") == ["session=secret"])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func userInformationOfALocationIsNotInTheRequestLine(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { second in
                let location = "http://ada:secret@127.0.0.1:\(second.port)/to"
                try await FaultServer.withServer(script: { _ in [.answer(302, ["Location": location])] }) { first in
                    _ = try await transport.call(Probe(first.baseURL, "/from"))
                    #expect(second.requests.map(\.requestLine) == ["GET /to HTTP/1.1"])
                    #expect(second.requests.first?.header("Host") == ["127.0.0.1:\(second.port)"])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func longBodyOfARedirectIsLetGo(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                guard request.target == "/from" else { return [.answer(200, [:], "there")] }
                return [.answer(302, ["Location": "/to"], String(repeating: "a", count: 1_000_000))]
            }
            try await FaultServer.withServer(script: script) { server in
                let response = try await transport.call(Probe(server.baseURL, "/from"))
                #expect(try response.decode(String.self) == "there")
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func streamThatCannotBeSentAgainIsNot(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer(307, ["Location": "/to"])] }) { server in
                var request = OutgoingRequest(url: server.baseURL, idleTimeout: .seconds(120))
                request.method = .put
                let body = HTTPBody(length: 1, isReplayable: false) {
                    var chunk: Data? = Data("a".utf8)
                    return { chunk.take() }
                }
                let (head, _) = try await transport.send(request.with(body: body))
                #expect(head.statusCode == 307)
                #expect(server.requests.count == 1)
            }
        }

        @Test(
            arguments: TransportUnderTest.all,
            [
                "", "%", "%zz", ":", "//", "///", "////a", "//@", "//:80", "http://", "http:///a", "http://[::1",
                "http://127.0.0.1:99999/", "http://127.0.0.1:-1/", "http:a", "?#", "#", "\\\\a\\b", "{}", "//a b/c",
                "日本",
            ]
        )
        func strangeLocationDoesNoHarm(_ transport: TransportUnderTest, location: String) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/from" ? [.answer(302, ["Location": location])] : [.answer()]
            }
            try await FaultServer.withServer(script: script) { server in
                _ = await Result { () async throws(TalynError) in
                    try await transport.call(Probe(server.baseURL, "/from", timeout: 2))
                }
                #expect(server.requests.allSatisfy { $0.requestLine.hasSuffix(" HTTP/1.1") })
            }
        }
    }
}
