import Testing

@testable import TalynCore

struct RequestPriorityTests {
    @Test(arguments: [(.normal, nil), (.high, "u=1"), (.low, "u=5")] as [(RequestPriority, String?)])
    func fieldSaysWhatIsNotSoWithoutIt(priority: RequestPriority, value: String?) {
        #expect(priority.fieldValue == value)
    }

    @Test func sessionsPriorityFallsWithTheUrgency() {
        #expect([RequestPriority.high, .normal, .low].map(\.taskPriority) == [0.75, 0.5, 0.25])
    }
}
