import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

/// Random joins and cancellations from all threads: each call completes exactly once, and nothing is left.
@Suite(.serialized, .hammer) struct CoalescingHammerTests {
    /// A transport that takes a while, and fails now and then.
    private static func transport(_ sent: Recorder<Int>) -> ClosureTransport {
        ClosureTransport { request in
            sent.record(1)
            for _ in 0..<20 {
                await Task.yield()
                try Task.checkCancellation()
            }
            guard request.url?.path.hasSuffix("7") != true else { throw TransportError(.connectionLost) }
            return TransportResponse(statusCode: 200, body: HTTPBody(Data("whole".utf8)))
        }
    }

    @Test func eachOfTenThousandCallsCompletesOnce() async throws {
        let sent = Recorder<Int>()
        let coalescing = CoalescingPlugin()
        let provider = Provider<Zen>(transport: Self.transport(sent), plugins: [coalescing])
        let results = Recorder<String>()
        // No more than a hundred at once: the other tests want to be served too.
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<100 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<100 {
                        let call = StartedCall(Zen.user("\(generator.next() % 10)"), provider)
                        let isCancelled = generator.next() % 2 == 0
                        if isCancelled {
                            for _ in 0..<generator.next() % 40 { await Task.yield() }
                            call.cancel()
                        }
                        let text = try await call.result().text
                        #expect(isCancelled || text != "cancelled", "another call's cancellation")
                        #expect(call.completions == [text])
                        results.record(text)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(results.events.count == 10_000)
        #expect(Set(results.events) == ["200", "failed", "cancelled"])
        #expect(coalescing.isIdle)
        #expect(sent.events.count < 10_000, "calls share")
    }
}
