#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// The host of a handshake: the addresses that the configuration of the client has for it, and its certificate.
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
            let status = try await status("http://\(host):\(server.port)")
            #expect(status == 403)
            #expect(server.requests.map { $0.header("Host") } == [["api.example:\(server.port)"]])
        }
    }

    @Test func connectionGoesOutFromTheAddressOfTheConfiguration() async throws {
        try await FaultServer.withServer(script: Self.script) { server in
            let url = "http://127.0.0.1:\(server.port)"
            let answer = try await status(url) {
                $0.localAddress = "127.0.0.3"
                $0.dnsResolver = .randomized
            }
            #expect(answer == 403)
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

    // MARK: Certificate

    private static let proxies: [ProxyProgram.Kind?] =
        [nil] + (ProxyProgram.areInstalled ? [ProxyProgram.Kind.tinyproxy, .microsocks] : [])

    private func status(
        _ host: String,
        _ server: FaultServer,
        through kind: ProxyProgram.Kind?,
        at address: String
    ) async throws -> Int {
        let url = "https://\(host):\(server.port)"
        guard let kind else { return try await status(url) }
        return try await ProxyProgram.withProxy(kind, host: address) { proxy in
            let isHTTP = kind == .tinyproxy
            let option: TransportOptions.Proxy =
                isHTTP ? .http(host: address, port: proxy.port) : .socks5(host: address, port: proxy.port)
            return try await status(url, proxy: option)
        }
    }

    /// In the first case, the certificate has the address of the peer, which can be that of a proxy (RFC 9110, section 4.3.4).
    @Test(arguments: proxies, [true, false])
    func certificateForAnotherHostIsRefused(_ kind: ProxyProgram.Kind?, hasAddressOfPeer: Bool) async throws {
        let identity = hasAddressOfPeer ? TLSIdentity.localhost : .elsewhere
        let host = hasAddressOfPeer ? "api.example" : "127.0.0.1"
        let proxyAddress = hasAddressOfPeer ? "127.0.0.1" : "127.0.0.2"
        try await FaultServer.withServer(identity: identity, script: Self.script) { server in
            let error = await #expect(throws: TransportError.self) {
                _ = try await status(host, server, through: kind, at: proxyAddress)
            }
            #expect(error?.kind == .secureConnectionFailed, "\(String(describing: error))")
            #expect(error?.detail == .untrustedServer)
            #expect(error?.mayHaveBeenSent == false)
            #expect(server.requests.isEmpty)
        }
    }

    @Test(arguments: proxies, ["127.0.0.1", "localhost"])
    func certificateForTheHostInTheURLIsTrusted(_ kind: ProxyProgram.Kind?, _ host: String) async throws {
        try await FaultServer.withServer(identity: .localhost, script: Self.script) { server in
            let status = try await status(host, server, through: kind, at: "127.0.0.2")
            #expect(status == 403)
            #expect(server.requests.count == 1)
        }
    }
}
#endif
