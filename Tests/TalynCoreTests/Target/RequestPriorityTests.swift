import Testing

@testable import TalynCore

struct RequestPriorityTests {
    @Test(arguments: [(.normal, nil), (.high, "u=1"), (.low, "u=5")] as [(RequestPriority, String?)])
    func fieldSaysWhatIsNotSoWithoutIt(priority: RequestPriority, value: String?) {
        #expect(priority.fieldValue == value)
    }
}
