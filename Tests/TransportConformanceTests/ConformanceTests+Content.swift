import Foundation
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

extension ConformanceTests {
    /// Paths, and content with and without bytes.
    @Suite(.serialized) struct Content {
        @Test(arguments: TransportUnderTest.all, ["/items/caf%E9", "/%FF?a=%E9", "/a%2Fb/%20"])
        func pathIsSentAsItIs(_ transport: TransportUnderTest, target: String) async throws {
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                let url = try #require(URL(string: server.baseURL.absoluteString + target))
                let probe = Probe(server.baseURL, "", .delete)
                _ = try await transport.provider(requestOptions: RequestOptions { $0.url = url }).request(probe)
                #expect(server.requests.map(\.target) == [target])
            }
        }

        /// Responses without a byte of content, for which a server leaves the coding of the content in place.
        private static let empty = [
            "HEAD": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 30\r\n\r\n",
            "GET": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 0\r\n\r\n",
            "POST": "HTTP/1.1 201 Created\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "PUT": "HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n",
            "PATCH": "HTTP/1.1 304 Not Modified\r\nContent-Encoding: deflate\r\n\r\n",
        ]

        @Test(arguments: TransportUnderTest.all, empty.keys.sorted())
        func codedResponseWithoutContentIsEmpty(_ transport: TransportUnderTest, method: String) async throws {
            let response = try #require(Self.empty[method])
            try await FaultServer.withServer(script: { _ in [.send(response)] }) { server in
                let method = try #require(HTTPRequest.Method(rawValue: method))
                // The second call uses the same connection.
                for _ in 0..<2 {
                    let response = try await transport.call(Probe(server.baseURL, "/", method))
                    #expect(response.data.isEmpty)
                }
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func statusCountsMoreThanALongBody(_ transport: TransportUnderTest) async throws {
            let body = String(repeating: "a", count: 2_000)
            try await FaultServer.withServer(script: { _ in [.answer(503, [:], body)] }) { server in
                var probe = Probe(server.baseURL, "/")
                probe.validation = .successCodes
                let options = RequestOptions { $0.maximumResponseSize = 1_000 }
                let error = await #expect(throws: TalynError.self) {
                    try await transport.provider(requestOptions: options).request(probe)
                }
                #expect(error?.response?.statusCode == 503)
                #expect(error?.response?.data.count == 1_000)
            }
        }
    }
}

#if AsyncHTTPClient && os(Linux)
/// What AsyncHTTPClient's transport adds to its client.
@Suite(.serialized, .sockets) struct AsyncHTTPClientContentTests {
    private static let hello: [UInt8] = [
        0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 0xCB, 0x48, 0xCD, 0xC9, 0xC9, 7, 0, 0x86, 0xA6, 0x10, 0x36, 5, 0, 0, 0,
    ]

    private func call(_ coding: String, _ body: [UInt8], _ fields: [String: String] = [:]) async throws -> Response {
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
        return try await FaultServer.withServer(script: { _ in [.sendBytes(Array(head.utf8) + body)] }) { server in
            try await TransportUnderTest.asyncHTTPClient.call(Probe(server.baseURL, "/", headers: fields))
        }
    }

    @Test(arguments: ["gzip", "x-gzip", "GZIP", "identity, gzip"])
    func namesOfOneCodingAreEqual(_ coding: String) async throws {
        #expect(try await call(coding, Self.hello).data == Data("hello".utf8))
    }

    @Test(arguments: ["br", "zstd", "BR, zstd"])
    func unknownCodingFailsUnlessTheCallerNamesIt(_ coding: String) async throws {
        let error = await #expect(throws: TalynError.self) { try await call(coding, [1, 2, 3]) }
        #expect(error?.transportError?.kind == .invalidResponse)
        #expect(try await call(coding, []).data.isEmpty)
        let own = ["Accept-Encoding": "gzip, br;q=1.0, zstd"]
        #expect(try await call(coding, [1, 2, 3], own).data == Data([1, 2, 3]))
    }

    /// Its decompression would need the bytes before.
    @Test func partOfCompressedContentStaysAsItIs() async throws {
        let head = "HTTP/1.1 206 Partial Content\r\nContent-Encoding: gzip\r\nContent-Range: bytes 4-6/25\r\n"
        let part: [UInt8] = [1, 2, 3]
        let bytes = Array("\(head)Content-Length: 3\r\n\r\n".utf8) + part
        try await FaultServer.withServer(script: { _ in [.sendBytes(bytes)] }) { server in
            for _ in 0..<2 {
                let response = try await TransportUnderTest.asyncHTTPClient.call(Probe(server.baseURL, "/"))
                #expect(response.data == Data(part))
                #expect(response.headerFields[.contentEncoding] == "gzip")
            }
        }
    }

    @Test(arguments: ["deflate, gzip", "gzip, gzip"])
    func severalCodingsFail(_ coding: String) async throws {
        let error = await #expect(throws: TalynError.self) { try await call(coding, Self.hello) }
        #expect(error?.transportError?.kind == .invalidResponse)
        #expect(error?.description.contains("isn't HTTP") == false)
        #expect(error?.description.contains("several codings") == true)
    }

    /// RFC 1952, section 2.2.
    @Test func severalMembersAreOneContent() async throws {
        #expect(try await call("gzip", Self.hello + Self.hello).data == Data("hellohello".utf8))
    }

    @Test func bytesAfterTheMembersFailWithTheirOwnError() async throws {
        let error = await #expect(throws: TalynError.self) { try await call("gzip", Self.hello + [1, 2, 3]) }
        #expect(error?.description.contains("can't be decompressed") == true)
    }

    @Test func cutContentFailsWithItsOwnError() async throws {
        let error = await #expect(throws: TalynError.self) { try await call("gzip", Self.hello.dropLast(9)) }
        #expect(error?.description.contains("cut short") == true)
    }

    @Test func rawDeflateIsNotAskedFor() {
        #expect(AsyncHTTPClientTransport.shared.defaultHeaderFields[.acceptEncoding] == "gzip")
    }

    /// Closes the first connection when its second request arrives.
    private static let closing: FaultServer.Script = { request in
        request.connection == 0 && request.target == "/second" ? [.close] : [.answer()]
    }

    @Test func callOnAClosedConnectionIsRepeated() async throws {
        try await FaultServer.withServer(script: Self.closing) { server in
            let provider = Provider<Probe>(transport: AsyncHTTPClientTransport())
            _ = try await provider.request(Probe(server.baseURL, "/first"))
            let response = try await provider.request(Probe(server.baseURL, "/second"))
            #expect(response.statusCode == 200)
            #expect(response.metrics?.attempts.last?.transport.repetitions == 1)
            #expect(server.requests.map(\.target) == ["/first", "/second", "/second"])
        }
    }

    @Test func postOnAClosedConnectionIsNotRepeated() async throws {
        try await FaultServer.withServer(script: Self.closing) { server in
            let provider = Provider<Probe>(transport: AsyncHTTPClientTransport())
            _ = try await provider.request(Probe(server.baseURL, "/first"))
            let error = await #expect(throws: TalynError.self) {
                try await provider.request(Probe(server.baseURL, "/second", .post, body: Data("a".utf8)))
            }
            #expect(error?.transportError?.kind == .connectionLost)
            #expect(server.requests.count == 2)
        }
    }

    @Test func fieldWithTheInternalNameStaysInside() async throws {
        let answer = FaultServer.Step.answer(200, ["talyn-exchange": "x"])
        try await FaultServer.withServer(script: { _ in [answer] }) { server in
            let probe = Probe(server.baseURL, "/", headers: ["Talyn-Exchange": "1"])
            let response = try await TransportUnderTest.asyncHTTPClient.call(probe)
            #expect(server.requests[0].header("talyn-exchange") == [])
            // Nothing of a response means anything to the transport.
            #expect(response.headerFields[.named("talyn-exchange")] == "x")
            #expect(response.metrics?.attempts.first?.transport.networkProtocolName == "http/1.1")
        }
    }
}
#endif
