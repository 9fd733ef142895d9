import Foundation
import Talyn
import TalynURLSession

#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import TalynAsyncHTTPClient
import TalynCore
#endif

// The code of TransportsOnLinux.md, ConnectionsAndTLS.md and Modules.md, and of comments about transports, compiled. DocumentedExamplesTests compares the two.

enum TransportExamples {
    static func byDefault() -> Provider<GitHub> {
        let github = Provider<GitHub>()
        return github
    }

    static func session() -> Provider<GitHub> {
        let github = Provider<GitHub>(transport: URLSessionTransport())
        return github
    }

    #if AsyncHTTPClient && os(Linux)
    static func options() throws -> Provider<GitHub> {
        var options = TransportOptions()
        options.idleTimeout = .seconds(15)
        options.connectionsPerHost = 16
        let provider = Provider<GitHub>(transport: try AsyncHTTPClientTransport(options: options))
        return provider
    }

    static func connections() throws -> Provider<GitHub> {
        var options = TransportOptions()
        options.connectionsPerHost = 16
        options.minimumTLSVersion = .tls13
        options.proxy = .environment
        let transport = try AsyncHTTPClientTransport(options: options)
        let github = Provider<GitHub>(transport: transport)
        return github
    }

    static func engineAlone() -> Provider<GitHub> {
        let github = Provider<GitHub>(transport: AsyncHTTPClientTransport.shared)
        return github
    }

    static func configuration(_ options: TransportOptions) throws -> AsyncHTTPClientTransport {
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        configuration.dnsOverride["api.example.com"] = "10.0.0.7"
        let transport = try AsyncHTTPClientTransport(configuration: configuration, options: options)
        return transport
    }
    #endif

    static func hosts(
        _ options: inout TransportOptions,
        authorityFile: URL,
        clientFile: URL,
        file: URL,
        password: String,
        currentKey: String,
        nextKey: String
    ) throws {
        let authority = try Data(contentsOf: authorityFile)
        options.hostTrust["*.corp.example.com"] = ServerTrust(roots: [authority])
        options.hostTrust["api.example.com"] = ServerTrust(pins: [.publicKey(currentKey), .publicKey(nextKey)])
        let router = URL(string: "https://[2001:db8::1]:8443")
        options.hostTrust["2001:db8::1"] = ServerTrust(roots: [authority])
        options.httpVersions = .http1Only
        print(router?.host() ?? "")
        options.clientCertificates["api.example.com"] = .pkcs12(try Data(contentsOf: clientFile), password: password)
        options.clientCertificates["api.example.com"] = .pkcs12(try Data(contentsOf: file), password: password)
    }

    static func proxies(_ options: inout TransportOptions, password: String) {
        let credential = PasswordCredential(user: "ada", password: password)
        options.proxy = .http(host: "proxy.example.com", port: 3128, credential: credential)
        options.proxy = .http(host: "proxy.example.com", port: 3128)
        options.proxy = .environment
    }

    static func trust(_ options: inout TransportOptions, _ ourAuthority: URL) throws {
        options.serverTrust = ServerTrust(roots: [try Data(contentsOf: ourAuthority)])
        // A key of this length fits no line.
        // swift-format-ignore
        options.hostTrust["*.example.com"] = ServerTrust(pins: [.publicKey("sha256//Vjs8r4z+80wjNcr1YKepWQboSIRi63WsWXhIMN+eWys=")])
    }

    static func sample() -> Provider<GitHub> {
        let provider = Provider<GitHub>(transport: SampleTransport())
        return provider
    }

    struct Slow: WrappingTransport {
        let base: any Transport

        func wrapping(_ base: any Transport) -> any Transport { Slow(base: base) }

        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            try await Task.sleep(for: .milliseconds(100))
            return try await base.send(request)
        }
    }

    struct Echo: Transport {
        func send(_ request: OutgoingRequest) async throws -> TransportResponse {
            TransportResponse(statusCode: 200, body: request.body ?? HTTPBody(Data()))
        }
    }
}
