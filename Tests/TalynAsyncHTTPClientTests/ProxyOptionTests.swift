import Foundation
import Testing
import _TalynSupport

@testable import TalynAsyncHTTPClient
@testable import TalynCore
@testable import TalynTransportOptions

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import NIOCore
#endif

/// The proxies of environment variables, as curl reads them.
struct ProxyOptionTests {
    private typealias Proxy = TransportOptions.Proxy

    @Test(arguments: [
        ("http://proxy.example:3128", Proxy.Server(.http, host: "proxy.example", port: 3128)),
        ("proxy.example", Proxy.Server(.http, host: "proxy.example", port: 1080)),
        ("HTTP://10.0.0.1:8080/", Proxy.Server(.http, host: "10.0.0.1", port: 8080)),
        ("socks5h://proxy.example", Proxy.Server(.socks5, host: "proxy.example", port: 1080)),
        ("http://[::1]:3128", Proxy.Server(.http, host: "::1", port: 3128)),
        (
            "http://a%40b:p%3Aq@proxy.example:1",
            Proxy.Server(
                .http,
                host: "proxy.example",
                port: 1,
                credential: PasswordCredential(user: "a@b", password: "p:q")
            )
        ),
    ])
    func urlOfAProxyIsRead(text: String, server: TransportOptions.Proxy.Server) throws {
        let proxy = Proxy.environment(["https_proxy": text])
        try proxy.check()
        #expect(proxy.server(scheme: "https", host: "example.com") == server)
        #expect(proxy.server(scheme: "http", host: "example.com") == nil)
    }

    @Test(arguments: [
        "ftp://a:planted@b", "https://a:planted@b", "socks5://a:planted@b", "http://a:planted@b:0", "http://",
    ])
    func invalidURLIsAnErrorWithoutThePassword(text: String) {
        var options = TransportOptions()
        options.proxy = .environment(["ALL_PROXY": text])
        let error = #expect(throws: TransportOptionsError.self) { try options.check() }
        #expect("\(String(describing: error))".contains("ALL_PROXY"))
        for text in ["\(String(describing: error))", "\(options)", String(reflecting: options.proxy)] {
            #expect(!text.contains("planted"))
        }
    }

    @Test func moreSpecificAndLowerCaseVariablesWin() {
        let proxy = Proxy.environment([
            "http_proxy": "a", "HTTP_PROXY": "b", "https_proxy": "", "HTTPS_PROXY": "c", "ALL_PROXY": "d",
        ])
        #expect(proxy.server(scheme: "http", host: "x")?.host == "a")
        #expect(proxy.server(scheme: "https", host: "x")?.host == "c")
        let rest = Proxy.environment(["HTTP_PROXY": "b", "all_proxy": "d"])
        #expect(rest.server(scheme: "http", host: "x")?.host == "d")
        #expect(Proxy.environment(["HTTP_PROXY": "b"]).server(scheme: "http", host: "x") == nil)
    }

    @Test func exceptionsAreReadableAsTheyWereGiven() {
        #expect(Proxy.environment(["no_proxy": "a.example, 10.0.0.0/8"]).exceptions == "a.example, 10.0.0.0/8")
        #expect(Proxy.http(host: "a", port: 1).exceptions.isEmpty)
    }

    @Test(arguments: [
        ("*", "anything.example", true), ("a,*", "b", false), ("", "a", false),
        ("example.com", "example.com", true), ("example.com", "www.Example.COM", true),
        ("example.com", "notexample.com", false), (".example.com", "example.com", true),
        ("example.com.", "example.com", true), ("example.com", "example.com.", true),
        ("a.example, b.example", "b.example", true), ("a.example b.example", "b.example", true),
        ("192.168.0.0/16", "192.168.3.4", true), ("192.168.0.0/16", "192.169.3.4", false),
        ("10.0.0.0/12", "10.15.0.1", true), ("10.0.0.0/12", "10.16.0.1", false), ("0.0.0.0/0", "8.8.8.8", true),
        ("10.0.0.1", "10.0.0.1", true), ("0.0.1", "10.0.0.1", false), ("10.0.0.0/40", "10.0.0.0", false),
        ("10.0.0.0/x", "10.0.0.0", false), ("::1", "[::1]", true), ("::1", "0:0:0:0:0:0:0:1", true),
        ("fe80::/10", "fe80::7", true), ("fe80::/10", "fd00::7", false), ("1.2.3.4", "::1", false),
    ])
    func exceptionsAreCurls(exceptions: String, host: String, isException: Bool) {
        #expect(ProxyExceptions(exceptions).contains(host) == isException)
    }

    @Test(arguments: [("", 3128), ("a b", 3128), ("proxy.example", 0), ("proxy.example", 65_536)])
    func invalidProxyIsRefused(host: String, port: Int) {
        var options = TransportOptions()
        options.proxy = .http(host: host, port: port)
        #expect(throws: TransportOptionsError.self) { try options.check() }
    }

    @Test func invalidOptionsOfConnectionsAreRefused() {
        var options = TransportOptions()
        options.minimumTLSVersion = .tls13
        options.maximumTLSVersion = .tls12
        #expect(throws: TransportOptionsError.self) { try options.check() }
        options = TransportOptions()
        options.keepAlive = .zero
        #expect(throws: TransportOptionsError.self) { try options.check() }
        options = TransportOptions()
        options.clientCertificates["a/b"] = .pem(certificates: Data(), privateKey: Data())
        #expect(throws: TransportOptionsError.self) { try options.check() }
    }

    @Test func hostWithAPasswordIsAnErrorWithoutIt() {
        var options = TransportOptions()
        options.proxy = .http(host: "ada:planted@proxy.example", port: 3128)
        let error = #expect(throws: TransportOptionsError.self) { try options.check() }
        #expect(!"\(String(describing: error))".contains("planted"))
    }

    #if AsyncHTTPClient && os(Linux)
    @Test func newestVersionBelowTheOldestOneIsAnError() throws {
        var options = TransportOptions()
        options.maximumTLSVersion = .tls11
        #expect(throws: TransportOptionsError.self) { try AsyncHTTPClientTransport(options: options) }
        options.minimumTLSVersion = .tls10
        _ = try AsyncHTTPClientTransport(options: options)
    }

    @Test func timeoutOfAConfigurationStaysWithoutAnOption() {
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        configuration.timeout.read = .minutes(5)
        var options = TransportOptions()
        options.connectionsPerHost = 3
        #expect(options.with(configuration).idleTimeout == .seconds(300))
        options.idleTimeout = .seconds(10)
        #expect(options.with(configuration).idleTimeout == .seconds(10))
    }
    #endif
}
