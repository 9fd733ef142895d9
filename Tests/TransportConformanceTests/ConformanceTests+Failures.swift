import Foundation
import HTTPBin
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct Failures {
        // MARK: No connection

        @Test(arguments: TransportUnderTest.all)
        func refusedConnectionFailsAtOnce(_ transport: TransportUnderTest) async throws {
            let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())/"))
            let error = await #expect(throws: TalynError.self) { try await transport.call(Probe(url)) }
            #expect(error?.transportError?.kind == .cannotConnect)
            #expect(error?.transportError?.origin == Origin(url))
            #expect(error?.isConnectionFailure == true)
            #expect(error?.transportError?.underlyingError != nil)
        }

        @Test(arguments: TransportUnderTest.all)
        func unknownHostCannotBeConnectedTo(_ transport: TransportUnderTest) async throws {
            let url = try #require(URL(string: "http://nonexistent.invalid/"))
            #expect(await transport.failure(of: Probe(url)) == .cannotConnect)
        }

        #if os(Linux)
        /// No way leads to an address of a group (RFC 1112) by TCP: the system says what it says without a network.
        @Test(arguments: TransportUnderTest.all, ["http://224.0.0.1/", "https://224.0.0.1:8443/"])
        func missingNetworkDiffersFromAMissingServer(_ transport: TransportUnderTest, url: String) async throws {
            let url = try #require(URL(string: url))
            // URLSession on Linux tells no more than that.
            let expected: TransportError.Kind = transport.isURLSession ? .cannotConnect : .notConnected
            #expect(await transport.failure(of: Probe(url, timeout: 120)) == expected)
        }
        #endif

        @Test(
            arguments: TransportUnderTest.all,
            ["ftp://127.0.0.1/", "gemini://127.0.0.1/", "http+unix://%2Ftmp%2Fa/"]
        )
        func otherSchemesAreUnsupported(_ transport: TransportUnderTest, url: String) async throws {
            #expect(await transport.failure(of: Probe(try #require(URL(string: url)))) == .unsupportedURL)
        }

        @Test(
            arguments: TransportUnderTest.all,
            [
                "http://127.0.0.1:65536/", "http:///a", "http:/a", "http:a", "/a", "a", "mailto:a@b", "file:///a",
                "data:,a", "https://",
            ]
        )
        func urlWithoutAServerIsUnsupported(_ transport: TransportUnderTest, url: String) async throws {
            let request = OutgoingRequest(url: try #require(URL(string: url)))
            let error = await #expect(throws: TransportError.self) {
                try await transport.send(request)
            }
            #expect(error?.kind == .unsupportedURL)
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func serverWithoutTLSHasNoSecureConnection(_ transport: TransportUnderTest) async throws {
            try await HTTPBinServer.withServer { baseURL in
                let url = try #require(URL(string: "https://127.0.0.1:\(baseURL.port ?? 0)/"))
                #expect(await transport.failure(of: Probe(url)) == .secureConnectionFailed)
            }
        }

        // MARK: Connections that end too early

        /// The page about the transports says what each of them does.
        @Test(
            arguments: TransportUnderTest.all,
            [
                "HTTP/1.1 200 OK\r\nX-Long: a\r\n b\r\nContent-Length: 1\r\n\r\na",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na",
            ]
        )
        func foldedLineOrRepeatedLengthFailsOverAsyncHTTPClient(
            _ transport: TransportUnderTest,
            head: String
        ) async throws {
            try await FaultServer.withServer(script: { _ in [.send(head), .close] }) { server in
                var kind: TransportError.Kind?
                do throws(TalynError) {
                    _ = try await transport.call(Probe(server.baseURL, "/"))
                } catch {
                    kind = error.transportError?.kind
                }
                #expect(kind == (transport.isURLSession ? nil : .invalidResponse))
            }
        }

        private static let whole = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
        private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

        private static let earlyEnds: [String: [FaultServer.Step]] = [
            "before the head, reset": [.reset],
            "before the head": [.close],
            "in the head, reset": [.send("HTTP/1.1 200 OK\r\nContent-"), .reset],
            "in the status line": [.send("HTTP/1."), .close],
            "before the body, reset": [.send(whole), .reset],
            "before the body": [.send(whole), .close],
            "in the body, reset": [.send(whole + "some"), .reset],
            "in the body": [.send(whole + "some"), .close],
            "before the first chunk": [.send(chunked), .close],
            "in a chunk": [.send(chunked + "10\r\nsome"), .close],
            "in a chunk, reset": [.send(chunked + "10\r\nsome"), .reset],
            "between chunks": [.send(chunked + "4\r\nsome\r\n"), .close],
            "before the empty line behind the last chunk": [.send(chunked + "4\r\nsome\r\n0\r\n"), .close],
            "of unknown length, reset": [.send("HTTP/1.1 200 OK\r\n\r\nsome"), .reset],
        ]

        @Test(arguments: TransportUnderTest.all, earlyEnds.keys.sorted())
        func connectionThatEndsTooEarlyIsLost(_ transport: TransportUnderTest, name: String) async throws {
            let steps = try #require(Self.earlyEnds[name])
            try await FaultServer.withServer(script: { _ in steps }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await transport.call(Probe(server.baseURL, "/", .post))
                }
                #expect(error?.transportError?.kind == .connectionLost, "\(String(reflecting: error))")
                #expect(error?.response == nil)
            }
        }

        // MARK: Connections that end when they are used again

        /// Where the first request for `/lost` loses its connection.
        private static func losing() -> FaultServer.Script {
            let isLost = Locked(false)
            return { request in
                guard request.target == "/lost" else { return [.answer(200, [:], "fine")] }
                let wasLost = isLost.withLock { isLost in
                    defer { isLost = true }
                    return isLost
                }
                return wasLost ? [.answer(200, [:], "again")] : [.reset]
            }
        }

        /// The server may have acted upon it, and libcurl would send it again by itself.
        @Test(arguments: TransportUnderTest.all)
        func lostRequestThatIsNotIdempotentIsNotSentAgain(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.losing()) { server in
                _ = try await transport.call(Probe(server.baseURL, "/"))
                let probe = Probe(server.baseURL, "/lost", .post, body: Data("a".utf8))
                #expect(await transport.failure(of: probe) == .connectionLost)
                #expect(try await transport.call(Probe(server.baseURL, "/after")).decode(String.self) == "fine")
                #expect(server.requests.map(\.target) == ["/", "/lost", "/after"])
                // libcurl has a new one ready by then, which it doesn't use.
                #expect(server.requests.prefix(2).map(\.connection) == [0, 0])
            }
        }

        #if os(Linux)
        /// Of what it may send again, URLSession can be given a file again.
        @Test(arguments: [HTTPRequest.Method.post, .put], [nil, .always, .never] as [Idempotency?])
        func lostFileIsSentAgainIfItMayBe(method: HTTPRequest.Method, idempotency: Idempotency?) async throws {
            let directory = try TemporaryDirectory()
            let file = try directory.file("a", Data("content".utf8))
            let provider = TransportUnderTest.urlSession.provider()
            let options = RequestOptions { $0.idempotency = idempotency }
            try await FaultServer.withServer(script: Self.losing()) { server in
                _ = try await provider.request(Probe(server.baseURL, "/"))
                let probe = Probe(server.baseURL, "/lost", method, body: .file(file))
                let result = await Result { () async throws(TalynError) in
                    try await provider.request(probe, options: options)
                }
                if (idempotency ?? .byMethod).allowsRepeating(method) {
                    #expect(try result.get().decode(String.self) == "again")
                    #expect(
                        server.requests.map { String(decoding: $0.body, as: UTF8.self) } == ["", "content", "content"]
                    )
                } else {
                    let error = #expect(throws: TalynError.self) { try result.get() }
                    #expect(error?.transportError?.kind == .connectionLost)
                    #expect(server.requests.count == 2)
                }
            }
        }

        /// libcurl doesn't ask anybody about a request without a body, whatever its method.
        @Test(arguments: TransportUnderTest.all)
        func lostRequestWithoutABodyIsNotSentAgain(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.losing()) { server in
                _ = try await transport.call(Probe(server.baseURL, "/"))
                let result = await Result { () async throws(TalynError) in
                    try await transport.call(Probe(server.baseURL, "/lost", .post))
                }
                withKnownIssue {
                    #expect(throws: TalynError.self) { try result.get() }
                    #expect(server.requests.count == 2)
                } when: {
                    transport.isURLSession
                }
            }
        }
        #endif

        // MARK: What is not HTTP

        private static let garbage: [String: String] = [
            "another protocol": "SSH-2.0-OpenSSH_9.6\r\n",
            "another protocol, with an empty line": "220 mail.example.com ESMTP\r\n\r\n",
            "no status": "HTTP/1.1 OK\r\n\r\n",
            "two lengths": "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na",
            "no number as length": "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\na",
            "negative length": "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\na",
            "no number as chunk size": chunked + "zz\r\nab\r\n0\r\n\r\n",
            "huge chunk size": chunked + "fffffffffffffffffff\r\nab\r\n",
            "zeros": String(repeating: "\u{0}", count: 64),
        ]

        @Test(arguments: TransportUnderTest.all, garbage.keys.sorted())
        func responseThatIsNotHTTPIsAnError(_ transport: TransportUnderTest, name: String) async throws {
            let bytes = try #require(Self.garbage[name])
            try await FaultServer.withServer(script: { _ in [.send(bytes), .close] }) { server in
                let error = await #expect(throws: TalynError.self) { try await transport.call(Probe(server.baseURL)) }
                let kind = error?.transportError?.kind
                #expect(kind == .invalidResponse || kind == .connectionLost, "\(String(reflecting: error))")
            }
        }

        /// Not with URLSession, which on Linux traps on the one, and takes what has come for the whole with the other.
        @Test(
            arguments: TransportUnderTest.all.filter { !$0.isURLSession },
            [
                "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999999\r\n\r\na",
            ]
        )
        func headThatIsCutOrTooBigIsAnError(_ transport: TransportUnderTest, bytes: String) async throws {
            try await FaultServer.withServer(script: { _ in [.send(bytes), .close] }) { server in
                let kind = await transport.failure(of: Probe(server.baseURL))
                #expect(kind == .invalidResponse || kind == .connectionLost)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func nextCallSucceedsAfterAFailure(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/fails" ? [.head(length: 1000), .send("some"), .reset] : [.answer(200, [:], "fine")]
            }
            try await FaultServer.withServer(script: script) { server in
                for _ in 1...5 {
                    #expect(await transport.failure(of: Probe(server.baseURL, "/fails")) == .connectionLost)
                    let response = try await transport.call(Probe(server.baseURL, "/"))
                    #expect(try response.decode(String.self) == "fine")
                }
            }
        }
    }
}
