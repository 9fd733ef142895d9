import Testing
import _TalynSupport

@Suite("Queue")
struct QueueTests {
    @Test func elementsLeaveInTheOrderInWhichTheyWereAdded() {
        var queue = Queue<Int>()
        for number in 1...3 { queue.append(number) }
        #expect(queue.popFirst() == 1)
        queue.append(4)
        #expect(queue.count == 3)
        #expect((1...4).map { _ in queue.popFirst() } == [2, 3, 4, nil])
        #expect(queue.isEmpty)
        queue.append(5)
        #expect(!queue.isEmpty)
        #expect(queue.popFirst() == 5)
    }

    @Test func elementThatHasLeftIsReleased() {
        final class Object {}
        var queue = Queue<Object>()
        queue.append(Object())
        queue.append(Object())
        weak let object = queue.popFirst()
        #expect(object == nil)
        #expect(queue.count == 1)
    }

    /// With quadratic time, it takes minutes.
    @Test func longQueueIsEmptiedInAMoment() {
        struct Large {
            let number: Int
            let rest = (0, 0, 0, 0, 0, 0, 0)
        }
        var queue = Queue<Large>()
        for number in 0..<200_000 { queue.append(Large(number: number)) }
        var number = 0
        while let next = queue.popFirst(), next.number == number { number += 1 }
        #expect(number == 200_000)
    }
}
