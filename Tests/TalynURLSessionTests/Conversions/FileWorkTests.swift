import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynURLSession

struct FileWorkTests {
    /// Streams that open when the test lets them.
    private final class Gate: Sendable {
        private let semaphore = DispatchSemaphore(value: 0)
        let opening = Watched((now: 0, most: 0))

        func open() {
            opening.update { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            semaphore.wait()
            opening.update { $0.now -= 1 }
        }

        func release(_ count: Int) {
            for _ in 0..<count { semaphore.signal() }
        }
    }

    /// Each blocked stream has a thread of its own up to a limit. Files don't wait for them.
    @Test(.hammer) func slowStreamsHaveABoundedNumberOfThreads() async throws {
        let gate = Gate()
        try await withThrowingTaskGroup { group in
            for _ in 0..<200 {
                group.addTask { try await StreamWork.run { () throws(BodyError) in gate.open() } }
            }
            await gate.opening.wait { $0.now == StreamWork.maximumThreads }
            // As many as there are threads wait, and a file is read meanwhile.
            let value = await FileWork.run { 1 }
            #expect(value == 1)
            gate.release(200)
            try await group.waitForAll()
        }
        #expect(gate.opening.value.now == 0)
        #expect(gate.opening.value.most == StreamWork.maximumThreads)
    }
}
