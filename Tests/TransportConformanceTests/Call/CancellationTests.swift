import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

/// Whatever is cancelled when: a call completes exactly once, at once, and lets go of its connection.
@Suite(.serialized, .hammer) struct CancellationTests {
    // MARK: Before anything is sent

    @Test(arguments: TransportUnderTest.all, CallStyle.allCases)
    func callCancelledWhileItsRequestIsMadeIsNotSent(_ transport: TransportUnderTest, style: CallStyle) async throws {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            struct Asking: RequestAdapter {
                let asked: Promise<Void>

                func adapt(_ request: inout OutgoingRequest, context: CallContext) async throws {
                    asked.resolve(())
                    // Until the task is cancelled.
                    _ = await Promise<Void>().value()
                }
            }
            let asked = Promise<Void>()
            let provider = transport.provider(plugins: [Asking(asked: asked)])
            let call = StartedCall(style, Probe(server.baseURL), provider)
            await asked.value()
            try await call.cancelAndExpectCompletion()
            #expect(server.connectionCount == 0)
        }
    }

    @Test(arguments: TransportUnderTest.allAndStub, [false, true])
    func taskCancelledBeforeItCallsSendsNothing(_ transport: TransportUnderTest, sharing: Bool) async throws {
        let coalescing = CoalescingPlugin()
        let provider = transport.provider(plugins: sharing ? [coalescing] : [])
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let result = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await Result { () async throws(TalynError) in try await provider.request(Probe(server.baseURL)) }
            }.value
            #expect(result.text == "cancelled")
            #expect(server.connectionCount == 0)
            #expect(coalescing.isIdle)
        }
    }

    // MARK: Under way

    @Test(arguments: TransportUnderTest.all, CallStyle.allCases)
    func callCancelledWhileItSendsCompletes(_ transport: TransportUnderTest, style: CallStyle) async throws {
        try await FaultServer.withServer(readsBody: false, script: { _ in [.hang] }) { server in
            let probe = Probe(server.baseURL, "/", .post, body: Data(count: 20_000_000))
            let call = StartedCall(style, probe, transport.provider())
            await server.headsArrived(atLeast: 1)
            try await call.cancelAndExpectCompletion()
        }
    }

    @Test(arguments: TransportUnderTest.all, CallStyle.allCases)
    func callCancelledWhileItWaitsForTheHeadLetsGo(_ transport: TransportUnderTest, style: CallStyle) async throws {
        try await FaultServer.withServer(script: { _ in [.hang] }) { server in
            let call = StartedCall(style, Probe(server.baseURL), transport.provider())
            await server.requests(atLeast: 1)
            try await call.cancelAndExpectCompletion()
            await server.connectionsClosed(atLeast: 1)
            #expect(call.completions == ["cancelled"])
        }
    }

    @Test(arguments: TransportUnderTest.all, CallStyle.allCases)
    func callCancelledWhileItReceivesLetsGo(_ transport: TransportUnderTest, style: CallStyle) async throws {
        try await FaultServer.withServer(script: { _ in [.head(length: 10), .send("some"), .hang] }) { server in
            let arrived = Promise<Void>()
            let call = StartedCall(style, Probe(server.baseURL), transport.provider()) { _ in arrived.resolve(()) }
            await arrived.value()
            try await call.cancelAndExpectCompletion()
            await server.connectionsClosed(atLeast: 1)
            #expect(call.completions == ["cancelled"])
        }
    }

    @Test(arguments: TransportUnderTest.all, CallStyle.allCases)
    func callCancelledAfterARedirectFreesItsConnection(_ transport: TransportUnderTest, style: CallStyle) async throws {
        let script: FaultServer.Script = { request in
            request.target == "/from" ? [.answer(302, ["Location": "/to"])] : [.hang]
        }
        try await FaultServer.withServer(script: script) { server in
            let call = StartedCall(style, Probe(server.baseURL, "/from"), transport.provider())
            await server.requests(atLeast: 2)
            try await call.cancelAndExpectCompletion()
            await server.connectionsClosed(atLeast: server.connectionCount)
        }
    }

    @Test(arguments: TransportUnderTest.all)
    func transportCancelledWhileItWaitsForItsBodyCompletes(_ transport: TransportUnderTest) async throws {
        let clock = ManualClock()
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let task = Task {
                var request = OutgoingRequest(url: server.baseURL)
                request.method = .put
                let body = HTTPBody(isReplayable: false) {
                    {
                        try await clock.sleep(for: .seconds(1))
                        return nil
                    }
                }
                _ = try await transport.send(request.with(body: body))
            }
            await clock.sleepers(atLeast: 1)
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
            await server.connectionsClosed(atLeast: server.connectionCount)
        }
    }

    @Test(arguments: CallStyle.allCases)
    func stubCancelledDuringItsDelayCompletes(style: CallStyle) async throws {
        let clock = ManualClock()
        let provider = Provider<Zen>(transport: SampleTransport(delay: .seconds(3)), clock: clock)
        let call = StartedCall(style, .zen, provider)
        await clock.sleepers(atLeast: 1)
        try await call.cancelAndExpectCompletion()
        clock.advance(by: .seconds(3))
        #expect(call.completions == ["cancelled"])
    }

    // MARK: Afterwards

    @Test(arguments: TransportUnderTest.allAndStub, CallStyle.allCases)
    func cancellingACompleteCallDoesNothing(_ transport: TransportUnderTest, style: CallStyle) async throws {
        try await FaultServer.withServer(script: { _ in [.answer()] }) { server in
            let call = StartedCall(style, Probe(server.baseURL), transport.provider())
            #expect(try await call.result().text == "200")
            call.cancel()
            call.cancel()
            _ = try await transport.call(Probe(server.baseURL))
            #expect(call.completions == ["200"])
            #expect(server.connectionCount <= 1, "the connection is used again")
        }
    }

    // MARK: Many at once

    /// Calls of which a random half is cancelled at random moments: how they end up is up to chance, but each does.
    @Test(arguments: TransportUnderTest.all, [1, 2, 3] as [UInt64])
    func eachOfManyCallsCompletesOnce(_ transport: TransportUnderTest, seed: UInt64) async throws {
        let script: FaultServer.Script = { request in
            switch request.target.first(where: \.isLetter) {
            case "s": [.hang]
            case "h": [.head(length: 10), .send("some"), .hang]
            case "r": [.answer(302, ["Location": "/full"])]
            default: [.answer(200, [:], "full")]
            }
        }
        try await FaultServer.withServer(script: script) { server in
            var generator = SeededGenerator(seed: seed)
            let provider = transport.provider()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<200 {
                    let paths = ["/silent", "/half", "/redirect", "/full", "/full", "/full"]
                    let path = paths[Int(generator.next() % 6)]
                    let isCancelled = ["/silent", "/half"].contains(path) || generator.next() % 3 == 0
                    let style = generator.next() % 2 == 0 ? CallStyle.request : .transfer
                    let moment = Int(generator.next() % 50)
                    group.addTask {
                        let call = StartedCall(
                            style,
                            Probe(server.baseURL, RequestPath(percentEncoded: path), query: ["n": number]),
                            provider
                        )
                        if isCancelled {
                            for _ in 0..<moment { await Task.yield() }
                            call.cancel()
                        }
                        let result = try await call.result()
                        let text = result.text
                        #expect(text == "200" || isCancelled && text == "cancelled", "\(result)")
                        #expect(call.completions == [text])
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await transport.call(Probe(server.baseURL, "/full")).decode(String.self) == "full")
        }
    }
}
