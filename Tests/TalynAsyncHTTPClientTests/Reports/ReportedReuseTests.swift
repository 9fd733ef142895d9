#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
import TalynStreams
@testable import TalynCore

/// Reports about other clients that use an HTTP/1.1 connection again when they shouldn't (RFC 9112, section 9).
@Suite(.serialized, .sockets) struct ReportedReuseTests {
    /// A provider with connections of its own.
    private static func provider(_ configure: (inout TransportOptions) -> Void = { _ in }) throws -> Provider<Probe> {
        var options = TransportOptions()
        configure(&options)
        return Provider(transport: try AsyncHTTPClientTransport(options: options))
    }

    private static func text(of probe: Probe, _ provider: Provider<Probe>) async throws -> String {
        try await provider.request(probe).decode(String.self)
    }

    // MARK: Servers that close

    /// The server says nothing, or the opposite, and closes after each response.
    @Test(
        .bug("https://github.com/hyperium/hyper/issues/2136", "Connection closed before message completed"),
        .bug("https://github.com/aio-libs/aiohttp/issues/7297", "Client reuses a closed connection"),
        .bug("https://github.com/aio-libs/aiohttp/issues/3507", "204 keep-alive connections"),
        arguments: [
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 204 No\r\nConnection: keep-alive\r\n\r\n",
        ],
        [HTTPRequest.Method.get, .put]
    )
    func callAfterASilentCloseIsAnswered(response: String, _ method: HTTPRequest.Method) async throws {
        try await FaultServer.withServer(script: { _ in [.send(response), .close] }) { server in
            let provider = try Self.provider()
            let body = method == .put ? Data("a".utf8) : nil
            for _ in 0..<200 {
                let response = try await provider.request(Probe(server.baseURL, "/", method, body: body))
                #expect(200...204 ~= response.statusCode)
            }
        }
    }

    /// The close has reached the client's system before the next call, so no byte of a POST needs to get lost.
    @Test(.bug("https://github.com/hyperium/hyper/issues/3077", "Hyper client reuses closed connection"))
    func postAfterAClosedConnectionArrivesOnce() async throws {
        let script: FaultServer.Script = { _ in [.answer(200, [:], "ok"), .close] }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for count in 1...100 {
                let probe = Probe(server.baseURL, "/", .post, body: Data("a".utf8))
                #expect(try await Self.text(of: probe, provider) == "ok")
                await server.connectionsClosed(atLeast: count)
                // The server has closed. On a busy machine, that can be on its way to the client's end.
                while try Self.openConnections(to: server.port) > server.connectionCount - count { await Task.yield() }
            }
            #expect(server.requests.count == 100)
        }
    }

    /// The number of this process's connections to a port whose client's end knows of no close.
    ///
    /// Each socket is asked (tcp(7): the first byte of `TCP_INFO` is the state, and 1 is `ESTABLISHED`). The list of all connections in
    /// `/proc/net/tcp` can leave some out while others come and go.
    private static func openConnections(to port: Int) throws -> Int {
        let sockets = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { Int32($0) }
        return sockets.count { socket in
            var peer = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let status = withUnsafeMutableBytes(of: &peer) { bytes in
                bytes.withMemoryRebound(to: sockaddr.self) { getpeername(socket, $0.baseAddress, &length) }
            }
            guard status == 0, peer.sin_family == AF_INET, Int(UInt16(bigEndian: peer.sin_port)) == port else {
                return false
            }
            var state: UInt8 = 0
            length = 1
            return getsockopt(socket, Int32(IPPROTO_TCP), TCP_INFO, &state, &length) == 0 && state == 1
        }
    }

    @Test(
        .bug("https://github.com/JuliaWeb/HTTP.jl/issues/1155", "Keep-Alive header should be respected"),
        .bug("https://github.com/oven-sh/bun/pull/35817", "Honour the server's Keep-Alive: timeout= hint"),
        arguments: ["timeout=1", "max=100, timeout=1"]
    )
    func idleConnectionEndsBeforeTheServersTimeout(_ field: String) async throws {
        let script: FaultServer.Script = { _ in [.answer(200, ["Keep-Alive": field], "ok")] }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider { $0.keepAlive = .seconds(3_600) }
            #expect(try await Self.text(of: Probe(server.baseURL), provider) == "ok")
            await server.connectionsClosed(atLeast: 1)
            #expect(try await Self.text(of: Probe(server.baseURL), provider) == "ok")
        }
    }

    // MARK: Responses that say so

    @Test(
        .bug("https://github.com/envoyproxy/envoy/issues/7123", "HTTP/1.0 without keep-alive"),
        .bug("https://github.com/oven-sh/bun/pull/37530", "Do not pool HTTP/1.0 responses"),
        arguments: [("", 3), ("Connection: keep-alive\r\n", 1), ("Connection: Keep-Alive, x\r\n", 1)]
    )
    func connectionOfHTTP10IsKeptOnlyIfTheServerSaysSo(field: String, connections: Int) async throws {
        let script: FaultServer.Script = { _ in [.send("HTTP/1.0 200 OK\r\n\(field)Content-Length: 2\r\n\r\nok")] }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for _ in 0..<3 { #expect(try await Self.text(of: Probe(server.baseURL), provider) == "ok") }
            #expect(server.connectionCount == connections)
        }
    }

    @Test(
        .bug("https://github.com/swift-server/async-http-client/issues/324", "Connections not being closed"),
        arguments: [
            "Connection: close\r\n", "connection: Close\r\n", "Connection: x, close\r\n", "Connection: close ,x\r\n",
            "Connection: x\r\nConnection: close\r\n", "Connection: keep-alive, close\r\n",
        ]
    )
    func connectionThatTheServerGivesUpIsClosedByTheClient(_ fields: String) async throws {
        let response = "HTTP/1.1 200 OK\r\n\(fields)Content-Length: 2\r\n\r\nok"
        let script: FaultServer.Script = { _ in [.send(response), .hang] }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for count in 1...3 {
                #expect(try await Self.text(of: Probe(server.baseURL), provider) == "ok")
                await server.connectionsClosed(atLeast: count)
            }
        }
    }

    // MARK: Bytes that no request asked for

    /// A server whose patience ends says so on the idle connection. The call after that must not get it as its response.
    @Test(
        .bug("https://github.com/jetty/jetty.project/issues/5152", "HttpClient should handle unsolicited responses"),
        .bug("https://github.com/aio-libs/aiohttp/issues/2782", "Unsolicited response received on idle HTTP channel"),
        arguments: [
            "HTTP/1.1 408 Request Time-out\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.0 408 Request Time-out\r\nConnection: close\r\n\r\n<html></html>", "\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil",
        ]
    )
    func unaskedResponseOnAnIdleConnectionFailsNobody(_ bytes: String) async throws {
        let script: FaultServer.Script = { request in
            let answer = FaultServer.Step.answer(200, [:], request.target)
            return [answer, .waitForRelease, .send(bytes), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for count in 1...50 {
                let text = try await Self.text(of: Probe(server.baseURL, "/\(count)"), provider)
                try #require(text == "/\(count)")
                server.release()
                await server.connectionsClosed(atLeast: count)
            }
        }
    }

    /// The content that a response can't have looks like the response to the next request.
    @Test(
        .bug("https://github.com/apache/httpcomponents-core/pull/57", "204 with a content"),
        .bug("https://github.com/JuliaWeb/HTTP.jl/issues/1112", "HEAD requests should never write a body"),
        .bug("https://github.com/aio-libs/aiohttp/issues/1905", "Data received after completed message"),
        arguments: [
            "HTTP/1.1 204 No Content\r\nContent-Length: 42\r\n\r\n",
            "HTTP/1.1 304 Not Modified\r\nContent-Length: 42\r\n\r\n",
            "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        ],
        [HTTPRequest.Method.get, .head]
    )
    func bytesAfterAResponseAreNotTheNextOne(head: String, _ method: HTTPRequest.Method) async throws {
        let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        let script: FaultServer.Script = { request in
            request.target == "/first" ? [.send(head + evil)] : [.answer(200, [:], "good")]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for _ in 0..<30 {
                let first = try await provider.request(Probe(server.baseURL, "/first", method))
                #expect(first.data.isEmpty)
                #expect(try await Self.text(of: Probe(server.baseURL, "/second"), provider) == "good")
            }
        }
    }

    @Test(.bug("https://github.com/http-kit/http-kit/issues/523", "HttpClient breaks on chunked response with trailer"))
    func trailersDoNotDisturbTheNextResponse() async throws {
        let head = "HTTP/1.1 200 OK\r\nTrailer: ETag\r\nTransfer-Encoding: chunked\r\n\r\n"
        let first = head + "2\r\nok\r\n0\r\nETag: \"a\"\r\nX: y\r\n\r\n"
        let script: FaultServer.Script = { _ in [.send(first)] }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for _ in 0..<5 { #expect(try await Self.text(of: Probe(server.baseURL), provider) == "ok") }
            #expect(server.connectionCount == 1)
        }
    }

    /// The last chunk is missing, and the connection ends between two chunks.
    @Test(
        .bug("https://github.com/netty/netty/issues/13816", "Decoder doesn't identify partial responses"),
        .bug("https://github.com/nodejs/node/issues/25081", "ClientRequest ignores incomplete chunked http response"),
        arguments: ["", "2\r\nok\r\n", "2\r\nok\r\n0\r\n", "2\r\nok\r\n0\r\nX: y\r\n"]
    )
    func chunkedResponseWithoutItsEndIsLost(_ content: String) async throws {
        let script: FaultServer.Script = { _ in
            [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + content), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            let kind = try await Self.provider().failure(of: Probe(server.baseURL))
            #expect(kind == .connectionLost)
        }
    }

    @Test(.bug("https://github.com/scylladb/seastar/issues/2768", "Partially read bodies are the next response"))
    func restOfAResponseThatNobodyReadsIsNotTheNextOne() async throws {
        let script: FaultServer.Script = { request in
            guard request.target == "/first" else { return [.answer(200, [:], "good")] }
            let chunk = "4\r\nevil\r\n"
            return [.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk), .send(chunk + "0\r\n\r\n")]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for _ in 0..<30 {
                for try await _ in provider.stream(Probe(server.baseURL, "/first")) { break }
                #expect(try await Self.text(of: Probe(server.baseURL, "/second"), provider) == "good")
            }
        }
    }
}
#endif
