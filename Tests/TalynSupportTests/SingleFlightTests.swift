import TestSupport
import Testing
import _TalynSupport

struct SingleFlightTests {
    private let flights = SingleFlight<String, Promise<Result<Int, any Error>>>()
    private let starts = Recorder<Int>()
    private let isOpen = Watched(false)

    /// An operation that ends when the test lets it.
    private func value(_ key: String = "a") async throws -> Int {
        try await flights.value(for: key) { flight in
            starts.record(flight)
            await isOpen.wait { $0 }
            try Task.checkCancellation()
            return starts.events.count
        }
    }

    private func waiters(_ count: Int) async {
        while flights.waiterCount < count { await Task.yield() }
    }

    @Test func waitersShareOneResult() async throws {
        let tasks = (0..<20).map { _ in Task { try await value() } }
        await waiters(20)
        isOpen.update { $0 = true }
        for task in tasks { #expect(try await task.value == 1) }
        #expect(flights.isIdle)
        #expect(try await value() == 2, "what has ended isn't shared")
    }

    @Test func everyWaiterGetsTheError() async throws {
        struct Failure: Error {}
        let tasks = (0..<3).map { _ in
            Task {
                try await flights.value(for: "a") { _ in
                    await isOpen.wait { $0 }
                    throw Failure()
                }
            }
        }
        await waiters(3)
        isOpen.update { $0 = true }
        for task in tasks { await #expect(throws: Failure.self) { try await task.value } }
    }

    @Test(arguments: [0, 1]) func cancelledWaiterLeavesTheOthers(leaver: Int) async throws {
        let tasks = [Task { try await value() }, Task { try await value() }]
        await waiters(2)
        tasks[leaver].cancel()
        await #expect(throws: CancellationError.self) { try await tasks[leaver].value }
        isOpen.update { $0 = true }
        #expect(try await tasks[1 - leaver].value == 1)
    }

    @Test func lastWaiterCancelsTheOperationAndTheNextOneStartsAnother() async throws {
        let wasCancelled = Watched<Bool?>(nil)
        let first = Task {
            try await flights.value(for: "a") { _ in
                await isOpen.wait { $0 }
                wasCancelled.update { $0 = Task.isCancelled }
                return 0
            }
        }
        await waiters(1)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        #expect(flights.isIdle)
        let second = Task { try await value() }
        await waiters(1)
        isOpen.update { $0 = true }
        #expect(try await second.value == 1)
        await wasCancelled.wait { $0 != nil }
        #expect(wasCancelled.value == true)
    }

    @Test func cancelledOperationKeepsItsWaitersAndGetsNoOthers() async throws {
        let first = Task { try await value() }
        await waiters(1)
        flights.cancel("a")
        await #expect(throws: CancellationError.self) { try await first.value }
        isOpen.update { $0 = true }
        #expect(try await value() == 2)
    }

    @Test func operationIsCancelledInItsFirstStepToo() async throws {
        await #expect(throws: CancellationError.self) {
            try await flights.value(for: "a") { [flights] _ in
                flights.cancel("a")
                // The end of the wait is the cancellation.
                guard let value = await Promise<Int>().value() else { throw CancellationError() }
                return value
            }
        }
    }

    @Test func startedOperationIsJoinedAndGoesOnWithoutWaiters() async throws {
        for _ in 0..<2 {
            flights.start("a") { flight in
                starts.record(flight)
                await isOpen.wait { $0 }
                return 7
            }
        }
        let task = Task { try await value() }
        await waiters(1)
        isOpen.update { $0 = true }
        #expect(try await task.value == 7)
        #expect(starts.events.count == 1)
    }

    @Test func laterWaitersHearTheNewsToo() async throws {
        let flights = SingleFlight<String, Recorder<String>>()
        let waiters = (0..<2).map { _ in Recorder<String>() }
        let operation: SingleFlight<String, Recorder<String>>.Operation = { flight in
            await isOpen.wait { $0 }
            flights.finish(flight) { $0.record("end") }
        }
        let (ticket, _) = flights.join("a", as: waiters[0], operation)
        flights.tell(ticket.flight) { $0.record("news") }
        #expect(flights.join("a", as: waiters[1], operation).isFirst == false)
        isOpen.update { $0 = true }
        while !flights.isIdle { await Task.yield() }
        for waiter in waiters { while waiter.events != ["news", "end"] { await Task.yield() } }
    }

    @Test(.hammer) func nothingIsLeftAfterJoinsAndCancellationsFromAllThreads() async throws {
        isOpen.update { $0 = true }
        await withTaskGroup(of: Void.self) { group in
            for worker in 0..<32 {
                group.addTask {
                    var generator = SeededGenerator(seed: UInt64(worker))
                    for _ in 0..<200 {
                        let key = "\(generator.next() % 4)"
                        let task = Task { try await value(key) }
                        if generator.next() % 2 == 0 { task.cancel() }
                        _ = await task.result
                    }
                }
            }
        }
        #expect(flights.isIdle)
    }
}
