#if AsyncHTTPClient && os(Linux)
import AsyncHTTPClient
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import TalynAsyncHTTPClient
@testable import TalynCore

/// A transport on a client of the caller, and the end of transports.
@Suite(.serialized, .sockets) struct SharedClientTests {
    private func withClient(
        _ configuration: HTTPClient.Configuration,
        body: (AsyncHTTPClientTransport) async throws -> Void
    ) async throws {
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            try await body(AsyncHTTPClientTransport(client: client, headerFields: [.userAgent: "Test/1"]))
            // The transport leaves the client as it is.
            try await client.shutdown()
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private var plain: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.redirectConfiguration = .disallow
        return configuration
    }

    @Test func callsGoThroughTheClientWithoutFieldsOfTheTransport() async throws {
        try await withClient(plain) { transport in
            let provider = Provider<Probe>(transport: transport)
            try await FaultServer.withServer(script: { _ in [.answer(200, ["X-A": "1"], "hello")] }) { server in
                let response = try await provider.request(Probe(server.baseURL, "/%FF", timeout: 100))
                #expect(try response.decode(String.self) == "hello")
                #expect(response.headerFields["X-A"] == "1")
                let body = RequestBody.data(Data(repeating: 1, count: 3_000_000))
                _ = try await provider.request(Probe(server.baseURL, "/", .post, body: body))
                #expect(server.requests.count == 2)
                for request in server.requests {
                    #expect(request.header("User-Agent") == ["Test/1"])
                    #expect(!request.headers.contains { $0.name.lowercased().hasPrefix("talyn-") })
                }
                try await transport.shutdown()
                let later = try await provider.request(Probe(server.baseURL, "/"))
                #expect(later.statusCode == 200)
            }
        }
    }

    @Test func redirectsAreTheProviders() async throws {
        try await withClient(plain) { transport in
            try await FaultServer.withServer(script: { request in
                request.target == "/" ? [.answer(302, ["Location": "/b"])] : [.answer(200, [:], request.target)]
            }) { server in
                let response = try await Provider<Probe>(transport: transport).request(Probe(server.baseURL, "/"))
                #expect(try response.decode(String.self) == "/b")
            }
        }
    }

    @Test func clientThatFollowsRedirectsIsAnErrorThatSaysSo() async throws {
        try await withClient(HTTPClient.Configuration()) { transport in
            try await FaultServer.withServer(script: { request in
                request.target == "/" ? [.answer(302, ["Location": "/b"])] : [.answer()]
            }) { server in
                let error = await #expect(throws: TalynError.self) {
                    try await Provider<Probe>(transport: transport).request(Probe(server.baseURL, "/"))
                }
                #expect(error?.description.contains("redirectConfiguration .disallow") == true)
            }
        }
    }

    @Test func waitForTheHeadOfAnUploadIsLimited() async throws {
        try await withClient(plain) { transport in
            try await FaultServer.withServer(script: { _ in [.hang] }) { server in
                let provider = Provider<Probe>(transport: transport)
                let body = RequestBody.data(Data(repeating: 1, count: 1_000_000))
                let error = await #expect(throws: TalynError.self) {
                    _ = try await provider.request(Probe(server.baseURL, "/", .post, body: body, timeout: 0.2))
                }
                #expect(error?.isTimedOut == true)
            }
        }
    }

    @Test func serverCannotInventMetrics() async throws {
        let invented = String(repeating: "0", count: 34) + "h2 1 2 192.0.2.1"
        try await withClient(plain) { transport in
            try await FaultServer.withServer(script: { _ in [.answer(200, ["talyn-metrics": invented])] }) { server in
                let response = try await Provider<Probe>(transport: transport).request(Probe(server.baseURL, "/"))
                #expect(response.metrics?.attempts.first?.transport.remoteAddress == nil)
                #expect(response.headerFields["talyn-metrics"] == invented)
            }
        }
    }

    @Test func waitForTheHeadIsLimited() async throws {
        try await withClient(plain) { transport in
            try await FaultServer.withServer(script: { _ in [.hang] }) { server in
                let error = await #expect(throws: TalynError.self) {
                    let provider = Provider<Probe>(transport: transport)
                    _ = try await provider.request(Probe(server.baseURL, "/", timeout: 0.2))
                }
                #expect(error?.isTimedOut == true)
            }
        }
    }

    @Test func configurationAndOptionsGoTogether() async throws {
        var configuration = AsyncHTTPClientTransport.defaultConfiguration
        configuration.decompression = .disabled
        configuration.dnsOverride["api.example"] = "127.0.0.1"
        var options = TransportOptions()
        options.headerFields = [.userAgent: "Test/2"]
        let transport = try AsyncHTTPClientTransport(configuration: configuration, options: options)
        #expect(transport.defaultHeaderFields[.acceptEncoding] == nil)
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let url = try #require(URL(string: "http://api.example:\(server.port)"))
            _ = try await Provider<Probe>(transport: transport).request(Probe(url, "/"))
            #expect(server.requests.first?.header("User-Agent") == ["Test/2"])
        }
    }
}
#endif
