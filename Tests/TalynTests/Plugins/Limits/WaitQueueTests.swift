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
        for (id, urgency) in [5, 3, 0, 3, 7, 0].enumerated() {
            queue.enqueue(id, id: id, priority: RequestPriority(urgency: urgency))
        }
        #expect(queue.position(for: .high) == 2)
        #expect(queue.position(for: .normal) == 4)
        #expect(queue.position(for: .low) == 5)
        #expect(Self.drain(&queue) == [2, 5, 1, 3, 0, 4])
        #expect(queue.isEmpty && queue.isUnused)
    }

    @Test func departureSaysHowAWaiterLeft() {
        var queue = WaitQueue<Int>()
        for id in 0..<3 { queue.enqueue(id, id: id, priority: .normal) }
        #expect(queue.evictLast() == 2)
        #expect(queue.dequeue()?.id == 0)
        #expect(queue.leave(0) == .dequeued)
        #expect(queue.leave(1) == .waiting)
        #expect(queue.isEmpty && !queue.isUnused)
        #expect(queue.leave(2) == .evicted)
        #expect(queue.leave(2) == .dequeued)
        #expect(queue.isUnused)
        #expect(queue.evictLast() == nil)
    }

    @Test func evictionSkipsUrgentWaitersAndCountsThoseAhead() {
        var queue = WaitQueue<Int>()
        for (id, urgency) in [3, 5, 5, 7].enumerated() {
            queue.enqueue(id, id: id, priority: RequestPriority(urgency: urgency))
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
        for id in 0..<100_000 { queue.enqueue(id, id: id, priority: RequestPriority(urgency: id % 8)) }
        #expect(queue.count == 100_000)
        // Each one in three leaves, from all places.
        for id in stride(from: 0, to: 100_000, by: 3) { #expect(queue.leave(id) == .waiting) }
        // Waiters that come and go while others wait need no more and more space.
        for id in 100_000..<300_000 {
            queue.enqueue(id, id: id, priority: .normal)
            #expect(queue.leave(id) == .waiting)
        }
        let expected = (0..<8).flatMap { urgency in
            (0..<100_000).filter { $0 % 8 == urgency && $0 % 3 != 0 }
        }
        #expect(Self.drain(&queue) == expected)
        #expect(queue.isUnused)
    }

    /// Compares the queue with a sorted array.
    @Test(arguments: 0..<50)
    func randomChangesKeepTheOrder(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var queue = WaitQueue<Int>()
        var model: [(id: Int, urgency: Int)] = []
        for id in 0..<2_000 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<5:
                let urgency = Int.random(in: 2...4, using: &generator)
                let index = model.firstIndex { $0.urgency > urgency } ?? model.count
                #expect(queue.position(for: RequestPriority(urgency: urgency)) == index)
                model.insert((id, urgency), at: index)
                queue.enqueue(id, id: id, priority: RequestPriority(urgency: urgency))
            case 5..<7:
                #expect(queue.dequeue()?.waiter == model.first?.id)
                if !model.isEmpty { model.removeFirst() }
            case 7..<8:
                #expect(queue.evictLast() == model.popLast()?.id)
            default:
                guard let index = model.indices.randomElement(using: &generator) else { continue }
                #expect(queue.leave(model.remove(at: index).id) == .waiting)
            }
            #expect(queue.count == model.count)
        }
        #expect(Self.drain(&queue) == model.map(\.id))
    }
}
