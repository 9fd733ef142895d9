import TalynCore
import Testing

@testable import TalynURLSession

struct TaskPriorityTests {
    @Test func sessionsPriorityFallsWithTheUrgency() {
        #expect([RequestPriority.high, .normal, .low].map(\.taskPriority) == [0.75, 0.5, 0.25])
    }
}
