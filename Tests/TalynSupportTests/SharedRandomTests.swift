import Testing
import _TalynSupport

struct SharedRandomTests {
    private struct Counter: RandomNumberGenerator, Sendable {
        var number: UInt64 = 0

        mutating func next() -> UInt64 {
            number += 1
            return number
        }
    }

    /// Draws a number from its user while it is asked for one.
    private final class Curious: RandomNumberGenerator, Sendable {
        let user = Locked<SharedRandom?>(nil)
        private let count = Locked(0 as UInt64)

        func next() -> UInt64 {
            _ = user.withLock { $0.take() }?.next()
            return count.withLock {
                $0 += 1
                return $0
            }
        }
    }

    @Test func eachNumberIsDrawnOnce() async {
        let random = SharedRandom(Counter())
        let numbers = await withTaskGroup(of: [UInt64].self) { group in
            for _ in 0..<4 { group.addTask { (0..<100).map { _ in random.next() } } }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(numbers.sorted() == Array(1...400))
    }

    @Test func sourceIsNotAskedUnderTheLock() {
        let source = Curious()
        let random = SharedRandom(source)
        source.user.withLock { $0 = random }
        // The source has drawn 1 itself, and its number 2 came late.
        #expect(random.next() == 3)
    }
}
