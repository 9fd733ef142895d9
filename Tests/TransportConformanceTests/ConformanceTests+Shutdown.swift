import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    /// The end of a transport.
    @Suite(.serialized) struct Shutdown {
        @Test(arguments: TransportUnderTest.all)
        func callAfterTheShutdownIsAnErrorThatSaysSo(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider { _ in }
            try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
                _ = try await provider.request(Probe(server.baseURL, "/"))
                try await transport.shutdown(provider.transport)
                try await transport.shutdown(provider.transport)
                // On Linux, a session doesn't tell when it closes its connections.
                if !transport.isURLSession { await server.connectionsClosed(atLeast: 1) }
                let error = await #expect(throws: TalynError.self) {
                    try await provider.request(Probe(server.baseURL, "/"))
                }
                #expect(error?.description.contains("shut down") == true, "\(String(describing: error))")
                #expect(error?.transportError?.delivery == .notSent)
                #expect(server.requests.count == 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func runningCallFails(_ transport: TransportUnderTest) async throws {
            let provider = try transport.provider { _ in }
            try await FaultServer.withServer(script: { _ in [.hang] }) { server in
                let call = StartedCall(Probe(server.baseURL, "/"), provider)
                await server.requests(atLeast: 1)
                try await transport.shutdown(provider.transport)
                await #expect(throws: TalynError.self) { try await call.data() }
            }
        }
    }
}
