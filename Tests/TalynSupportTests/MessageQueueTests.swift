import Testing
import _TalynSupport

struct MessageQueueTests {
    private struct Failure: Error {}

    @Test func elementsComeInOrderAndThenTheEnd() async throws {
        let queue = MessageQueue<Int>()
        for number in 0..<3 { queue.add(number) }
        queue.end(.failure(Failure()))
        queue.add(4)
        for number in 0..<3 { #expect(try await queue.next() == number) }
        await #expect(throws: Failure.self) { try await queue.next() }
        await queue.waitForEnd()
    }

    @Test func fullQueueTellsWhenThereIsRoom() async throws {
        let queue = MessageQueue<Int>(countLimit: 4)
        for number in 0..<4 { queue.add(number) }
        #expect(!queue.hasRoom() && queue.isPaused)
        var calls: [Int] = []
        for number in 0..<4 { _ = try await queue.next { calls.append(number) } }
        #expect(calls == [1])
        #expect(queue.hasRoom())
    }

    @Test func sizesCount() async throws {
        let queue = MessageQueue<Int>(sizeLimit: 100)
        queue.add(1, size: 100)
        #expect(!queue.hasRoom())
        _ = try await queue.next()
        #expect(queue.hasRoom())
    }

    @Test func cancelledTaskTakesNoElement() async throws {
        let queue = MessageQueue<Int>()
        let task = Task { try await queue.next() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        queue.add(1)
        #expect(try await queue.next() == 1)
    }

    @Test func cancelledTaskNoLongerWaits() async throws {
        let queue = MessageQueue<Int>()
        let task = Task { try await queue.next() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(!queue.isAwaited())
    }

    @Test func waitingTasksShareTheElements() async throws {
        let queue = MessageQueue<Int>()
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<10 { group.addTask { try await queue.next() ?? 0 } }
            for number in 1...10 { queue.add(number) }
            return try await group.reduce(0, +)
        }
        #expect(sum == 55)
    }
}
