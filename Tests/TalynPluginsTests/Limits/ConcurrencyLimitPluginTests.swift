import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins
@testable import TalynURLSession

struct ConcurrencyLimitPluginTests {
    private static let origin = "https://api.example.com"

    @Test func othersWaitUntilOneEnds() async throws {
        let transport = QueueingTransport()
        let plugin = ConcurrencyLimitPlugin(2)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let calls = (0..<5).map { StartedCall(Zen.user("\($0)"), provider) }
        #expect(await transport.begun(atLeast: 2) == ["0", "1"])
        #expect(plugin.counts(Self.origin).waiting == 3)
        for count in 3...5 {
            transport.release()
            #expect(await transport.begun(atLeast: count).count == count)
        }
        transport.release(2)
        for call in calls { #expect(try await call.result().text == "200") }
        #expect(transport.state.value.begun == ["0", "1", "2", "3", "4"])
        #expect(transport.state.value.maximumRunningCount == 2)
        #expect(plugin.keyCount == 0)
        let notes = try await calls.last?.result().get().metrics?.notes.map(\.description)
        #expect(notes?.count == 1)
        #expect(notes?.first?.hasPrefix("ConcurrencyLimitPlugin: waited ") == true)
    }

    @Test func moreUrgentCallsBeginFirst() async throws {
        let transport = QueueingTransport()
        let provider = Provider<Zen>(transport: transport, plugins: [ConcurrencyLimitPlugin(1)])
        let names = [("first", RequestPriority.normal), ("low", .low), ("normal", .normal), ("high", .high)]
        let calls = names.map { name, priority in
            StartedCall(Zen.user(name), provider, options: RequestOptions { $0.priority = priority })
        }
        transport.release(4)
        for call in calls { _ = try await call.result() }
        #expect(transport.state.value.begun == ["first", "high", "normal", "low"])
    }

    @Test func leastUrgentFailsWhenTooManyWait() async throws {
        let transport = QueueingTransport()
        let plugin = ConcurrencyLimitPlugin(1, maximumWaiting: 1)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let first = StartedCall(Zen.user("first"), provider)
        let second = StartedCall(Zen.user("second"), provider)
        let error = await #expect(throws: TalynError.self) { try await provider.request(.user("third")) }
        #expect(error?.rejectionError?.reason == .tooManyWaiting)
        #expect(error?.rejectionError?.key == Self.origin)
        #expect(second.completions == [])
        let options = RequestOptions { $0.priority = .high }
        let urgent = StartedCall(Zen.user("urgent"), provider, options: options)
        guard case .failure(let displaced) = try await second.result() else { throw RejectionError(.tooManyWaiting) }
        #expect(displaced.rejectionError?.reason == .tooManyWaiting)
        transport.release(2)
        #expect(try await first.result().text == "200")
        #expect(try await urgent.result().text == "200")
        #expect(transport.state.value.begun == ["first", "urgent"])
        #expect(plugin.keyCount == 0)
    }

    @Test(arguments: CallStyle.allCases)
    func cancelledCallLeavesTheLineAtOnce(style: CallStyle) async throws {
        let transport = QueueingTransport()
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let first = StartedCall(style, Zen.user("first"), provider)
        while plugin.counts(Self.origin).running < 1 { await Task.yield() }
        let second = StartedCall(style, Zen.user("second"), provider)
        while plugin.counts(Self.origin).waiting < 1 { await Task.yield() }
        let third = StartedCall(style, Zen.user("third"), provider)
        while plugin.counts(Self.origin).waiting < 2 { await Task.yield() }
        try await second.cancelAndExpectCompletion()
        #expect(plugin.counts(Self.origin).waiting == 1)
        transport.release(2)
        #expect(try await first.result().text == "200")
        #expect(try await third.result().text == "200")
        #expect(transport.state.value.begun == ["first", "third"])
        #expect(plugin.keyCount == 0)
    }

    @Test func cancelledCallUnderWayGivesItsPlaceBack() async throws {
        let transport = QueueingTransport()
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let first = StartedCall(Zen.user("first"), provider)
        let second = StartedCall(Zen.user("second"), provider)
        try await first.cancelAndExpectCompletion()
        #expect(await transport.begun(atLeast: 2) == ["first", "second"])
        transport.release()
        #expect(try await second.result().text == "200")
        #expect(plugin.keyCount == 0)
    }

    @Test func failedCallGivesItsPlaceBack() async throws {
        let plugin = ConcurrencyLimitPlugin(1, maximumWaiting: 0)
        let transport = ClosureTransport { _ in throw TransportError(.timedOut) }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        for _ in 0..<3 {
            let error = await #expect(throws: TalynError.self) { try await provider.request(.zen) }
            #expect(error?.isTimedOut == true)
        }
        #expect(plugin.keyCount == 0)
    }

    @Test func deadlineEndsTheWaiting() async throws {
        let clock = ManualClock()
        let transport = QueueingTransport()
        let plugin = ConcurrencyLimitPlugin(1)
        let provider = Provider<Zen>(transport: transport, plugins: [plugin], clock: clock)
        let first = StartedCall(Zen.user("first"), provider)
        let late = StartedCall(Zen.zen, provider, options: RequestOptions { $0.deadline = .seconds(1) })
        await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        guard case .failure(let error) = try await late.result() else { throw RejectionError(.tooManyWaiting) }
        #expect(error.transportError?.kind == .deadlineExceeded)
        #expect(plugin.counts(Self.origin).waiting == 0)
        transport.release()
        #expect(try await first.result().text == "200")
    }

    @Test(.hammer) func eachOfManyCallsCompletesOnceWithinTheLimit() async throws {
        let plugin = ConcurrencyLimitPlugin(7, maximumWaiting: 60)
        let running = Watched((now: 0, most: 0))
        let transport = ClosureTransport { _ in
            running.update { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            defer { running.update { $0.now -= 1 } }
            for _ in 0..<10 {
                await Task.yield()
                try Task.checkCancellation()
            }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data()))
        }
        let provider = Provider<Zen>(transport: transport, plugins: [plugin])
        let results = Recorder<String>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<100 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<30 {
                        let call = StartedCall(worker % 2 == 0 ? .request : .transfer, Zen.zen, provider)
                        if generator.next() % 2 == 0 {
                            for _ in 0..<generator.next() % 40 { await Task.yield() }
                            call.cancel()
                        }
                        let text = try await call.result().text
                        #expect(call.completions == [text])
                        results.record(text)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(results.events.count == 3_000)
        #expect(Set(results.events) == ["200", "cancelled", "failed"])
        #expect(running.value.most == 7)
        #expect(plugin.keyCount == 0)
    }
}

extension ConcurrencyLimitPluginTests {
    /// Over real connections.
    @Suite(.sockets) struct OverURLSession {
        @Test func serverSeesNoMoreThanTheLimit() async throws {
            try await FaultServer.withServer(script: { _ in [.waitForRelease, .answer()] }) { server in
                let plugin = ConcurrencyLimitPlugin(2)
                let provider = Provider<Probe>(transport: URLSessionTransport.shared, plugins: [plugin])
                let calls = (0..<6).map { StartedCall(Probe(server.baseURL, "/\($0)"), provider) }
                for count in 2...6 {
                    #expect(await server.requests(atLeast: count).count == count)
                    server.release()
                }
                server.release()
                for call in calls { _ = try await call.data() }
                #expect(plugin.keyCount == 0)
            }
        }
    }
}
