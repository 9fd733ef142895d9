import Foundation
import HTTPBin
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct RequestBodies {
        private struct Broken: Error {}

        private static let bodies: [String: Data] = [
            "one byte": Data([0]),
            "text": Data("Grüße\r\n\r\nGET / HTTP/1.1\r\n".utf8),
            "every byte": Data(0...255),
            "64 KB": Data(repeating: 0x61, count: 65_536),
            "1 MB": Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }),
        ]

        @Test(arguments: TransportUnderTest.all, bodies.keys.sorted())
        func bodyArrivesWhole(_ transport: TransportUnderTest, name: String) async throws {
            let body = try #require(Self.bodies[name])
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                for method in [.post, .put, .patch, .delete] as [HTTPRequest.Method] {
                    _ = try await transport.call(Probe(server.baseURL, "/", method, body: body))
                }
                for request in server.requests {
                    #expect(request.header("Content-Length") == ["\(body.count)"], "\(request.method)")
                    #expect(request.header("Transfer-Encoding") == [], "\(request.method)")
                    #expect(request.header("Expect") == [], "\(request.method)")
                    #expect(request.body == Array(body), "\(request.method)")
                }
                #expect(server.requests.count == 4)
            }
        }

        /// It has no meaning of its own (RFC 9110, section 9.3.1), but some servers of searches expect it.
        @Test(arguments: TransportUnderTest.all)
        func bodyOfAGETArrivesExceptOverURLSession(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let probe = Probe(server.baseURL, "/", .get, body: Data("{}".utf8))
                if transport.isURLSession {
                    let error = await #expect(throws: TalynError.self) { _ = try await transport.call(probe) }
                    #expect(error?.transportError?.mayHaveBeenSent == false)
                } else {
                    _ = try await transport.call(probe)
                    #expect(server.requests.map(\.body) == [Array("{}".utf8)])
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func requestWithoutBodySaysSoWhereABodyIsExpected(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                for method in [.post, .put, .patch, .get, .head] as [HTTPRequest.Method] {
                    _ = try await transport.call(Probe(server.baseURL, "/", method))
                }
                _ = try await transport.call(Probe(server.baseURL, "/", .post, body: Data()))
                // RFC 9110, section 8.6.
                let expected = [["0"], ["0"], ["0"], [], [], ["0"]]
                #expect(server.requests.map { $0.header("Content-Length") } == expected)
                #expect(server.requests.allSatisfy { $0.header("Transfer-Encoding").isEmpty && $0.body.isEmpty })
            }
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func serverReadsJSONAndForms(_ transport: TransportUnderTest) async throws {
            try await HTTPBinServer.withServer { baseURL in
                var probe = Probe(baseURL, "/post", .post, body: .json(["name": "ada"]))
                let json = try await transport.call(probe)
                #expect(try json.decode(User.self, atKeyPath: "json") == User(name: "ada"))
                probe.body = .form(["name": "a&b=ü"])
                let form = try await transport.call(probe)
                #expect(try form.decode(User.self, atKeyPath: "form") == User(name: "a&b=ü"))
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func contentTypeIsTheOneThatWasSet(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let headers = ["content-type": "text/x-test; charset=utf-8"]
                _ = try await transport.call(Probe(server.baseURL, "/", .post, headers: headers, body: Data("a".utf8)))
                #expect(server.requests.first?.header("Content-Type") == ["text/x-test; charset=utf-8"])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func refusalBeforeTheEndOfABodyIsTheResponse(_ transport: TransportUnderTest) async throws {
            let refusal = FaultServer.Step.answer(413, ["Connection": "close"], "too big")
            try await FaultServer.withServer(readsBody: false, script: { _ in [refusal] }) { server in
                let probe = Probe(server.baseURL, "/", .put, body: Data(count: 20_000_000), timeout: 120)
                let response = try await transport.call(probe)
                #expect(response.statusCode == 413)
                #expect(try response.decode(String.self) == "too big")
            }
        }

        // MARK: Streams

        @Test(arguments: TransportUnderTest.all, [nil, 300_000] as [Int64?])
        func streamArrivesWhole(_ transport: TransportUnderTest, length: Int64?) async throws {
            let chunks = (0..<3).map { Data(repeating: UInt8($0), count: 100_000) }
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                var request = OutgoingRequest(url: server.baseURL)
                request.method = .put
                let body = HTTPBody(length: length, isReplayable: true) {
                    var rest = chunks[...]
                    return { rest.popFirst() }
                }
                let (head, _) = try await transport.send(request.with(body: body))
                #expect(head.statusCode == 200)
                let received = try #require(server.requests.first)
                if received.header("Transfer-Encoding") == ["chunked"] {
                    #expect(length == nil)
                    #expect(received.body.count > 300_000)
                } else {
                    #expect(received.header("Content-Length") == ["300000"])
                    #expect(received.body == Array(chunks.joined()))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all, [nil, 20_000_000] as [Int64?])
        func refusalBeforeTheEndOfAStreamIsTheResponse(_ transport: TransportUnderTest, length: Int64?) async throws {
            let refusal = FaultServer.Step.answer(413, ["Connection": "close"], "too big")
            try await FaultServer.withServer(readsBody: false, script: { _ in [refusal] }) { server in
                var request = OutgoingRequest(url: server.baseURL, idleTimeout: .seconds(120))
                request.method = .put
                let body = HTTPBody(length: length, isReplayable: true) {
                    var rest = 200
                    return {
                        rest -= 1
                        return rest < 0 ? nil : Data(count: 100_000)
                    }
                }
                let (head, data) = try await transport.send(request.with(body: body))
                #expect(head.statusCode == 413)
                #expect(data == Data("too big".utf8))
            }
        }

        @Test(arguments: TransportUnderTest.all, [nil, 300_000])
        func streamOfAPluginIsTheBody(_ transport: TransportUnderTest, length: Int64?) async throws {
            let content = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0) })
            struct Streaming: RequestAdapter {
                let content: Data
                let length: Int64?

                func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                    request.body = HTTPBody(length: length, isReplayable: false) { [content] in
                        var rest = content
                        return {
                            defer { rest = rest.dropFirst(100_000) }
                            return rest.isEmpty ? nil : rest.prefix(100_000)
                        }
                    }
                }
            }
            let plugin = Streaming(content: content, length: length)
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await transport.provider(plugins: [plugin]).request(Probe(server.baseURL, "/", .put))
                let received = try #require(server.requests.first)
                if received.header("Transfer-Encoding") == ["chunked"] {
                    #expect(length == nil)
                    #expect(received.body.count > content.count)
                } else {
                    #expect(received.header("Content-Length") == ["300000"])
                    #expect(received.body == Array(content))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all, [5, 15, 2_000_000, 4_000_000] as [Int64])
        func streamOfAnotherLengthFailsTheRequest(_ transport: TransportUnderTest, length: Int64) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                var request = OutgoingRequest(url: server.baseURL)
                request.method = .put
                let body = HTTPBody(length: length, isReplayable: true) {
                    var chunk: Data? = Data(count: length < 1000 ? 10 : 3_000_000)
                    return { chunk.take() }
                }
                await #expect(throws: (any Error).self) {
                    try await transport.send(request.with(body: body))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func streamThatFailsFailsTheRequest(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                var urlRequest = OutgoingRequest(url: server.baseURL)
                urlRequest.method = .put
                let body = HTTPBody(length: 100, isReplayable: true) { { throw Broken() } }
                let request = urlRequest.with(body: body)
                let error = await #expect(throws: (any Error).self) { try await transport.send(request) }
                let cause = (error as? TransportError)?.underlyingError ?? error
                #expect(cause is Broken, "\(String(describing: error))")
                #expect(server.requests.isEmpty)
            }
        }
    }
}
