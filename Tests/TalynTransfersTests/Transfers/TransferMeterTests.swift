import TestSupport
import Testing

@testable import TalynCore
@testable import TalynTransfers

struct TransferMeterTests {
    private var meter = TransferMeter()

    private func count(_ completed: Int64, of total: Int64? = 1000) -> TransferCount {
        TransferCount(direction: .received, completed: completed, total: total)
    }

    /// How many bytes a decision tells of; nil if it tells nothing.
    private func told(_ decision: TransferMeter.Decision) -> Int64? {
        if case .report(let progress) = decision { progress.completed } else { nil }
    }

    @Test mutating func firstCountIsReportedImmediatelyAndTheNextAfterTheInterval() {
        #expect(told(meter.note(count(1), now: .seconds(7))) == 1)
        #expect(meter.note(count(2), now: .seconds(7) + .milliseconds(40)) == .wait(.milliseconds(60)))
        #expect(meter.note(count(3), now: .seconds(7) + .milliseconds(99)) == .nothing, "somebody waits already")
        #expect(told(meter.note(count(4), now: .seconds(7) + .milliseconds(100))) == 4)
    }

    @Test mutating func waitEndsWithTheLatestCount() {
        _ = meter.note(count(1), now: .zero)
        _ = meter.note(count(2), now: .milliseconds(10))
        _ = meter.note(count(3), now: .milliseconds(20))
        #expect(told(meter.waited(now: .milliseconds(100))) == 3)
        #expect(meter.note(count(4), now: .milliseconds(110)) == .wait(.milliseconds(90)), "the next one waits again")
    }

    @Test mutating func waitForAReportedCountReportsNothing() {
        _ = meter.note(count(1), now: .zero)
        _ = meter.note(count(2), now: .milliseconds(10))
        #expect(told(meter.note(count(3), now: .milliseconds(100))) == 3)
        #expect(meter.waited(now: .milliseconds(101)) == .nothing)
        _ = meter.note(count(4), now: .milliseconds(102))
        #expect(meter.waited(now: .milliseconds(103)) == .wait(.milliseconds(97)))
    }

    @Test mutating func countStaysUntilARestartedBodyExceedsIt() {
        #expect(told(meter.note(count(600), now: .seconds(0))) == 600)
        #expect(meter.note(count(0), now: .seconds(1)) == .nothing)
        #expect(meter.note(count(600), now: .seconds(2)) == .nothing)
        #expect(told(meter.note(count(601), now: .seconds(3))) == 601)
    }

    @Test mutating func lastIsExactEvenIfItIsLess() {
        #expect(meter.end(now: .zero) == nil, "nothing has been moved")
        _ = meter.note(count(900), now: .seconds(1))
        _ = meter.note(count(500, of: 500), now: .seconds(2))
        let last = meter.end(now: .seconds(3))
        #expect(last?.completed == 500)
        #expect(last?.total == 500)
        #expect(meter.end(now: .seconds(4)) == nil)
    }

    @Test mutating func lastCountIsReportedWithoutWaiting() {
        _ = meter.note(count(1), now: .zero)
        _ = meter.note(count(2), now: .milliseconds(1))
        #expect(meter.end(now: .milliseconds(2))?.completed == 2)
    }

    @Test mutating func totalThatBecomesKnownIsNews() {
        _ = meter.note(count(0, of: nil), now: .zero)
        #expect(told(meter.note(count(0, of: 10), now: .seconds(1))) == 0)
        #expect(meter.note(count(0, of: 10), now: .seconds(2)) == .nothing)
    }

    @Test mutating func anyCountsGiveNumbersThatNeverFallAndEndExactly() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            var meter = TransferMeter()
            var (now, last) = (Duration.zero, Int64(-1))
            var time: Duration?
            var final: Int64 = 0
            for _ in 0..<50 {
                now += .milliseconds(Int.random(in: 0...80, using: &random))
                final = .random(in: 0...1000, using: &random)
                var decision = meter.note(count(final), now: now)
                if case .report = decision {} else if Bool.random(using: &random) { decision = meter.waited(now: now) }
                guard case .report(let progress) = decision else { continue }
                #expect(progress.completed > last)
                if let time { #expect(now - time >= TransferMeter.interval) }
                (last, time) = (progress.completed, now)
            }
            #expect(meter.end(now: now)?.completed ?? last == final)
        }
    }
}
