#if AsyncHTTPClient || canImport(Darwin)
import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynTransfers
@testable import TalynURLSession

extension ConformanceTests {
    @Suite(.serialized) struct Compression {
        // MARK: Responses

        /// 20 MB of zeros, which pack to a thousandth of that.
        private static let bomb = BodyCompression.gzip.encode(Data(count: 20_000_000)) ?? Data()

        /// What of a bomb arrives before it is refused, and how it is.
        private func outcome(
            of bytes: [UInt8],
            with transport: TransportUnderTest,
            _ change: (inout TransportOptions) -> Void = { _ in }
        ) async throws -> (kind: TransportError.Kind?, received: Int) {
            let provider = try transport.provider(change)
            return try await FaultServer.withServer(script: { _ in [.sendBytes(bytes), .waitForRelease] }) { server in
                defer { server.release() }
                let received = Locked(0)
                do {
                    let request = OutgoingRequest(url: server.baseURL)
                    for try await chunk in try await provider.transport.send(request).body {
                        received.withLock { $0 += chunk.count }
                    }
                    return (nil, received.withLock { $0 })
                } catch let error as TransportError {
                    return (error.kind, received.withLock { $0 })
                }
            }
        }

        private static func answer(_ body: Data) -> [UInt8] {
            Answer(fields: [("Content-Encoding", "gzip")], body: body).bytes
        }

        @Test(arguments: TransportUnderTest.all)
        func bombIsRefusedEarly(_ transport: TransportUnderTest) async throws {
            let (kind, received) = try await outcome(of: Self.answer(Self.bomb), with: transport)
            #expect(kind == .responseTooLarge)
            // 200 times what has come of about 20,000 bytes.
            #expect(received <= 5_000_000)
        }

        @Test(arguments: TransportUnderTest.all)
        func bombFailsACall(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.sendBytes(Self.answer(Self.bomb))] }) { server in
                #expect(await transport.failure(of: Probe(server.baseURL, "/")) == .responseTooLarge)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func limitCanBeRaisedAndLowered(_ transport: TransportUnderTest) async throws {
            let bytes = Self.answer(Self.bomb)
            let limits: [(limit: DecompressionLimit, succeeds: Bool)] = [
                (.none, true), (.ratio(2000), true), (.ratio(1), false), (.ratio(.max), true),
                (.size(20_000_000), true), (.size(19_999_999), false), (.size(1), false),
            ]
            for (limit, succeeds) in limits {
                let outcome = try await outcome(of: bytes, with: transport) { $0.decompressionLimit = limit }
                #expect(outcome.kind == (succeeds ? nil : .responseTooLarge), "\(limit)")
                if succeeds { #expect(outcome.received == 20_000_000, "\(limit)") }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func bombInChunksIsRefusedBySize(_ transport: TransportUnderTest) async throws {
            var bytes = Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
            bytes += Array("\(String(Self.bomb.count, radix: 16))\r\n".utf8) + Self.bomb + Array("\r\n0\r\n\r\n".utf8)
            let (kind, received) = try await outcome(of: bytes, with: transport) {
                $0.decompressionLimit = .size(1_000_000)
            }
            #expect(kind == .responseTooLarge)
            #expect(received <= 1_000_000)
        }

        @Test(arguments: TransportUnderTest.all)
        func limitAppliesToCompressedBodiesOnly(_ transport: TransportUnderTest) async throws {
            let bytes = Answer(body: Data(count: 100_000)).bytes
            let outcome = try await outcome(of: bytes, with: transport) { $0.decompressionLimit = .size(1000) }
            #expect(outcome.kind == nil)
            #expect(outcome.received == 100_000)
        }

        // MARK: Requests

        private static let text = Data(String(repeating: "All that glitters. ", count: 500).utf8)

        /// Sends back what it gets, so that the client unpacks it.
        private static let echo: FaultServer.Script = { request in
            let coding = request.header("Content-Encoding").map { (name: "Content-Encoding", value: $0) }
            return [.sendBytes(Answer(fields: coding, body: Data(request.body)).bytes)]
        }

        private func echo(
            _ transport: TransportUnderTest,
            _ body: Data,
            headers: [String: String]? = nil,
            _ compression: BodyCompression? = .gzip
        ) async throws -> (response: Response, request: ReceivedRequest) {
            try await FaultServer.withServer(script: Self.echo) { server in
                let options = RequestOptions { $0.compression = compression }
                let probe = Probe(server.baseURL, "/", .post, headers: headers, body: body)
                let response = try await transport.provider().request(probe, options: options)
                return (response, try #require(server.requests.first))
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func bodyIsSentCompressed(_ transport: TransportUnderTest) async throws {
            let (response, request) = try await echo(transport, Self.text)
            #expect(response.data == Self.text)
            #expect(request.header("Content-Encoding") == ["gzip"])
            #expect(request.header("Content-Length") == ["\(request.body.count)"])
            #expect(request.body.count < 500)
            // What was sent is what is told of.
            #expect(response.request?.body?.data == Data(request.body))
            #expect(response.request?.headerFields[.contentEncoding] == "gzip")
            let attempt = try #require(response.metrics?.attempts.first)
            #expect(attempt.request?.body?.data == Data(request.body))
            #expect(attempt.sentBytes == Int64(request.body.count))
        }

        @Test(arguments: TransportUnderTest.all)
        func lengthThatTheTargetGivesIsCorrected(_ transport: TransportUnderTest) async throws {
            let headers = ["content-length": "\(Self.text.count)"]
            let (response, request) = try await echo(transport, Self.text, headers: headers)
            #expect(response.data == Self.text)
            #expect(request.header("Content-Length") == ["\(request.body.count)"])
        }

        @Test(arguments: TransportUnderTest.all)
        func bodyIsSentUnchangedUnlessCompressionIsOn(_ transport: TransportUnderTest) async throws {
            for (body, headers, compression) in [
                (Self.text, nil, nil), (Data("short".utf8), nil, .gzip), (Data(), nil, .gzip(minimumSize: 0)),
                (Self.text, ["content-encoding": "identity"], .gzip),
                (Self.text, ["Content-Digest": "sha-256=:AA==:"], .gzip),
            ] as [(Data, [String: String]?, BodyCompression?)] {
                let (_, request) = try await echo(transport, body, headers: headers, compression)
                #expect(Data(request.body) == body)
                #expect(request.header("Content-Encoding") == (headers?["content-encoding"]).map { [$0] } ?? [])
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func bodyThatDoesNotBecomeSmallerIsSentAsItIs(_ transport: TransportUnderTest) async throws {
            var generator = SeededGenerator(seed: 7)
            let noise = Data((0..<4096).map { _ in UInt8.random(in: 0...255, using: &generator) })
            let (_, request) = try await echo(transport, noise)
            #expect(Data(request.body) == noise)
            #expect(request.header("Content-Encoding") == [])
        }

        @Test(arguments: TransportUnderTest.all)
        func compressedBodyIsRedirected(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/from" ? [.answer(307, ["Location": "/to"])] : Self.echo(request)
            }
            try await FaultServer.withServer(script: script) { server in
                let options = RequestOptions { $0.compression = .gzip }
                let probe = Probe(server.baseURL, "/from", .post, body: Self.text)
                let response = try await transport.provider().request(probe, options: options)
                #expect(response.data == Self.text)
                #expect(server.requests[0].body == server.requests[1].body)
            }
        }

        /// Calls twice, as a retry does.
        private struct Twice: CallInterceptor, RequestAdapter {
            func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
                _ = try await next(endpoint)
                return try await next(endpoint)
            }

            func adapt(_ request: inout OutgoingRequest, context: CallContext) {
                #expect(request.body?.data == Compression.text)
                #expect(request.headerFields[.contentEncoding] == nil)
                request.headerFields["X-Prepared"] = "1"
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func everyAttemptSendsTheSame(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: Self.echo) { server in
                let options = RequestOptions { $0.compression = .gzip }
                let probe = Probe(server.baseURL, "/", .post, body: Self.text, timeout: nil)
                let response = try await transport.provider(plugins: [Twice()]).request(probe, options: options)
                #expect(server.requests.count == 2)
                #expect(server.requests[0].body == server.requests[1].body)
                #expect(server.requests[1].header("X-Prepared") == ["1"])
                // Compression is no change of a plugin.
                let account = try #require(response.metrics)
                #expect(account.attempts.map { $0.changes.map(\.text) } == [["X-Prepared: 1"], ["X-Prepared: 1"]])
            }
        }
    }
}
#endif
