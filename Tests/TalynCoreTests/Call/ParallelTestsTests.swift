import Foundation
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore

// Swift Testing before 6.3 knows no limit.
#if compiler(>=6.3)
/// The limit that `Tests/TestSetup` sets.
struct ParallelTestsTests {
    private static let running = Locked(0)

    @Test(arguments: 0..<100) func fewTestsRunAtTheSameTime(_: Int) async throws {
        let variable = "SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"
        let limit = try #require(ProcessInfo.processInfo.environment[variable].flatMap { Int($0) })
        let count = Self.running.withLock { count in
            count += 1
            return count
        }
        defer { Self.running.withLock { $0 -= 1 } }
        for _ in 0..<20 { await Task.yield() }
        #expect(count <= limit)
    }
}
#endif
