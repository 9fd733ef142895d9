import Foundation
import TestSupport
import Testing

@testable import TalynCore

extension ConformanceTests {
    /// These wait in real time, as the transports do.
    struct Timeouts {
        private func expectTimeout(
            _ transport: TransportUnderTest,
            _ steps: [FaultServer.Step],
            sourceLocation: SourceLocation = #_sourceLocation
        ) async throws {
            try await FaultServer.withServer(script: { _ in steps }) { server in
                let start = ContinuousClock.now
                let error = await #expect(throws: TalynError.self) {
                    try await transport.call(Probe(server.baseURL, "/", timeout: 1))
                }
                #expect(error?.isTimedOut == true, "\(String(reflecting: error))", sourceLocation: sourceLocation)
                #expect(error?.response == nil, sourceLocation: sourceLocation)
                let elapsed = ContinuousClock.now - start
                #expect(elapsed > .seconds(0.95), sourceLocation: sourceLocation)
                await server.connectionsClosed(atLeast: 1)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func serverThatNeverAnswersIsGivenUp(_ transport: TransportUnderTest) async throws {
            try await expectTimeout(transport, [.hang])
        }

        @Test(arguments: TransportUnderTest.all)
        func serverThatStopsInTheHeadIsGivenUp(_ transport: TransportUnderTest) async throws {
            try await expectTimeout(transport, [.send("HTTP/1.1 200 OK\r\nContent-"), .hang])
        }

        @Test(arguments: TransportUnderTest.all)
        func serverThatStopsInTheBodyIsGivenUp(_ transport: TransportUnderTest) async throws {
            try await expectTimeout(transport, [.head(length: 1000), .send("some"), .hang])
        }

        @Test(arguments: TransportUnderTest.all)
        func serverThatTakesNoMoreOfTheBodyIsGivenUp(_ transport: TransportUnderTest) async throws {
            try await FaultServer.withServer(readsBody: false, script: { _ in [.hang] }) { server in
                let body = Data(count: 20_000_000)
                let probe = Probe(server.baseURL, "/", .post, body: body, timeout: 0.3)
                #expect(await transport.failure(of: probe) == .timedOut)
            }
        }

        @Test(arguments: TransportUnderTest.all)
        func serverThatDripsIsNotGivenUp(_ transport: TransportUnderTest) async throws {
            let script: FaultServer.Script = { request in
                guard request.target == "/drip" else { return [.hang] }
                return [.head(length: 4)] + Array(repeating: [.waitForRelease, .send("x")], count: 4).joined()
            }
            try await TransportUnderTest.withPatience { patience in
                try await FaultServer.withServer(script: script) { server in
                    let start = ContinuousClock.now
                    let probe = Probe(server.baseURL, "/drip", timeout: 3 * patience)
                    let drip = StartedCall(probe, transport.provider())
                    for _ in 1...4 {
                        // Another call paces the drops. It fails after its timeout.
                        let pace = Probe(server.baseURL, "/", timeout: patience)
                        #expect(await transport.failure(of: pace) == .timedOut)
                        server.release()
                    }
                    let data = try await drip.data()
                    #expect(data == Data("xxxx".utf8))
                    #expect(.now - start > .seconds(3 * patience))
                }
            }
        }

        @Test(arguments: TransportUnderTest.all, [0, -1, .infinity, .nan, 1e300, 1e12] as [TimeInterval])
        func infiniteTimeoutNeverEnds(_ transport: TransportUnderTest, timeout: TimeInterval) async throws {
            try await FaultServer.withServer(script: { _ in [.waitForRelease, .answer()] }) { server in
                let call = StartedCall(Probe(server.baseURL, "/", timeout: timeout), transport.provider())
                await server.requests(atLeast: 1)
                server.release()
                let text = try await call.result().text
                #expect(text == "200")
            }
        }
    }
}
