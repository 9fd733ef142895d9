import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct RateLimitStateMachineTests {
    private typealias Machine = RateLimitStateMachine<Int>

    private static let second = Duration.seconds(1)

    private static func decision(
        _ machine: inout Machine,
        _ waiter: Int = 0,
        _ priority: RequestPriority = .normal,
        maximumWait: Duration? = nil,
        key: String = "a",
        at now: Duration
    ) -> String {
        let entry = machine.enter(key, priority: priority, maximumWait: maximumWait, now: now) { waiter }
        let evicted = entry.evicted.map { " evicts \($0.waiter): \($0.retryAfter.seconds)" }.joined()
        switch entry.decision {
        case .admitted: return "passes" + evicted
        case .queued(_, let waiter): return "\(waiter) waits" + evicted
        case .rejected(let retryAfter): return "rejected: \(retryAfter.seconds)" + evicted
        }
    }

    @Test func burstPassesAtOnceAndTheRestEvenlySpaced() {
        var machine = Machine(interval: Self.second, burst: 3)
        for _ in 0..<3 { #expect(Self.decision(&machine, at: .zero) == "passes") }
        #expect(Self.decision(&machine, 1, at: .zero) == "1 waits")
        #expect(Self.decision(&machine, 2, at: .zero) == "2 waits")
        #expect(machine.nextTime(of: "a") == .seconds(1))
        expectEqual(machine.serve("a", now: .milliseconds(999)).map(\.waiter), [])
        expectEqual(machine.serve("a", now: .seconds(1)).map(\.waiter), [1])
        #expect(machine.nextTime(of: "a") == .seconds(2))
        expectEqual(machine.serve("a", now: .seconds(2)).map(\.waiter), [2])
        #expect(machine.nextTime(of: "a") == nil)
        #expect(Self.decision(&machine, at: .seconds(3)) == "passes")
        // Full again: three tokens and not more, however much time goes by.
        for _ in 0..<3 { #expect(Self.decision(&machine, at: .seconds(100)) == "passes") }
        #expect(Self.decision(&machine, 3, at: .seconds(100)) == "3 waits")
    }

    @Test func keysDontCountTogether() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, key: "a", at: .zero) == "passes")
        #expect(Self.decision(&machine, key: "b", at: .zero) == "passes")
        #expect(Self.decision(&machine, 1, key: "b", at: .zero) == "1 waits")
        #expect(machine.nextTime(of: "a") == nil)
    }

    @Test func waitThatIsTooLongIsRejectedWithItsTime() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, at: .zero) == "passes")
        #expect(Self.decision(&machine, maximumWait: .zero, at: .milliseconds(250)) == "rejected: 0.75")
        #expect(Self.decision(&machine, 1, maximumWait: .seconds(1), at: .zero) == "1 waits")
        #expect(Self.decision(&machine, 2, maximumWait: .milliseconds(1_999), at: .zero) == "rejected: 2.0")
        #expect(Self.decision(&machine, 3, maximumWait: .seconds(2), at: .zero) == "3 waits")
    }

    @Test func urgentCallsPassFirstAndOthersInOrder() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, at: .zero) == "passes")
        let priorities: [RequestPriority] = [.low, .normal, .high, .normal, .low, .high]
        for (index, priority) in priorities.enumerated() {
            #expect(Self.decision(&machine, index, priority, at: .zero) == "\(index) waits")
        }
        expectEqual((1...6).flatMap { machine.serve("a", now: .seconds($0)).map(\.waiter) }, [2, 5, 1, 3, 0, 4])
    }

    @Test func urgentCallEvictsCallsThatWouldWaitTooLong() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, at: .zero) == "passes")
        #expect(Self.decision(&machine, 1, maximumWait: .seconds(1), at: .zero) == "1 waits")
        #expect(Self.decision(&machine, 2, maximumWait: .seconds(2), at: .zero) == "2 waits")
        #expect(Self.decision(&machine, 3, .low, at: .zero) == "3 waits")
        // The second doesn't have to wait longer, since the first goes away.
        #expect(Self.decision(&machine, 4, .high, at: .zero) == "4 waits evicts 1: 2.0")
        expectEqual((1...3).flatMap { machine.serve("a", now: .seconds($0)).map(\.waiter) }, [4, 2, 3])
    }

    @Test func evictedCallReturnsNoToken() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, at: .zero) == "passes")
        #expect(Self.decision(&machine, 1, maximumWait: .seconds(1), at: .zero) == "1 waits")
        #expect(Self.decision(&machine, 2, .high, at: .zero) == "2 waits evicts 1: 2.0")
        expectEqual(machine.returnToken(of: 2, "a", now: .zero).map(\.waiter), [])
        #expect(machine.nextTime(of: "a") == .seconds(1))
    }

    @Test func callThatLeavesLetsLaterOnesMoveUp() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, at: .zero) == "passes")
        for waiter in 1...3 { #expect(Self.decision(&machine, waiter, at: .zero) == "\(waiter) waits") }
        machine.leave("a", id: 2)
        expectEqual(machine.serve("a", now: .seconds(1)).map(\.waiter), [2])
        expectEqual(machine.serve("a", now: .seconds(2)).map(\.waiter), [3])
    }

    @Test func tokenThatCannotBeTakenGoesToTheNext() {
        var machine = Machine(interval: Self.second, burst: 1)
        #expect(Self.decision(&machine, at: .zero) == "passes")
        for waiter in 1...2 { #expect(Self.decision(&machine, waiter, at: .zero) == "\(waiter) waits") }
        expectEqual(machine.serve("a", now: .seconds(1)).map(\.waiter), [1])
        expectEqual(machine.returnToken(of: 2, "a", now: .seconds(1)).map(\.waiter), [2])
        expectEqual(machine.returnToken(of: 3, "a", now: .seconds(1)).map(\.waiter), [])
        #expect(Self.decision(&machine, at: .seconds(1)) == "passes")
    }

    @Test func idleKeysAreEvicted() {
        var machine = Machine(interval: Self.second, burst: 2)
        for index in 0..<10_000 {
            #expect(Self.decision(&machine, key: "\(index)", at: .milliseconds(100 * index)) == "passes")
        }
        #expect(machine.keyCount <= 64)
    }

    @Test func nothingOverflows() {
        var machine = Machine(interval: .seconds(Int64.max), burst: .max)
        for _ in 0..<3 { #expect(Self.decision(&machine, maximumWait: .seconds(Int64.max), at: .zero) == "passes") }
        var narrow = Machine(interval: .seconds(Int64.max), burst: .min)
        #expect(Self.decision(&narrow, at: .zero) == "passes")
        #expect(Self.decision(&narrow, 1, maximumWait: .seconds(Int64.max), at: .zero) == "1 waits")
        var unlimited = Machine(interval: .zero, burst: 1)
        for _ in 0..<100 { #expect(Self.decision(&unlimited, maximumWait: .zero, at: .zero) == "passes") }
    }

    /// Calls, cancellations and timers in a random order, late timers and late cancellations too.
    @Test(.hammer, .serialized, arguments: 0..<200)
    func neverMoreCallsPassThanTheLimitAllows(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let burst = Int.random(in: 1...4, using: &generator)
        let interval = Duration.milliseconds(Int.random(in: 1...50, using: &generator))
        var machine = Machine(interval: interval, burst: burst)
        var now = Duration.zero
        var waiting: Set<Int> = []
        var called: [Int: Duration] = [:]
        var passes: [Duration] = []
        var ended: Set<Int> = []
        var nextID = 0

        func serve(_ served: [Int]) {
            for waiter in served {
                let wasWaiting = waiting.remove(waiter) != nil
                #expect(wasWaiting, "is called once")
                called[waiter] = now
            }
        }

        func end(_ waiter: Int) { #expect(ended.insert(waiter).inserted) }

        for _ in 0..<600 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                nextID += 1
                let priority = RequestPriority.random(using: &generator)
                let intervals = Int.random(in: 0...10, using: &generator)
                let wait = intervals > 5 ? nil : interval * intervals
                let entry = machine.enter("a", priority: priority, maximumWait: wait, now: now) { nextID }
                switch entry.decision {
                case .admitted:
                    passes.append(now)
                    end(nextID)
                case .queued(let id, let waiter):
                    #expect(id == nextID && waiter == nextID)
                    waiting.insert(waiter)
                case .rejected(let retryAfter):
                    #expect(wait.map { retryAfter > $0 } == true)
                    end(nextID)
                }
                for (waiter, _) in entry.evicted {
                    let wasWaiting = waiting.remove(waiter) != nil
                    #expect(wasWaiting)
                    // It can be cancelled at the same time.
                    machine.leave("a", id: waiter)
                    end(waiter)
                }
            case 4..<5:
                guard let waiter = waiting.sorted().randomElement(using: &generator) else { continue }
                waiting.remove(waiter)
                machine.leave("a", id: waiter)
                end(waiter)
            case 5..<6:
                guard let waiter = called.keys.sorted().randomElement(using: &generator) else { continue }
                called[waiter] = nil
                serve(machine.returnToken(of: waiter, "a", now: now).map(\.waiter))
                end(waiter)
            case 6..<7:
                guard let waiter = called.keys.sorted().randomElement(using: &generator) else { continue }
                passes.append(called.removeValue(forKey: waiter) ?? now)
                end(waiter)
            default:
                now += interval * Int.random(in: 0...20, using: &generator) / 10
                if Bool.random(using: &generator) { serve(machine.serve("a", now: now).map(\.waiter)) }
            }
        }
        while let next = machine.nextTime(of: "a") {
            now = max(now, next)
            serve(machine.serve("a", now: now).map(\.waiter))
        }
        #expect(waiting.isEmpty, "every waiting call gets its turn")
        for (waiter, time) in called {
            passes.append(time)
            end(waiter)
        }
        #expect(ended.count == nextID)
        passes.sort()
        for first in passes.indices {
            for last in first..<min(first + 40, passes.count) {
                let allowed = Double(burst) + (passes[last] - passes[first]) / interval
                if Double(last - first + 1) > allowed + 1e-6 {
                    Issue.record("\(last - first + 1) passed where \(allowed) may")
                    return
                }
            }
        }
    }
}
