import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct ConcurrencyLimitStateMachineTests {
    private typealias Machine = ConcurrencyLimitStateMachine<Int>

    private static func decision(
        _ machine: inout Machine,
        _ waiter: Int = 0,
        _ priority: RequestPriority = .normal,
        key: String = "a"
    ) -> String {
        switch machine.enter(key, priority: priority, makeWaiter: { waiter }) {
        case .admitted: "passes"
        case .queued(_, let waiter, nil): "\(waiter) waits"
        case .queued(_, let waiter, let evicted?): "\(waiter) waits for \(evicted)"
        case .rejected: "rejected"
        }
    }

    @Test func othersWaitUntilOneEnds() {
        var machine = Machine(limit: 2, maximumWaiting: .max)
        #expect(Self.decision(&machine) == "passes")
        #expect(Self.decision(&machine) == "passes")
        #expect(Self.decision(&machine, 1) == "1 waits")
        #expect(Self.decision(&machine, key: "b") == "passes")
        expectEqual(machine.end("a"), 1)
        expectEqual(machine.end("a"), nil)
        #expect(Self.decision(&machine) == "passes")
        #expect(Self.decision(&machine, 2) == "2 waits")
    }

    @Test func urgentCallsBeginFirstAndOthersInOrder() {
        var machine = Machine(limit: 1, maximumWaiting: .max)
        #expect(Self.decision(&machine) == "passes")
        let priorities: [RequestPriority] = [.low, .normal, .high, .normal, .low, .high]
        for (index, priority) in priorities.enumerated() {
            #expect(Self.decision(&machine, index, priority) == "\(index) waits")
        }
        expectEqual((1...6).map { _ in machine.end("a") }, [2, 5, 1, 3, 0, 4])
        expectEqual(machine.end("a"), nil)
        #expect(machine.keyCount == 0)
    }

    @Test func leastUrgentCallIsEvictedWhenTooManyWait() {
        var machine = Machine(limit: 1, maximumWaiting: 2)
        #expect(Self.decision(&machine) == "passes")
        #expect(Self.decision(&machine, 1, .low) == "1 waits")
        #expect(Self.decision(&machine, 2) == "2 waits")
        #expect(Self.decision(&machine, 3, .low) == "rejected")
        #expect(Self.decision(&machine, 4) == "4 waits for 1")
        #expect(Self.decision(&machine, 5) == "rejected")
        // It has had no place that it could give back.
        machine.leave("a", id: 2)
        #expect(machine.counts("a").running == 1)
        #expect(machine.counts("a").waiting == 2)
        expectEqual([machine.end("a"), machine.end("a"), machine.end("a")], [2, 4, nil])
    }

    @Test func keyIsRemovedBeforeAnEvictedCallEnds() {
        var machine = Machine(limit: 1, maximumWaiting: 1)
        #expect(Self.decision(&machine) == "passes")
        #expect(Self.decision(&machine, 1, .low) == "1 waits")
        #expect(Self.decision(&machine, 2) == "2 waits for 1")
        expectEqual([machine.end("a"), machine.end("a")], [2, nil])
        #expect(machine.keyCount == 0)
        machine.leave("a", id: 2)
        #expect(machine.keyCount == 0)
    }

    @Test func noCallWaitsIfNoneCan() {
        var machine = Machine(limit: 0, maximumWaiting: -1)
        #expect(Self.decision(&machine) == "passes")
        #expect(Self.decision(&machine, 1, .high) == "rejected")
    }

    @Test func placeThatCannotBeTakenGoesToTheNext() {
        var machine = Machine(limit: 1, maximumWaiting: .max)
        #expect(Self.decision(&machine) == "passes")
        for waiter in 1...3 { #expect(Self.decision(&machine, waiter) == "\(waiter) waits") }
        machine.leave("a", id: 3)
        expectEqual(machine.end("a"), 1)
        // The first is cancelled at that moment, and ends without having begun.
        expectEqual(machine.end("a"), 3)
        expectEqual(machine.end("a"), nil)
        #expect(machine.keyCount == 0)
    }

    @Test(.hammer, .serialized, arguments: 0..<200)
    func neverMoreCallsRunThanTheLimitAllows(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let limit = Int.random(in: 1...4, using: &generator)
        let maximumWaiting = Int.random(in: 0...6, using: &generator)
        var machine = Machine(limit: limit, maximumWaiting: maximumWaiting)
        var running: Set<Int> = []
        var waiting: Set<Int> = []
        var ended: Set<Int> = []
        var nextID = 0

        func begin(_ waiter: Int?) {
            guard let waiter else { return }
            #expect(waiting.remove(waiter) != nil, "begins once")
            running.insert(waiter)
        }

        func end(_ call: Int) { #expect(ended.insert(call).inserted) }

        for step in 0..<1_000 {
            // In the end everybody ends.
            switch Int.random(in: step < 800 ? 0..<4 : 1..<4, using: &generator) {
            case 0:
                nextID += 1
                let priority = RequestPriority.random(using: &generator)
                switch machine.enter("a", priority: priority, makeWaiter: { nextID }) {
                case .admitted:
                    #expect(waiting.isEmpty)
                    running.insert(nextID)
                case .queued(let id, let waiter, let evicted):
                    #expect(id == nextID && waiter == nextID)
                    waiting.insert(waiter)
                    if let evicted {
                        #expect(waiting.remove(evicted) != nil)
                        // It can be cancelled at the same time.
                        machine.leave("a", id: evicted)
                        end(evicted)
                    }
                case .rejected:
                    #expect(waiting.count == maximumWaiting)
                    end(nextID)
                }
            case 1:
                guard let call = running.sorted().randomElement(using: &generator) else { continue }
                running.remove(call)
                begin(machine.end("a"))
                end(call)
            default:
                // One that waits is cancelled, or one whose turn has come and that doesn't know yet.
                let calls = Bool.random(using: &generator) ? waiting : running
                guard let call = calls.sorted().randomElement(using: &generator) else { continue }
                machine.leave("a", id: call)
                waiting.remove(call)
                if running.remove(call) != nil { begin(machine.end("a")) }
                end(call)
            }
            #expect(running.count <= limit)
            #expect(waiting.count <= maximumWaiting)
            #expect(waiting.isEmpty || running.count == limit, "calls wait only while all permits are in use")
            #expect(machine.counts("a").running == running.count)
            #expect(machine.counts("a").waiting == waiting.count)
        }
        for call in running.union(waiting).sorted() {
            let isWaiting = waiting.remove(call) != nil
            machine.leave("a", id: call)
            if !isWaiting {
                running.remove(call)
                begin(machine.end("a"))
            }
            end(call)
        }
        #expect(ended.count == nextID)
        #expect(machine.keyCount == 0)
    }
}
