import Foundation
import Testing

@testable import Talyn

struct BatchLoopTests {
    private let transport = HeldTransport()

    private func batch(_ count: Int, limit: Int) -> Batch<Zen> {
        Provider<Zen>(transport: transport).batch((0..<count).users, limit: limit)
    }

    @Test func itemsComeInTheOrderInWhichTheirCallsEnd() async throws {
        var iterator = batch(3, limit: 3).makeAsyncIterator()
        var names: [String] = []
        for number in [2, 0, 1] {
            transport.release(number)
            let item = try #require(await iterator.next())
            #expect(item.index == number)
            #expect(item.target.path == "/users/\(number)")
            names.append(try item.result.get().map(User.self).name)
        }
        #expect(names == ["2", "0", "1"])
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
    }

    @Test func failureDoesNotEndTheLoop() async {
        let transport = HeldTransport { name in
            if name == "1" { throw TransportError(.connectionLost) }
            return name
        }
        transport.open()
        var texts: [String] = []
        for await item in Provider<Zen>(transport: transport).batch((0..<3).users, limit: 1) {
            texts.append(item.result.text)
        }
        #expect(texts == ["200", "failed", "200"])
    }

    @Test func nothingIsStartedUntilItIsAskedFor() async {
        transport.open()
        let batch = batch(10, limit: 2)
        var iterator = batch.makeAsyncIterator()
        for _ in 0..<100 { await Task.yield() }
        #expect(transport.sent.isEmpty)
        for taken in 1...8 {
            #expect(await iterator.next() != nil)
            // What was asked for, and what may be under way besides: all of it has ended, and none is taken ahead.
            await transport.ended(atLeast: taken + 1)
            for _ in 0..<100 { await Task.yield() }
            #expect(transport.sent.count == taken + 1)
        }
    }

    @Test(arguments: [1, 3, 50])
    func neverMoreThanTheLimitIsUnderWay(limit: Int) async {
        transport.open()
        var count = 0
        for await _ in batch(40, limit: limit) {
            count += 1
            #expect(transport.sent.count - count < limit)
        }
        #expect(count == 40)
        #expect(transport.most <= limit)
    }

    @Test func leavingTheLoopCancelsTheRunningCalls() async {
        transport.release(1)
        for await item in batch(10, limit: 3) {
            #expect(item.index == 1)
            break
        }
        await transport.ended(atLeast: 3)
        #expect(transport.cancelled == ["0", "2"])
        #expect(transport.sent.count == 3)
    }

    @Test func cancellingTheTaskEndsTheLoop() async {
        let batch = batch(10, limit: 3)
        transport.release(1)
        let task = Task {
            var count = 0
            for await _ in batch { count += 1 }
            return count
        }
        await transport.sent(atLeast: 4)
        task.cancel()
        #expect(await task.value == 1)
        await transport.ended(atLeast: 4)
        #expect(transport.cancelled.count == 3)
        #expect(transport.sent.count == 4)
    }

    @Test func taskCancelledInTheLoopStartsNoMore() async {
        let batch = batch(10, limit: 3)
        transport.release(1)
        await Task {
            for await _ in batch { withUnsafeCurrentTask { $0?.cancel() } }
        }.value
        await transport.ended(atLeast: 3)
        #expect(transport.cancelled == ["0", "2"])
        #expect(transport.sent.count == 3)
    }

    /// Loops that are left or cancelled at random moments: no call goes on, and none is told of twice.
    @Test(.hammer, arguments: [1, 2, 3, 4] as [UInt64])
    func loopsEndCleanlyAtAnyMoment(seed: UInt64) async {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let transport = HeldTransport()
            for number in 0..<20 where generator.next() % 4 > 0 { transport.release(number) }
            let limit = Int(generator.next() % 6)
            let moment = Int(generator.next() % 60)
            let last = Int(generator.next() % 8)
            let batch = Provider<Zen>(transport: transport).batch((0..<20).users, limit: limit)
            let task = Task {
                var indices: [Int] = []
                for await item in batch {
                    indices.append(item.index)
                    if indices.count == last { break }
                }
                return indices
            }
            for _ in 0..<moment { await Task.yield() }
            task.cancel()
            let indices = await task.value
            #expect(Set(indices).count == indices.count)
            await transport.ended(atLeast: transport.sent.count)
            #expect(transport.sent.count <= indices.count + max(limit, 1))
            #expect(transport.most <= max(limit, 1))
        }
    }
}
