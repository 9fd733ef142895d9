import Foundation
import Testing

@testable import _TalynSupport

struct ByteQueueTests {
    @Test func bytesComeInTheirOrder() {
        var queue = ByteQueue()
        queue.append(Data("abc".utf8))
        #expect(queue.removeFirst(2) == Data("ab".utf8))
        queue.append(Data("defg".utf8)[2...])
        #expect(queue.count == 3)
        #expect(queue.removeFirst(10) == Data("cfg".utf8))
        #expect(queue.isEmpty)
        #expect(queue.removeFirst(1).isEmpty)
    }

    @Test func removedBytesAreReleased() {
        var queue = ByteQueue()
        var longest = 0
        for _ in 0..<1_000 {
            while queue.count < 1_000 {
                queue.append(Data(count: 700))
                longest = max(longest, queue.heldCount)
            }
            #expect(queue.removeFirst(1_000).count == 1_000)
        }
        // Less than a piece is left when the next chunk comes.
        #expect(longest < 1_700)
    }
}
