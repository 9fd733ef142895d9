import Foundation
import HTTPBin
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    @Suite(.serialized) struct ResponseBodies {
        @Test(arguments: TransportUnderTest.allAndStub, [0, 1, 255, 65_536, 3_000_000])
        func bodyArrivesWhole(_ transport: TransportUnderTest, count: Int) async throws {
            let body = Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) })
            let response = try await transport.response(answering: Answer(body: body))
            #expect(response.data == body)
        }

        @Test(arguments: TransportUnderTest.all)
        func chunksAreJoined(_ transport: TransportUnderTest) async throws {
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            // Foundation on Linux traps on a trailer.
            let trailer = transport.isURLSession ? "" : "X-Sum: 1\r\n"
            let script: FaultServer.Script = { _ in
                [
                    .send(head), .send("3\r\nfoo\r\n"), .send("008;name=\"v\"\r\n\r\nbar\r\n\r\r\n"),
                    .send("0\r\n\(trailer)\r\n"),
                ]
            }
            try await FaultServer.withServer(script: script) { server in
                for _ in 1...2 {
                    let response = try await transport.call(Probe(server.baseURL, "/"))
                    #expect(response.data == Data("foo\r\nbar\r\n\r".utf8))
                }
                #expect(server.connectionCount == 1)
            }
        }

        @available(Hummingbird, *)
        @Test(.enabled(if: HTTPBinServer.isBuilt), arguments: TransportUnderTest.all)
        func streamOfLinesArrivesWhole(_ transport: TransportUnderTest) async throws {
            let response = try await HTTPBinServer.withServer { baseURL in
                try await transport.call(Probe(baseURL, "/stream/20"))
            }
            #expect(try response.decode(String.self).split(separator: "\n").count == 20)
        }

        @Test(arguments: TransportUnderTest.all, ["HTTP/1.0", "HTTP/1.1"])
        func bodyMayEndWithTheConnection(_ transport: TransportUnderTest, version: String) async throws {
            let script: FaultServer.Script = { _ in
                [.send("\(version) 200 OK\r\nConnection: close\r\n\r\n"), .send("up to "), .send("the end"), .close]
            }
            let response = try await FaultServer.withServer(script: script) { server in
                try await transport.call(Probe(server.baseURL, "/"))
            }
            #expect(try response.decode(String.self) == "up to the end")
        }

        @Test(arguments: TransportUnderTest.all)
        func statusCountsIfTheBodyOfAFailureBreaksOff(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in
                [.send("HTTP/1.1 413 Content Too Large\r\nContent-Length: 100\r\n\r\ntoo large"), .close]
            }
            try await FaultServer.withServer(script: script) { server in
                var probe = Probe(server.baseURL, "/")
                probe.validation = .successCodes
                do throws(TalynError) {
                    let response = try await transport.call(probe)
                    Issue.record("The call has succeeded: \(response)")
                } catch {
                    #expect(error.statusCode == 413)
                    #expect("too large".hasPrefix(String(decoding: error.response?.data ?? Data(), as: UTF8.self)))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func headResponseHasALengthAndNoBody(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                request.method == "HEAD" ? [.head(length: 1000)] : [.answer(200, [:], "next")]
            }
            try await FaultServer.withServer(script: script) { server in
                let response = try await transport.call(Probe(server.baseURL, "/", .head))
                #expect(response.statusCode == 200)
                #expect(response.headerFields[.contentLength] == "1000")
                #expect(response.data.isEmpty)
                #expect(try await transport.call(Probe(server.baseURL, "/")).decode(String.self) == "next")
                #expect(server.connectionCount == 1)
            }
        }

        @Test(
            arguments: TransportUnderTest.all,
            ["204 No Content\r\n", "304 Not Modified\r\nContent-Length: 1000\r\n"]
        )
        func statusWithoutBodyEndsWithItsHead(_ transport: TransportUnderTest, head: String) async throws {
            let script: FaultServer.Script = { request in
                request.target == "/first" ? [.send("HTTP/1.1 \(head)\r\n")] : [.answer(200, [:], "next")]
            }
            try await FaultServer.withServer(script: script) { server in
                let response = try await transport.call(Probe(server.baseURL, "/first"))
                #expect(head.hasPrefix("\(response.statusCode)"))
                #expect(response.data.isEmpty)
                #expect(try await transport.call(Probe(server.baseURL, "/")).decode(String.self) == "next")
                #expect(server.connectionCount == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func bodyThatNobodyReadsIsLetGo(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { _ in [.head(length: 1000), .send("first"), .hang] }
            try await FaultServer.withServer(script: script) { server in
                var response: TransportResponse? = try await transport.head(
                    of: OutgoingRequest(url: server.baseURL)
                )
                #expect(response?.statusCode == 200)
                response = nil
                await server.connectionsClosed(atLeast: 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func readerThatWaitsHoldsUpNobodyElse(_ transport: TransportUnderTest) async throws {
            let content = Data.pattern(20_000_000)
            let answer = Answer(body: content)
            let script: FaultServer.Script = { request in
                request.target == "/long" ? [.sendBytes(answer.bytes)] : [.answer(200, [:], "next")]
            }
            try await FaultServer.withServer(script: script) { server in
                let long = OutgoingRequest(url: server.baseURL.appending(path: "long"), idleTimeout: .seconds(120))
                let head = try await transport.head(of: long)
                for _ in 1...20 {
                    #expect(try await transport.call(Probe(server.baseURL, "/")).decode(String.self) == "next")
                }
                var received = Data()
                for try await chunk in head.body { received.append(chunk) }
                #expect(received == content)
            }
        }

        // MARK: Compression

        /// "hello hello hello hello", as gzip and zlib write it.
        private static let compressed: [String: [UInt8]] = [
            "gzip": [
                31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 87, 200, 64, 39, 1, 227, 81, 61, 141, 23, 0, 0,
                0,
            ],
            "deflate": [120, 156, 203, 72, 205, 201, 201, 87, 200, 64, 39, 1, 104, 3, 8, 177],
        ]

        /// The positions of compressed content aren't those of the content.
        @Test(arguments: TransportUnderTest.all)
        func partIsAskedForWithoutACoding(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let fields = [["Range": "bytes=0-1"], ["Range": "bytes=0-1", "Accept-Encoding": "gzip"]]
                for fields in fields {
                    _ = try await transport.call(Probe(server.baseURL, "/", headers: fields))
                }
                #expect(server.requests.map { $0.header("Accept-Encoding") } == [["identity"], ["gzip"]])
            }
        }

        @Test(arguments: TransportUnderTest.all, ["gzip", "deflate"])
        func compressedBodyIsUnpacked(_ transport: TransportUnderTest, coding: String) async throws {
            let body = Data(try #require(Self.compressed[coding]))
            let answer = Answer(fields: [("Content-Encoding", coding)], body: body)
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                for _ in 1...2 {
                    let response = try await transport.call(Probe(server.baseURL, "/"))
                    #expect(try response.decode(String.self) == "hello hello hello hello")
                }
                #expect(server.requests.first?.header("Accept-Encoding").first?.contains("gzip") == true)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func corruptCompressedBodyIsAnError(_ transport: TransportUnderTest) async throws {
            let answer = Answer(fields: [("Content-Encoding", "gzip")], body: Data("not compressed at all".utf8))
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                #expect(await transport.failure(of: Probe(server.baseURL, "/")) == .invalidResponse)
            }
        }

        /// Not with URLSession, which takes the part for the whole.
        @Test(arguments: TransportUnderTest.all.filter { !$0.isURLSession })
        func truncatedCompressedBodyIsAnError(_ transport: TransportUnderTest) async throws {
            let body = Data(try #require(Self.compressed["gzip"]).dropLast(10))
            let answer = Answer(fields: [("Content-Encoding", "gzip")], body: body)
            try await FaultServer.withServer(script: { _ in [.sendBytes(answer.bytes)] }) { server in
                #expect(await transport.failure(of: Probe(server.baseURL, "/")) == .invalidResponse)
            }
        }
    }
}
