#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import NIOSSL
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Certificates that have the address of the peer, for hosts that they don't name (RFC 9110, section 4.3.4).
@Suite(.serialized, .sockets) struct HostVerificationTests {
    // MARK: Names

    @Test(arguments: [
        ("api.example.com", "api.example.com"), ("API.example.com", "api.Example.com"), ("example.com.", "example.com"),
        ("example.com", "example.com."), ("*.example.com", "api.example.com"),
        ("*.example.com", "xn--bcher-kva.example.com"), ("localhost", "localhost"),
    ])
    func nameMatches(_ name: String, _ host: String) {
        #expect(HostVerification.matches(name, host))
    }

    @Test(arguments: [
        ("example.com", "api.example.com"), ("*.example.com", "example.com"), ("*.example.com", "a.b.example.com"),
        ("*.example.com", ".example.com"), ("a*.example.com", "api.example.com"),
        ("*pi.example.com", "api.example.com"),
        ("api.*.com", "api.example.com"), ("*.*.com", "api.example.com"), ("*", "localhost"), ("*", ""), ("", ""),
        (".", "."), ("example.com", "example.com.."), ("example.com\0.evil", "example.com"), ("127.0.0.1", "localhost"),
        ("\u{212A}.example.com", "k.example.com"), ("\u{212A}.example.com", "\u{212A}.example.com"),
    ])
    func nameDoesNotMatch(_ name: String, _ host: String) {
        #expect(!HostVerification.matches(name, host))
    }

    // MARK: HTTP/2

    @Test func certificateForTheAddressOfAnotherNameIsRefusedInHTTP2() async throws {
        let script: FrameServer.Script = { if $0.endsRequest { $1.sendResponse(on: $0.stream) } }
        try await FrameServer.withServer(script: script) { server in
            var configuration = AsyncHTTPClientTransport.defaultConfiguration
            configuration.dnsOverride["api.example"] = "127.0.0.1"
            let provider = try server.provider(configuration)
            let port = try #require(server.baseURL.port)
            for (host, isTrusted) in [("api.example", false), ("localhost", true), ("127.0.0.1", true)] {
                let url = try #require(URL(string: "https://\(host):\(port)"))
                let result = await Result { () async throws(TalynError) in try await provider.request(Probe(url)) }
                switch result {
                case .success(let response):
                    #expect(isTrusted && response.metrics?.attempts.first?.transport.networkProtocolName == "h2")
                case .failure(let error):
                    #expect(!isTrusted, "\(error)")
                    expectAnotherHost(error)
                    #expect(server.requestCount == 0)
                    await server.connectionsClosed(atLeast: 1)
                }
            }
            #expect(server.requestCount == 2)
        }
    }

    private func expectAnotherHost(_ error: TalynError, sourceLocation: SourceLocation = #_sourceLocation) {
        let failure = error.transportError
        #expect(failure?.kind == .secureConnectionFailed, "\(error)", sourceLocation: sourceLocation)
        #expect(failure?.detail == .untrustedServer, sourceLocation: sourceLocation)
        #expect(failure?.mayHaveBeenSent == false, sourceLocation: sourceLocation)
        #expect(error.description.contains("another host"), "\(error)", sourceLocation: sourceLocation)
    }

    // MARK: Proxies

    /// A proxy has another address than the server, unless it says otherwise.
    private func result(
        _ kind: ProxyProgram.Kind,
        proxyHost: String = "127.0.0.2",
        host: String,
        _ server: FaultServer
    ) async throws -> Result<Response, TalynError> {
        try await ProxyProgram.withProxy(kind, host: proxyHost) { proxy in
            var configuration = AsyncHTTPClientTransport.defaultConfiguration
            configuration.dnsOverride["api.example"] = "127.0.0.1"
            var options = TransportOptions()
            options.serverTrust = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
            options.proxy =
                kind == .tinyproxy
                ? .http(host: proxy.host, port: proxy.port) : .socks5(host: proxy.host, port: proxy.port)
            let transport = try AsyncHTTPClientTransport(configuration: configuration, options: options)
            let url = try #require(URL(string: "https://\(host):\(server.port)"))
            return await Result { () async throws(TalynError) in
                try await Provider<Probe>(transport: transport).request(Probe(url))
            }
        }
    }

    /// The proxy could end TLS itself, with a certificate for its own address.
    @Test(
        .enabled(if: ProxyProgram.areInstalled, "\(ProxyProgram.absence)"),
        arguments: [ProxyProgram.Kind.tinyproxy, .microsocks]
    )
    func certificateForTheAddressOfAProxyIsRefused(_ kind: ProxyProgram.Kind) async throws {
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            let result = try await result(kind, proxyHost: "127.0.0.1", host: "api.example", server)
            expectAnotherHost(try #require(result.failure))
            #expect(server.requests.isEmpty)
        }
    }

    @Test(
        .enabled(if: ProxyProgram.areInstalled, "\(ProxyProgram.absence)"),
        arguments: [ProxyProgram.Kind.tinyproxy, .microsocks]
    )
    func certificateForTheAddressInTheURLIsTrustedBehindAProxy(_ kind: ProxyProgram.Kind) async throws {
        try await FaultServer.withServer(identity: .localhost, script: { _ in [.answer()] }) { server in
            let response = try await result(kind, host: "127.0.0.1", server).get()
            #expect(response.statusCode == 200)
            #expect(server.requests.count == 1)
        }
        try await FaultServer.withServer(identity: .elsewhere, script: { _ in [.answer()] }) { server in
            let result = try await result(kind, host: "127.0.0.1", server)
            expectAnotherHost(try #require(result.failure))
            #expect(server.requests.isEmpty)
        }
    }

    @Test func verificationThatIsTurnedOffStaysOff() {
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        #expect(configuration.verifiesHosts)
        #expect(configuration.addressTLS == nil)
        configuration.dnsOverride["api.example"] = "127.0.0.1"
        #expect(configuration.addressTLS != nil)
        configuration.tlsConfiguration?.certificateVerification = .noHostnameVerification
        #expect(!configuration.verifiesHosts)
        #expect(configuration.addressTLS == nil)
        configuration.tlsConfiguration = nil
        #expect(configuration.verifiesHosts)
    }
}
#endif
