import Foundation
import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

/// The limits of retries: deadlines and the budget.
struct RetryLimitTests: RetryTests {
    @Test func retryAfterThatIsTooLongEndsTheCall() async throws {
        let clock = JumpingClock()
        let busy = TransportResponse(statusCode: 503, headerFields: [.retryAfter: "3600"], body: HTTPBody(Data()))
        let answers = InTurn<Sample>([.response(busy)])
        let response = try await provider(answers, RetryPlugin.jumping(on: clock)).request(.zen)
        #expect(answers.count == 1)
        #expect(clock.sleeps == [])
        #expect(response.metrics?.notes.first?.text.contains("3600.0 s") == true)
        let ignoring = RetryPlugin.jumping(on: clock) { $0.maximumRetryAfter = nil }
        _ = try await provider(answers, ignoring).request(.zen)
        #expect(clock.sleeps == [.milliseconds(200), .milliseconds(400)])
    }

    @Test func noAttemptBeginsAfterTheDeadline() async {
        let answers = InTurn<Sample>.statuses(503)
        let plugin = RetryPlugin.jumping {
            $0.maximumAttempts = 100
            $0.backoff = Backoff(base: .seconds(3), multiplier: 1)
            $0.deadline = .seconds(10)
        }
        let response = await result(of: .zen, by: provider(answers, plugin)).response
        #expect(answers.count == 4)
        #expect(response?.metrics?.notes.last?.text.contains("deadline") == true)
    }

    @Test func deadlineOfTheCallCountsToo() async {
        for (deadline, attempts) in [(nil, 3), (5, 2), (20, 3)] as [(Int?, Int)] {
            let clock = JumpingClock()
            let answers = InTurn<Sample>.statuses(503)
            let plugin = RetryPlugin.jumping(on: clock) {
                $0.maximumAttempts = 100
                $0.backoff = Backoff(base: .seconds(3), multiplier: 1)
                $0.deadline = deadline.map { .seconds($0) }
            }
            // The call's own deadline is on a clock that stands still, so that it doesn't end the call.
            let own = ManualClock()
            let late = Waiting { own.advance(by: .seconds(4)) }
            let provider = provider(answers, plugin, late, clock: own)
            let response = await result(of: .zen, by: provider) { $0.deadline = .seconds(14) }.response
            #expect(response?.statusCode == 503)
            #expect(answers.count == attempts)
            own.advance(by: .seconds(100))
        }
    }

    private struct Waiting: RequestAdapter {
        let wait: @Sendable () -> Void

        func adapt(_ request: inout OutgoingRequest, context: CallContext) {
            wait()
        }
    }

    @Test func waitThatEndsTooLateMakesNoAttempt() async {
        let answers = InTurn<Sample>.statuses(503)
        let plugin = RetryPlugin.jumping(on: JumpingClock(oversleep: .seconds(60))) { $0.deadline = .seconds(10) }
        let response = await result(of: .zen, by: provider(answers, plugin)).response
        #expect(response?.statusCode == 503)
        #expect(answers.count == 1)
        #expect(response?.metrics?.notes.map(\.plugin) == ["RetryPlugin"])
    }

    @Test func retriesAreWithinTheBudget() async throws {
        let budget = RetryPlugin.Budget(ratio: 0.2, minimumPerSecond: 0, capacity: 3, clock: ManualClock())
        let answers = InTurn<Sample>.statuses(503)
        let plugins = [RetryPlugin.jumping(budget: budget), RetryPlugin.jumping(budget: budget)]
        let providers = plugins.map { provider(answers, $0) }
        var last: Response?
        for index in 0..<100 { last = try await providers[index % 2].request(.zen) }
        // 100 calls, 3 retries from the full budget, and 20 that the calls add; the last fraction can be left over.
        #expect(103...123 ~= answers.count, "\(answers.count) attempts")
        #expect(last?.metrics?.notes.last?.text.contains("budget") == true)
    }

    @Test func retryThatIsNotMadeIsNotPaidFor() async throws {
        let budget = RetryPlugin.Budget(ratio: 0, minimumPerSecond: 0, capacity: 2, clock: ManualClock())
        let answers = InTurn<Sample>.statuses(503)
        for _ in 1...10 { _ = try await provider(answers, RetryPlugin.jumping(budget: budget)).request(.create("a")) }
        #expect(answers.count == 10)
        for _ in 1...2 {
            let clock = ManualClock()
            let call = StartedCall(Zen.zen, provider(answers, RetryPlugin.jumping(on: clock, budget: budget)))
            await clock.sleepers(atLeast: 1)
            try await call.cancelAndExpectCompletion()
        }
        #expect(answers.count == 12)
        _ = try await provider(answers, RetryPlugin.jumping(budget: budget)).request(.zen)
        #expect(answers.count == 15)
    }
}
