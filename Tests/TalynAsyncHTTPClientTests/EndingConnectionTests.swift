#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Calls over connections that their server ends.
@Suite(.serialized, .sockets) struct EndingConnectionTests {
    private static func provider(_ options: TransportOptions = TransportOptions()) throws -> Provider<Probe> {
        Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
    }

    private static func secureProvider() throws -> Provider<Probe> {
        var options = TransportOptions()
        options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        return try provider(options)
    }

    /// Makes calls, some at a time, and gives their results.
    private static func results(
        of probe: Probe,
        count: Int,
        inFlight width: Int,
        _ provider: Provider<Probe>
    ) async -> [Result<Response, TalynError>] {
        await withTaskGroup(of: [Result<Response, TalynError>].self) { group in
            for _ in 0..<width {
                group.addTask {
                    var results: [Result<Response, TalynError>] = []
                    for _ in 0..<count / width { results.append(await provider.result(probe)) }
                    return results
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    // MARK: HTTP/2

    private static func withNginx(_ directives: String, body: (URL) async throws -> Void) async throws {
        let directory = try TemporaryDirectory()
        _ = try directory.file("server.pem", Data(TLSIdentity.localhost.certificate.utf8))
        _ = try directory.file("server.key", Data(TLSIdentity.localhost.privateKey.utf8))
        let path = directory.url.path
        let tls = "ssl_certificate \(path)/server.pem; ssl_certificate_key \(path)/server.key;"
        try await Nginx.withServer(
            serving: directory.url,
            listening: "ssl http2",
            directives: "\(tls) \(directives)"
        ) { nginx in
            try await CuttingProxy.withProxy(to: nginx.socketPath, cuts: []) { proxy in
                let port = try #require(proxy.baseURL.port)
                try await body(try #require(URL(string: "https://127.0.0.1:\(port)/")))
            }
        }
    }

    @Test(arguments: [HTTPRequest.Method.get, .post])
    func streamThatAGoAwayExcludesIsSentAgain(_ method: HTTPRequest.Method) async throws {
        try await HTTP2Server.withServer(answering: ["204", HTTP2Server.goAway, "204"]) { url in
            let provider = try Self.secureProvider()
            _ = try await provider.request(Probe(url))
            let response = try await provider.request(Probe(url, "", method))
            #expect(response.statusCode == 204)
            #expect(response.metrics?.attempts.first?.transport.repetitions == 1)
        }
    }

    @Test(
        .enabled(if: Nginx.isInstalled, Comment(rawValue: Nginx.absence)),
        arguments: [HTTPRequest.Method.get, .post]
    )
    func serverThatEndsConnectionsLosesNoCallOverHTTP2(_ method: HTTPRequest.Method) async throws {
        try await Self.withNginx("keepalive_requests 20; location / { return 200 ok; }") { url in
            let provider = try Self.secureProvider()
            let results = await Self.results(of: Probe(url, "", method), count: 640, inFlight: 32, provider)
            for case .failure(let error) in results { Issue.record(error) }
            let responses = results.compactMap { try? $0.get() }
            #expect(responses.allSatisfy { $0.statusCode == 200 })
            #expect(responses.allSatisfy { $0.metrics?.attempts.last?.transport.networkProtocolName == "h2" })
        }
    }

    // MARK: HTTP/1.1

    /// A response after which the server closes the connection, without a word.
    private static let closing: FaultServer.Script = { _ in
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .close]
    }

    @Test(arguments: [HTTPRequest.Method.get, .put], [1, 32])
    func serverThatClosesAfterAnAnswerLosesNoIdempotentCall(_ method: HTTPRequest.Method, width: Int) async throws {
        try await FaultServer.withServer(script: Self.closing) { server in
            let probe = Probe(server.baseURL, "/", method)
            let results = await Self.results(of: probe, count: 320, inFlight: width, try Self.provider())
            for case .failure(let error) in results { Issue.record(error) }
        }
    }

    @Test(arguments: [1, 32])
    func serverThatClosesAfterAnAnswerLosesOnlyPostsThatLeft(_ width: Int) async throws {
        try await FaultServer.withServer(script: Self.closing) { server in
            let probe = Probe(server.baseURL, "/", .post, body: .data(Data("a".utf8)))
            let results = await Self.results(of: probe, count: 320, inFlight: width, try Self.provider())
            let failures = results.compactMap { result in if case .failure(let error) = result { error } else { nil } }
            #expect(failures.allSatisfy { $0.transportError?.kind == .connectionLost })
            #expect(failures.allSatisfy { $0.transportError?.mayHaveBeenSent == true })
            // Nothing arrives twice.
            #expect(server.requests.count <= 320)
            #expect(server.requests.count >= 320 - failures.count)
        }
    }

    @Test(arguments: ["JUNK", "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", "\r\n\r\nX"])
    func bytesAfterAResponseFailNoCall(_ bytes: String) async throws {
        let script: FaultServer.Script = { _ in [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" + bytes)] }
        try await FaultServer.withServer(script: script) { server in
            for width in [1, 32] {
                let probe = Probe(server.baseURL, "/")
                let results = await Self.results(of: probe, count: 320, inFlight: width, try Self.provider())
                for case .failure(let error) in results { Issue.record(error) }
                for case .success(let response) in results { #expect(response.data == Data("ok".utf8)) }
            }
        }
    }

    @Test func responseToAnIdleConnectionFailsNoCall() async throws {
        let timeout = "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let script: FaultServer.Script = { _ in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), .send(timeout), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            for width in [1, 32] {
                let probe = Probe(server.baseURL, "/")
                let results = await Self.results(of: probe, count: 320, inFlight: width, try Self.provider())
                for case .failure(let error) in results { Issue.record(error) }
                for case .success(let response) in results { #expect(response.statusCode == 200) }
            }
        }
    }

    @Test func timeoutOfANewConnectionIsTheResponse() async throws {
        let script: FaultServer.Script = { _ in [.answer(408, ["Connection": "close"], "slow"), .close] }
        try await FaultServer.withServer(script: script) { server in
            let response = try await Self.provider().request(Probe(server.baseURL, "/"))
            #expect(response.statusCode == 408)
            #expect(server.requests.count == 1)
        }
    }

    // MARK: Transfer codings

    @Test(arguments: ["gzip, chunked", "chunked, another", "gzip", "chunked, chunked", "deflate,chunked", "chunked,"])
    func unknownTransferCodingIsAnInvalidResponse(_ codings: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n"
        let script: FaultServer.Script = { _ in [.send(head + "2\r\nok\r\n0\r\n\r\n"), .hang] }
        try await FaultServer.withServer(script: script) { server in
            // Without an idle timeout, only the error itself ends the call.
            let error = await #expect(throws: TalynError.self) {
                try await Self.provider().request(Probe(server.baseURL, "/", timeout: 0))
            }
            #expect(error?.transportError?.kind == .invalidResponse)
            #expect(error?.description.contains("transfer coding") == true, "\(String(describing: error))")
        }
    }

    @Test(arguments: ["chunked", "Chunked", "identity, chunked", " chunked "])
    func knownTransferCodingIsDecoded(_ codings: String) async throws {
        let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(codings)\r\n\r\n"
        let script: FaultServer.Script = { _ in [.send(head + "2\r\nok\r\n0\r\n\r\n"), .close] }
        try await FaultServer.withServer(script: script) { server in
            let response = try await Self.provider().request(Probe(server.baseURL, "/"))
            #expect(response.data == Data("ok".utf8))
        }
    }

    // MARK: Keep-Alive

    @Test(arguments: [("timeout=5", 4_000), ("max=3, Timeout = 20", 19_000), ("timeout=1", 500), ("timeout=0", 0)])
    func idleLimitIsBelowTheTimeOfTheServer(_ field: String, _ milliseconds: Int64) {
        var keepAlive = KeepAlive()
        keepAlive.read(field)
        #expect(keepAlive.idleLimit == .milliseconds(milliseconds))
    }

    @Test(arguments: ["", "max=100", "timeout=", "timeout=x", "timeout=-1"])
    func fieldWithoutATimeGivesNoIdleLimit(_ field: String) {
        var keepAlive = KeepAlive()
        keepAlive.read(field)
        #expect(keepAlive.idleLimit == nil)
    }

    @Test func connectionIsNotUsedAfterTheTimeOfItsServer() async throws {
        let script: FaultServer.Script = { request in
            [.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nKeep-Alive: timeout=0\r\n\r\nok")]
        }
        try await FaultServer.withServer(script: script) { server in
            let provider = try Self.provider()
            for count in 1...3 {
                _ = try await provider.request(Probe(server.baseURL, "/", .post))
                await server.connectionsClosed(atLeast: count)
            }
            #expect(server.requests.count == 3)
        }
    }
}
#endif
