import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynTransfers

struct TransferProgressTests {
    @Test(
        arguments: [
            (0, nil, nil), (50, nil, nil), (50, 200, 0.25), (200, 200, 1), (300, 200, 1), (0, 0, 1),
        ] as [(Int64, Int64?, Double?)]
    )
    func fractionIsThatOfTheWhole(completed: Int64, total: Int64?, fraction: Double?) {
        #expect(TransferProgress(completed: completed, total: total).fraction == fraction)
    }

    @Test func remainingTimeIsThatOfTheRestAtTheSameRate() {
        func remaining(_ completed: Int64, _ total: Int64?, _ throughput: Double) -> Duration? {
            TransferProgress(completed: completed, total: total, throughput: throughput).estimatedTimeRemaining
        }
        #expect(remaining(100, 300, 50) == .seconds(4))
        #expect(remaining(100, 300, 0) == nil)
        #expect(remaining(100, nil, 50) == nil)
        #expect(remaining(300, 300, 0) == .zero)
        #expect(remaining(0, .max, 1e-300) == .longest, "nothing traps")
    }
}
