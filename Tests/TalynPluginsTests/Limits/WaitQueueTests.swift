import TestSupport
import Testing

@testable import TalynCore
@testable import TalynPlugins

struct WaitQueueTests {
    private static func drain(_ queue: inout WaitQueue<Int>) -> [Int] {
        var waiters: [Int] = []
        while let entry = queue.dequeue() { waiters.append(entry.waiter) }
        return waiters
    }

    @Test func urgentWaitersComeFirstAndOthersInOrder() {
        var queue = WaitQueue<Int>()
        #expect(queue.dequeue() == nil)
        for (id, priority) in [RequestPriority.low, .normal, .high, .normal, .low, .high].enumerated() {
            queue.enqueue(id, id: id, priority: priority)
        }
        #expect(queue.position(for: .high) == 2)
        #expect(queue.position(for: .normal) == 4)
        #expect(queue.position(for: .low) == 6)
        #expect(Self.drain(&queue) == [2, 5, 1, 3, 0, 4])
        #expect(queue.isEmpty)
    }

    @Test func waiterLeavesOnce() {
        var queue = WaitQueue<Int>()
        for id in 0..<3 { queue.enqueue(id, id: id, priority: .normal) }
        #expect(queue.evictLast() == 2)
        #expect(queue.dequeue()?.id == 0)
        #expect(queue.leave(0) == false)
        #expect(queue.leave(1) == true)
        #expect(queue.isEmpty)
        #expect(queue.leave(1) == false)
        #expect(queue.leave(2) == false)
        #expect(queue.dequeue() == nil)
        #expect(queue.evictLast() == nil)
    }

    @Test func evictionSkipsUrgentWaitersAndCountsThoseAhead() {
        var queue = WaitQueue<Int>()
        for (id, priority) in [RequestPriority.normal, .low, .low, .low].enumerated() {
            queue.enqueue(id, id: id, priority: priority)
        }
        var asked: [[Int]] = []
        let evicted = queue.evict(after: .normal) { waiter, position in
            asked.append([waiter, position])
            return waiter == 1
        }
        #expect(asked == [[1, 1], [2, 1], [3, 2]])
        #expect(evicted.map(\.waiter) == [1])
        #expect(evicted.map(\.position) == [1])
        #expect(Self.drain(&queue) == [0, 2, 3])
    }

    @Test func manyWaitersKeepTheirOrder() {
        var queue = WaitQueue<Int>()
        for id in 0..<100_000 { queue.enqueue(id, id: id, priority: .all[id % 3]) }
        #expect(queue.count == 100_000)
        // Each one in five leaves, from all places.
        for id in stride(from: 0, to: 100_000, by: 5) { #expect(queue.leave(id) == true) }
        // Waiters that come and go while others wait need no more and more space.
        for id in 100_000..<300_000 {
            queue.enqueue(id, id: id, priority: .normal)
            #expect(queue.leave(id) == true)
        }
        let expected = (0..<3).flatMap { priority in
            (0..<100_000).filter { $0 % 3 == priority && $0 % 5 != 0 }
        }
        #expect(Self.drain(&queue) == expected)
        #expect(queue.isEmpty)
    }

    /// Compares the queue with a sorted array.
    @Test(arguments: 0..<50)
    func randomChangesKeepTheOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = WaitQueue<Int>()
        var model: [(id: Int, priority: Int)] = []
        for id in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                let priority = Int.random(in: 0..<3, using: &generator)
                let index = model.firstIndex { $0.priority > priority } ?? model.count
                #expect(queue.position(for: .all[priority]) == index)
                model.insert((id, priority), at: index)
                queue.enqueue(id, id: id, priority: .all[priority])
            case 5..<7:
                #expect(queue.dequeue()?.waiter == model.first?.id)
                if !model.isEmpty { model.removeFirst() }
            case 7..<8:
                #expect(queue.evictLast() == model.popLast()?.id)
            default:
                guard let index = model.indices.randomElement(using: &generator) else { continue }
                #expect(queue.leave(model.remove(at: index).id) == true)
            }
            #expect(queue.count == model.count)
        }
        #expect(Self.drain(&queue) == model.map(\.id))
    }
}
