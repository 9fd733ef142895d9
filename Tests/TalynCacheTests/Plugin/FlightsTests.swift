import Talyn
import TestSupport
import Testing
import _TalynSupport

@testable import TalynCache

struct FlightsTests {
    private let clock = ManualClock()
    private let flights: Flights

    init() {
        flights = Flights(TimeSource(clock))
    }

    private func first(_ key: String = "a") throws -> Int {
        guard case .first(let flight) = flights.begin(key) else {
            throw TransportError(.notConnected)
        }
        return flight
    }

    private func underWay(_ key: String = "a") throws -> Task<Flights.End, any Error> {
        guard case .underWay(let waiter, let ticket) = flights.begin(key) else {
            throw TransportError(.notConnected)
        }
        return Task { try await flights.wait(waiter, ticket) }
    }

    private func isAlone(canWait: Bool = true) -> Bool {
        if case .alone = flights.begin("a", canWait: canWait) { true } else { false }
    }

    @Test func requestsWhoseResponsesAreNotStoredDoNotWait() async throws {
        let flight = try first()
        let waiting = try underWay()
        #expect(isAlone(canWait: false))
        flights.note("a", isStored: false)
        #expect(isAlone())
        flights.note("a", isStored: true)
        _ = try underWay()
        flights.end(flight, .ended)
        #expect(try await waiting.value == .ended)
    }

    @Test func manyTasksShareRequestsOneAfterTheOther() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    for _ in 0..<200 {
                        switch flights.begin("a") {
                        case .first(let flight):
                            await Task.yield()
                            flights.noteBody(of: flight, isReading: true)
                            await Task.yield()
                            flights.end(flight, .ended)
                        case .underWay(let waiter, let ticket):
                            _ = try await flights.wait(waiter, ticket)
                        case .alone:
                            Issue.record("nobody has to go alone")
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
        _ = try first()
    }

    // MARK: Bodies

    @Test func readerThatStopsHoldsUpTheOthersForAMoment() async throws {
        let flight = try first()
        let early = try underWay()
        flights.noteBody(of: flight, isReading: false)
        await clock.sleeper(for: Flights.readerPatience)
        clock.advance(by: Flights.readerPatience)
        #expect(try await early.value == .held)
        // One of them takes its place, and its end is no end of that one.
        let next = try first()
        let late = try underWay()
        flights.end(flight, .ended)
        flights.end(next, .cancelled)
        #expect(try await late.value == .cancelled)
    }

    @Test func readerThatStoppedBeforeHoldsUpNobody() throws {
        for _ in 0..<3 {
            let flight = try first()
            flights.noteBody(of: flight, isReading: true)
            flights.noteBody(of: flight, isReading: false)
            clock.advance(by: Flights.readerPatience)
        }
    }

    @Test func readerThatGoesOnIsWaitedForUntilTheBodyTakesTooLong() async throws {
        let flight = try first()
        flights.noteBody(of: flight, isReading: false)
        let waiting = try underWay()
        let steps = Int(Flights.bodyPatience / Flights.readerPatience)
        for step in 1...steps {
            flights.noteBody(of: flight, isReading: step % 2 == 0)
            await clock.sleeper(for: Flights.readerPatience)
            if step == steps { _ = try underWay() }
            clock.advance(by: Flights.readerPatience)
        }
        #expect(try await waiting.value == .held)
        _ = try first()
    }
}
