import Talyn
import Testing
import _TalynSupport

@testable import TalynCache

struct FlightsTests {
    /// A task that comes late must not take the place of another one, which would wait forever.
    @Test func tasksOfLaterRequestsHaveOtherNumbers() throws {
        let flights = Flights(TimeSource(ContinuousClock()))
        #expect(flights.begin("a") == .first)
        let first = try #require(flights.addWaiter(for: "a"))
        flights.end("a")
        #expect(flights.begin("a") == .first)
        let second = try #require(flights.addWaiter(for: "a"))
        #expect(first != second)
    }

    @Test func requestsWhoseResponsesAreNotStoredDoNotWait() {
        let flights = Flights(TimeSource(ContinuousClock()))
        #expect(flights.begin("a") == .first)
        #expect(flights.begin("a") == .underWay)
        flights.note("a", isStored: false)
        #expect(flights.begin("a") == .alone)
        flights.note("a", isStored: true)
        #expect(flights.begin("a") == .underWay)
    }

    @Test func manyTasksShareRequestsOneAfterTheOther() async throws {
        let flights = Flights(TimeSource(ContinuousClock()))
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    for _ in 0..<200 {
                        if flights.begin("a") == .first {
                            await Task.yield()
                            flights.end("a")
                        } else {
                            try await flights.wait(for: "a")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(flights.keys.isEmpty)
    }
}
