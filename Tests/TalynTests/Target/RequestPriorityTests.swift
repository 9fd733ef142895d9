import Testing

@testable import TalynCore

struct RequestPriorityTests {
    @Test(arguments: [(-1, 0), (0, 0), (7, 7), (8, 7), (.max, 7), (.min, 0)])
    func urgencyIsOneOfEight(given: Int, urgency: Int) {
        #expect(RequestPriority(urgency: given).urgency == urgency)
    }

    @Test(
        arguments: [
            (.normal, nil), (.high, "u=1"), (.low, "u=5"), (RequestPriority(urgency: 0), "u=0"),
            (RequestPriority(urgency: 2, isIncremental: true), "u=2, i"),
            (RequestPriority(urgency: 3, isIncremental: true), "u=3, i"),
        ] as [(RequestPriority, String?)]
    )
    func fieldSaysWhatIsNotSoWithoutIt(priority: RequestPriority, value: String?) {
        #expect(priority.fieldValue == value)
    }

    @Test func sessionsPriorityFallsWithTheUrgency() {
        let priorities = (0...7).map { RequestPriority(urgency: $0).taskPriority }
        #expect(priorities == priorities.sorted(by: >))
        #expect(Set(priorities).count == 8)
        #expect(priorities.first == 1)
        #expect(priorities[3] == 0.5)
        #expect(priorities.last == 0)
    }
}
