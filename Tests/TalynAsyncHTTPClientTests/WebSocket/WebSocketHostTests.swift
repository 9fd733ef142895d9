#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// The host of a handshake: the addresses that the configuration of the client has for it.
@Suite(.serialized, .sockets) struct WebSocketHostTests {
    /// The server refuses each handshake.
    private static let script: FaultServer.Script = { _ in [.answer(403)] }

    /// The status of the answer to a handshake.
    private func status(
        _ url: String,
        proxy: TransportOptions.Proxy = .none,
        _ configure: (inout HTTPClient.Configuration) -> Void = { _ in }
    ) async throws -> Int {
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        configuration.dnsOverride["api.example"] = "127.0.0.1"
        configure(&configuration)
        var options = TransportOptions()
        options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        options.proxy = proxy
        let transport = try AsyncHTTPClientTransport(configuration: configuration, options: options)
        var request = OutgoingRequest(url: try #require(URL(string: url)))
        request.webSocket = WebSocketOptions()
        return try await transport.send(request).statusCode
    }

    // MARK: Configuration

    @Test(arguments: ["api.example", "API.EXAMPLE"])
    func addressOfTheConfigurationTakesThePlaceOfDNS(_ host: String) async throws {
        try await FaultServer.withServer(script: Self.script) { server in
            #expect(try await status("http://\(host):\(server.port)") == 403)
            #expect(server.requests.map { $0.header("Host") } == [["\(host):\(server.port)"]])
        }
    }

    @Test func connectionGoesOutFromTheAddressOfTheConfiguration() async throws {
        try await FaultServer.withServer(script: Self.script) { server in
            let url = "http://127.0.0.1:\(server.port)"
            #expect(
                try await status(url) {
                    $0.localAddress = "127.0.0.3"
                    $0.dnsResolver = .randomized
                } == 403
            )
            // An address for documentation (RFC 5737), which this host doesn't have.
            await #expect(throws: TransportError.self) {
                _ = try await status(url) { $0.localAddress = "192.0.2.1" }
            }
            let invalid = await #expect(throws: TransportError.self) {
                _ = try await status(url) { $0.localAddress = "localhost" }
            }
            #expect(invalid?.underlyingError as? HTTPClientError == .invalidLocalAddress)
            #expect(server.requests.count == 1)
        }
    }
}
#endif
