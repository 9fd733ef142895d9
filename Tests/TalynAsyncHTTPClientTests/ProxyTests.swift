#if AsyncHTTPClient && os(Linux)
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// Calls through proxies of Debian's.
@Suite(.serialized, .sockets, .enabled(if: ProxyProgram.areInstalled, "\(ProxyProgram.absence)"))
struct ProxyTests {
    private static let answer: FaultServer.Script = { _ in [.answer(200, [:], "hello")] }

    private func call(_ server: FaultServer, _ proxy: TransportOptions.Proxy) async throws -> String {
        var options = TransportOptions()
        options.proxy = proxy
        options.hostTrust["127.0.0.1"] = ServerTrust(roots: [Data(TLSIdentity.authority.utf8)])
        let transport = try AsyncHTTPClientTransport(options: options)
        return try await Provider<Probe>(transport: transport).request(Probe(server.baseURL, "/"), as: String.self)
    }

    private func expectAnswer(
        _ server: FaultServer,
        _ proxy: TransportOptions.Proxy,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let text = try await call(server, proxy)
        #expect(text == "hello", sourceLocation: sourceLocation)
    }

    @Test(arguments: [nil, .localhost] as [TLSIdentity?])
    func callGoesThroughAnHTTPProxy(identity: TLSIdentity?) async throws {
        try await FaultServer.withServer(identity: identity, script: Self.answer) { server in
            try await ProxyProgram.withProxy(.tinyproxy) { proxy in
                try await expectAnswer(server, .http(host: "127.0.0.1", port: proxy.port))
                #expect(proxy.tunnels == ["127.0.0.1:\(server.port)"])
                #expect(server.requests.first?.header("Proxy-Authorization") == [])
            }
        }
    }

    @Test(arguments: [[.close], [.reset], [.send("garbage\r\n\r\n"), .close]] as [[FaultServer.Step]])
    func proxyThatBreaksOffIsAFailureToConnect(_ steps: [FaultServer.Step]) async throws {
        try await FaultServer.withServer(script: { _ in steps }) { proxy in
            var options = TransportOptions()
            options.proxy = .http(host: "127.0.0.1", port: proxy.port)
            let provider = Provider<Probe>(transport: try AsyncHTTPClientTransport(options: options))
            let url = try #require(URL(string: "http://example.invalid"))
            let error = await #expect(throws: TalynError.self) { try await provider.request(Probe(url, "/", .post)) }
            #expect(error?.transportError?.kind == .cannotConnect, "\(String(describing: error))")
            #expect(error?.transportError?.mayHaveBeenSent == false)
            #expect(proxy.requests.allSatisfy { $0.target == "example.invalid:80" })
            #expect(proxy.connectionCount <= 2)
        }
    }

    @Test func userOfAnHTTPProxyIsSentToTheProxyOnly() async throws {
        try await FaultServer.withServer(script: Self.answer) { server in
            try await ProxyProgram.withProxy(.tinyproxy, user: "ada") { proxy in
                let credential = PasswordCredential(user: "ada", password: "secret")
                try await expectAnswer(
                    server,
                    .http(host: "127.0.0.1", port: proxy.port, credential: credential)
                )
                #expect(server.requests.first?.header("Proxy-Authorization") == [])
            }
        }
    }

    @Test(arguments: [nil, PasswordCredential(user: "ada", password: "wrong")])
    func unknownUserIsAnErrorThatSaysSo(credential: PasswordCredential?) async throws {
        try await FaultServer.withServer(script: Self.answer) { server in
            try await ProxyProgram.withProxy(.tinyproxy, user: "ada") { proxy in
                let error = await #expect(throws: TalynError.self) {
                    _ = try await call(server, .http(host: "127.0.0.1", port: proxy.port, credential: credential))
                }
                #expect(error?.transportError?.kind == .cannotConnect)
                #expect(error?.description.contains("proxy") == true, "\(String(describing: error))")
                #expect(error?.description.contains("wrong") == false)
                // Tinyproxy refuses a wrong password with the status 401, which AsyncHTTPClient doesn't tell.
                let recovery =
                    credential == nil
                    ? "Set a user and a password that the proxy accepts"
                    : "Check the user and the password of the proxy"
                #expect(error?.description.contains(recovery) == true, "\(String(describing: error))")
                #expect(server.requests.isEmpty)
            }
        }
    }

    @Test(arguments: [nil, .localhost] as [TLSIdentity?])
    func callGoesThroughASOCKSProxy(identity: TLSIdentity?) async throws {
        try await FaultServer.withServer(identity: identity, script: Self.answer) { server in
            try await ProxyProgram.withProxy(.microsocks) { proxy in
                try await expectAnswer(server, .socks5(host: "127.0.0.1", port: proxy.port))
            }
        }
    }

    @Test func socksProxyThatWantsAUserIsAnErrorThatSaysSo() async throws {
        try await FaultServer.withServer(script: Self.answer) { server in
            try await ProxyProgram.withProxy(.microsocks, user: "ada") { proxy in
                let error = await #expect(throws: TalynError.self) {
                    _ = try await call(server, .socks5(host: "127.0.0.1", port: proxy.port))
                }
                #expect(error?.transportError?.kind == .cannotConnect)
                #expect(error?.description.contains("SOCKS proxy") == true, "\(String(describing: error))")
                #expect(error?.description.contains("Use a proxy that asks for no user") == true)
            }
        }
    }

    /// SOCKS has one byte for the length of a name, and NIO traps on a longer one.
    @Test func hostThatIsNoNameOfDNSIsAnError() async throws {
        try await ProxyProgram.withProxy(.microsocks) { proxy in
            var options = TransportOptions()
            options.proxy = .socks5(host: "127.0.0.1", port: proxy.port)
            let transport = try AsyncHTTPClientTransport(options: options)
            let host = Array(repeating: "abcdefghi", count: 26).joined(separator: ".")
            let url = try #require(URL(string: "http://\(host)/"))
            let error = await #expect(throws: TransportError.self) {
                _ = try await transport.send(OutgoingRequest(url: url))
            }
            #expect(error?.kind == .unsupportedURL)
        }
    }

    @Test func environmentDecidesByServer() async throws {
        try await FaultServer.withServer(script: Self.answer) { server in
            try await ProxyProgram.withProxy(.tinyproxy, user: "ada") { proxy in
                let url = "http://ada:secret@127.0.0.1:\(proxy.port)"
                try await expectAnswer(server, .environment(["http_proxy": url]))
                #expect(proxy.tunnels.count == 1)
                try await expectAnswer(server, .environment(["http_proxy": url, "no_proxy": "127.0.0.0/8"]))
                try await expectAnswer(server, .environment(["https_proxy": url]))
                #expect(proxy.tunnels.count == 1)
            }
        }
    }

    @Test func proxyThatIsAbsentIsAnError() async throws {
        try await FaultServer.withServer(script: Self.answer) { server in
            let port = try await ProxyProgram.withProxy(.microsocks) { $0.port }
            let error = await #expect(throws: TalynError.self) {
                _ = try await call(server, .http(host: "127.0.0.1", port: port))
            }
            #expect(error?.transportError?.kind == .cannotConnect)
            #expect(server.requests.isEmpty)
        }
    }
}
#endif
