#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOCore
import NIOEmbedded
import TestSupport
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// What stands between connections and AsyncHTTPClient, which traps on some responses.
@Suite(.serialized, .sockets) struct ConnectionGuardTests {
    private static let provider = Provider<Probe>(transport: AsyncHTTPClientTransport.shared)

    // MARK: Statuses below 100

    @Test(arguments: ["000", "001", "009", "010", "042", "098", "099"])
    func statusBelow100IsAnInvalidResponse(_ status: String) async throws {
        let next = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        let responses = [
            "HTTP/1.1 \(status) X\r\n\r\n", "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n",
            "HTTP/1.1 \(status) X\r\nContent-Length: 2\r\n\r\nok" + next,
            "HTTP/1.1 \(status) X\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
            "HTTP/1.1 \(status)\r\nConnection: close\r\n\r\n", "HTTP/1.0 \(status) X\r\n\r\n" + next,
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 \(status) X\r\nContent-Length: 0\r\n\r\n",
        ]
        let count = Locked(0)
        let script: FaultServer.Script = { request in
            guard request.target == "/bad" else { return [.send(next)] }
            let index = count.withLock { count in
                defer { count += 1 }
                return count
            }
            return [.send(responses[index]), .close]
        }
        try await FaultServer.withServer(script: script) { server in
            for index in responses.indices {
                let method: HTTPRequest.Method = index % 2 == 0 ? .get : .head
                let kind = await Self.provider.failure(of: Probe(server.baseURL, "/bad", method))
                #expect(kind == .invalidResponse, "\(responses[index])")
                // The pool has no connection left that is out of step.
                let response = try await Self.provider.request(Probe(server.baseURL, "/good"))
                #expect(try response.decode(String.self) == "ok")
            }
            #expect(server.requests.count == 2 * responses.count)
        }
    }

    @Test func interimResponsesArePassedOver() async throws {
        let interim = [100, 102, 103, 104, 150, 199].map { "HTTP/1.1 \($0) X\r\nA: 1\r\n\r\n" }.joined()
        let script: FaultServer.Script = { _ in [.send(interim), .answer(200, [:], "fine")] }
        try await FaultServer.withServer(script: script) { server in
            for _ in 0..<2 {
                let response = try await Self.provider.request(Probe(server.baseURL))
                #expect(try response.decode(String.self) == "fine")
            }
            #expect(server.connectionCount == 1)
        }
    }

    // MARK: Statuses in HTTP/2

    @Test(arguments: ["099", "000", "-1", "-200", "+20", "20", "1000", "2x0", "²00"])
    func invalidStatusIsAnInvalidResponseInHTTP2(_ status: String) async throws {
        try await HTTP2Server.withServer(answering: [status, "204"]) { url in
            var options = TransportOptions()
            options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            let provider = Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url)) }
            #expect(error?.transportError?.kind == .invalidResponse, "\(String(reflecting: error))")
            let response = try await provider.request(Probe(url))
            #expect(response.statusCode == 204)
        }
    }

    @Test func resetStreamIsALostConnection() async throws {
        try await HTTP2Server.withServer(answering: [HTTP2Server.reset, "204"]) { url in
            var options = TransportOptions()
            options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            let provider = Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url)) }
            #expect(error?.transportError?.kind == .connectionLost, "\(String(reflecting: error))")
            #expect(error?.isConnectionFailure == true)
            #expect(try await provider.request(Probe(url)).statusCode == 204)
        }
    }

    @Test func emptyStatusInHTTP2FailsTheCall() async throws {
        try await HTTP2Server.withServer(answering: [""]) { url in
            var options = TransportOptions()
            options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            let provider = Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
            await #expect(throws: TalynError.self) { try await provider.request(Probe(url)) }
        }
    }

    @Test func streamsOfHTTP2ShareAConnection() async throws {
        try await HTTP2Server.withServer(answering: ["204", "204"]) { url in
            var options = TransportOptions()
            options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            let provider = Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
            let first = try await provider.request(Probe(url)).metrics?.attempts.first?.transport
            let second = try await provider.request(Probe(url)).metrics?.attempts.first?.transport
            #expect(first?.networkProtocolName == "h2")
            #expect(first?.isReusedConnection == false)
            #expect(second?.isReusedConnection == true)
            #expect(first?.localPort == second?.localPort)
            #expect(first?.remotePort == url.port)
        }
    }

    // MARK: Pins

    @Test func connectionWithoutTLSHasNoPinnedServer() throws {
        let channel = EmbeddedChannel()
        let trust = try ServerTrust(pins: []).prepared()
        #expect(throws: PinMismatch.self) { try channel.pipeline.syncOperations.check(trust) }
        _ = try channel.finish()
    }

    @Test func initializerOfAConfigurationRunsBesidePins() async throws {
        let started = Recorder<Bool>()
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        configuration.http1_1ConnectionDebugInitializer = { channel in
            started.record(true)
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        var options = TransportOptions()
        options.serverTrust = ServerTrust(
            roots: [Data(TLSIdentity.authority.utf8)],
            pins: [.certificate(Data(TLSIdentity.localhost.certificate.utf8))]
        )
        let transport = try AsyncHTTPClientTransport(configuration: configuration, options: options)
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            _ = try await Provider<Probe>(transport: transport).request(Probe(server.baseURL, "/"))
        }
        #expect(started.events == [true])
    }

    @Test func pinsAreForHTTPSOnly() async throws {
        let certificate = ServerTrust.Pin.certificate(Data(TLSIdentity.localhost.certificate.utf8))
        var options = TransportOptions()
        options.serverTrust = ServerTrust(pins: [certificate])
        options.hostTrust["localhost"] = ServerTrust(pins: [certificate])
        let provider = Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "plain")] }) { server in
            for scheme in ["http", "HTTP"] {
                for host in ["127.0.0.1", "localhost"] {
                    let url = try #require(URL(string: "\(scheme)://\(host):\(server.port)"))
                    let response = try await provider.request(Probe(url, "/"))
                    #expect(try response.decode(String.self) == "plain")
                }
            }
        }
    }
}
#endif
