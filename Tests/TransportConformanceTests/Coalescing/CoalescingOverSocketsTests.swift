import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

@Suite(.sockets) struct CoalescingOverSocketsTests {
    private let coalescing = CoalescingPlugin()

    @Test(arguments: TransportUnderTest.all)
    func identicalCallsShareOneRequest(_ transport: TransportUnderTest) async throws {
        try await FaultServer.withServer(script: { _ in [.waitForRelease, .answer(200, [:], "shared")] }) { server in
            let provider = transport.provider(plugins: [coalescing])
            let calls = (1...5).map { _ in StartedCall(Probe(server.baseURL, "/a"), provider) }
            await server.requests(atLeast: 1)
            server.release()
            for call in calls {
                let data = try await call.data()
                #expect(data == Data("shared".utf8))
            }
            #expect(server.requests.count == 1)
            #expect(coalescing.isIdle)
        }
    }

    /// Their progress would be that of another call.
    @Test(arguments: TransportUnderTest.all)
    func callsWithProgressDoNotShare(_ transport: TransportUnderTest) async throws {
        let script: FaultServer.Script = { _ in [.waitForRelease, .head(length: 4), .send("some")] }
        try await FaultServer.withServer(script: script) { server in
            let provider = transport.provider(plugins: [coalescing])
            let recorders = (1...3).map { _ in Recorder<Int64>() }
            let calls = recorders.map { recorder in
                StartedCall(Probe(server.baseURL), provider) { recorder.record($0) }
            }
            await server.requests(atLeast: 3)
            for _ in 1...3 { server.release() }
            for (call, recorder) in zip(calls, recorders) {
                _ = try await call.result().get()
                #expect(recorder.events.last == 4)
            }
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func cancellationOfTheLastJoinerLetsGoOfTheConnection(_ transport: TransportUnderTest) async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let provider = transport.provider(plugins: [coalescing])
            let calls = (1...3).map { _ in StartedCall(Probe(server.baseURL), provider) }
            await server.requests(atLeast: 1)
            for call in calls {
                #expect(!coalescing.isIdle)
                try await call.cancelAndExpectCompletion()
            }
            #expect(coalescing.isIdle)
            await server.connectionsClosed(atLeast: 1)
            #expect(server.requests.count == 1)
        }
    }
}
