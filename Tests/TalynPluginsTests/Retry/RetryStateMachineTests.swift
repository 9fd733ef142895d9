import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct RetryStateMachineTests {
    private typealias Attempt = RetryStateMachine.Attempt

    private func machine(_ configure: (inout RetryPlugin.Configuration) -> Void = { _ in }) -> RetryStateMachine {
        RetryStateMachine(configuration: RetryPlugin.Configuration(configure))
    }

    private func most(_ machine: RetryStateMachine, _ attempt: Attempt) -> RetryStateMachine.Decision {
        var random = ConstantGenerator.most
        return machine.decision(on: attempt, random: &random)
    }

    private func least(_ machine: RetryStateMachine, _ attempt: Attempt) -> RetryStateMachine.Decision {
        var random = ConstantGenerator.least
        return machine.decision(on: attempt, random: &random)
    }

    private func isStop(_ decision: RetryStateMachine.Decision) -> Bool {
        if case .stop = decision { true } else { false }
    }

    // MARK: Waits

    @Test func waitsGrowUpToTheMaximum() {
        let machine = machine {
            $0.maximumAttempts = 100
            $0.backoff = Backoff(base: .seconds(1), multiplier: 3, maximum: .seconds(20))
        }
        let limits = [1, 3, 9, 20, 20].map { RetryStateMachine.Decision.retry(after: .seconds($0)) }
        #expect((1...5).map { most(machine, Attempt(number: $0)) } == limits)
        #expect((1...5).allSatisfy { least(machine, Attempt(number: $0)) == .retry(after: .zero) })
        #expect(most(machine, Attempt(number: 99)) == .retry(after: .seconds(20)))
    }

    @Test func waitsAreSpreadOverTheWholeRange() {
        let backoff = Backoff(base: .seconds(10))
        var random = SeededGenerator(seed: 1)
        let seconds = (1...1_000).map { _ in backoff.delay(afterAttempts: 1, random: &random).seconds }
        #expect(seconds.allSatisfy { 0...10 ~= $0 })
        for decile in 0..<10 {
            let count = seconds.filter { Int($0) == decile }.count
            #expect(60...140 ~= count, "\(count) in \(decile)")
        }
    }

    @Test(arguments: [
        Backoff(base: .seconds(-1)),
        Backoff(multiplier: .nan),
        Backoff(base: .zero, multiplier: .infinity),
        Backoff(maximum: .seconds(-1)),
        Backoff.none,
    ])
    func backoffThatMakesNoSenseIsNone(_ backoff: Backoff) {
        let machine = machine {
            $0.maximumAttempts = .max
            $0.backoff = backoff
        }
        #expect(most(machine, Attempt(number: 2)) == .retry(after: .zero))
    }

    @Test func backoffThatGrowsBeyondAllNumbersStaysAtItsMaximum() {
        let machine = machine {
            $0.maximumAttempts = .max
            $0.backoff = Backoff(base: .longest, multiplier: .infinity, maximum: .longest * 2)
        }
        #expect(most(machine, Attempt(number: .max - 1)) == .retry(after: .longest))
    }

    @Test func backoffAddsToRetryAfter() {
        let machine = machine { $0.backoff.base = .seconds(1) }
        #expect(most(machine, Attempt(number: 1, retryAfter: .seconds(7))) == .retry(after: .seconds(8)))
        #expect(least(machine, Attempt(number: 1, retryAfter: .seconds(7))) == .retry(after: .seconds(7)))
    }

    // MARK: Limits

    @Test(arguments: [-1, 0, 1, 2, 5])
    func attemptsAreLimited(maximum: Int) {
        let machine = machine { $0.maximumAttempts = maximum }
        for number in 1...7 {
            let isLast = number >= max(1, maximum)
            #expect(isStop(most(machine, Attempt(number: number))) == isLast)
        }
        #expect(most(machine, Attempt(number: 7)) == .stop(nil))
    }

    @Test func callThatMustNotBeRepeatedIsNot() {
        #expect(most(machine(), Attempt(number: 1, isSafe: false)) == .stop(.notIdempotent))
        #expect(most(machine(), Attempt(number: 1, canBeSentAgain: false)) == .stop(.bodyCannotBeSentAgain))
    }

    @Test func serverThatAsksForTooMuchIsNotWaitedFor() {
        let machine = machine {
            $0.maximumRetryAfter = .seconds(10)
            $0.backoff = .none
        }
        #expect(most(machine, Attempt(number: 1, retryAfter: .seconds(10))) == .retry(after: .seconds(10)))
        let tooLong = Attempt(number: 1, retryAfter: .milliseconds(10_001))
        #expect(most(machine, tooLong) == .stop(.retryAfterTooLong(.milliseconds(10_001))))
        #expect(most(machine, Attempt(number: 1, retryAfter: .longest)) == .stop(.retryAfterTooLong(.longest)))
    }

    @Test func attemptThatWouldBeginTooLateIsNotMade() {
        let machine = machine { $0.backoff.base = .seconds(2) }
        let cases: [(remaining: Duration, isMade: Bool)] = [
            (.seconds(3), true), (.milliseconds(2_001), true), (.seconds(2), false), (.seconds(1), false),
            (.zero, false), (.seconds(-1), false),
        ]
        for (remaining, isMade) in cases {
            #expect(isStop(most(machine, Attempt(number: 1, remaining: remaining))) == !isMade, "\(remaining)")
        }
        let late = most(machine, Attempt(number: 1, remaining: .seconds(1)))
        #expect(late == .stop(.deadlineTooEarly(delay: .seconds(2))))
        #expect(isStop(least(machine, Attempt(number: 1, remaining: .zero))))
        #expect(least(machine, Attempt(number: 1, remaining: .seconds(1))) == .retry(after: .zero))
    }

    // MARK: Properties

    private struct Run {
        var configuration: RetryPlugin.Configuration
        var deadline: Duration?
        var now = Duration.zero
        var number = 1

        init(random: inout SeededGenerator) {
            configuration = RetryPlugin.Configuration()
            configuration.maximumAttempts = .random(in: 0...12, using: &random)
            configuration.backoff = Backoff(
                base: .milliseconds(Int.random(in: 0...2_000, using: &random)),
                multiplier: .random(in: 0.5...4, using: &random),
                maximum: .milliseconds(Int.random(in: 0...30_000, using: &random))
            )
            configuration.maximumRetryAfter = .seconds(Int.random(in: 0...100, using: &random))
            if Bool.random(using: &random) { deadline = .seconds(Int.random(in: 0...100, using: &random)) }
        }
    }

    @Test func limitsHoldInRandomRuns() {
        var random = SeededGenerator(seed: 20_261_121)
        var retries = 0
        for _ in 0..<5_000 {
            var run = Run(random: &random)
            let machine = RetryStateMachine(configuration: run.configuration)
            while true {
                run.now += .milliseconds(Int.random(in: 0...3_000, using: &random))
                let asks = Int.random(in: 0...3, using: &random) == 0
                let retryAfter = asks ? Duration.seconds(Int.random(in: -5...120, using: &random)) : nil
                let attempt = Attempt(
                    number: run.number,
                    retryAfter: retryAfter,
                    remaining: run.deadline.map { $0 - run.now }
                )
                guard case .retry(let delay) = machine.decision(on: attempt, random: &random) else { break }
                retries += 1
                run.number += 1
                run.now += delay
                let asked = max(retryAfter ?? .zero, .zero)
                #expect(run.number <= run.configuration.maximumAttempts)
                #expect(delay >= asked)
                #expect(delay - asked <= run.configuration.backoff.maximum)
                #expect(asked <= run.configuration.maximumRetryAfter ?? .zero)
                if let deadline = run.deadline { #expect(run.now < deadline) }
            }
        }
        #expect(retries > 5_000)
    }
}
