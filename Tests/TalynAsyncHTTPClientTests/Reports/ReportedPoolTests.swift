#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Reports about other clients whose pool of connections runs dry, or whose calls wait for nothing.
@Suite(.serialized, .sockets) struct ReportedPoolTests {
    private static func provider(_ connections: Int) throws -> Provider<Probe> {
        var options = TransportOptions()
        options.connectionsPerHost = connections
        return Provider(transport: try AsyncHTTPClientTransport(options: options))
    }

    /// Calls are cancelled while they wait for a connection, while it is made, and while they use it.
    @Test(
        .bug("https://github.com/encode/httpcore/issues/1093", "Cancelling requests leaks connection slots"),
        .bug("https://github.com/encode/httpx/issues/1461", "Pool connection may not be closed when cancelling"),
        arguments: 0..<4 as Range<UInt64>
    )
    func cancelledCallsGiveTheirConnectionsBack(seed: UInt64) async throws {
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "ok")] }) { server in
            let provider = try Self.provider(2)
            var random = SeededGenerator(seed: seed)
            for _ in 0..<20 {
                let calls = (0..<20).map { _ in StartedCall(Probe(server.baseURL), provider) }
                for call in calls where Bool.random(using: &random) {
                    for _ in 0..<Int.random(in: 0..<20, using: &random) { await Task.yield() }
                    call.cancel()
                }
                for call in calls {
                    let result = try await call.result()
                    if case .failure(let error) = result { #expect(error.isCancelled, "\(String(reflecting: error))") }
                }
            }
            for _ in 0..<5 { #expect(try await provider.request(Probe(server.baseURL)).statusCode == 200) }
        }
    }

    @Test(.bug("https://github.com/ArchiveTeam/wpull/issues/416", "Connections not released to HostPool"))
    func refusedConnectionsHoldUpNobody() async throws {
        let provider = try Self.provider(1)
        let url = try #require(URL(string: "http://127.0.0.1:\(try closedPort())"))
        for _ in 0..<3 {
            let calls = (0..<20).map { _ in StartedCall(Probe(url), provider) }
            for call in calls {
                let result = try await call.result()
                guard case .failure(let error) = result else { continue }
                #expect(error.transportError?.kind == .cannotConnect, "\(String(reflecting: error))")
            }
        }
    }

    /// The server listens on the IPv4 address of the name only.
    @Test(.bug("https://github.com/snoyberg/http-client/issues/569", "IPv6/IPv4 and 'Happy Eyeballs'"))
    func addressThatRefusesIsPassedOver() async throws {
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "ok")] }) { server in
            let url = try #require(URL(string: "http://localhost:\(server.port)"))
            let provider = try Self.provider(8)
            for _ in 0..<5 { #expect(try await provider.request(Probe(url)).statusCode == 200) }
            #expect(server.connectionCount == 1)
        }
    }
}
#endif
