#if AsyncHTTPClient && Tracing && os(Linux)
import AsyncHTTPClient
import Foundation
import InMemoryTracing
import NIOCore
import TalynAsyncHTTPClient
import TalynCore
import TestSupport
import Testing

/// The parts of a client's configuration that the transport replaces.
@Suite(.sockets) struct ConfigurationTests {
    private func call(_ configuration: HTTPClient.Configuration) async throws {
        let transport = AsyncHTTPClientTransport(configuration: configuration)
        let provider = Provider<Probe>(transport: transport)
        try await FaultServer.withServer(script: { _ in [.answer(200, [:], "hello")] }) { server in
            let response = try await provider.request(Probe(server.baseURL, "/"))
            #expect(try response.decode(String.self) == "hello")
            #expect(server.requests.first?.header("traceparent") == [])
        }
        try await transport.shutdown()
    }

    /// Its spans would show the whole URL.
    @Test func clientMakesNoSpans() async throws {
        let tracer = InMemoryTracer()
        var configuration = HTTPClient.Configuration()
        configuration.tracing.tracer = tracer
        try await call(configuration)
        #expect(tracer.finishedSpans.isEmpty && tracer.activeSpans.isEmpty)
    }

    /// A request can allow a longer silence.
    @Test func idleTimeoutOfARequestWinsOverTheReadTimeout() async throws {
        var configuration = HTTPClient.Configuration()
        configuration.timeout.read = .nanoseconds(1)
        try await call(configuration)
    }
}
#endif
