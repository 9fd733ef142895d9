import Foundation
import Testing

@testable import TalynURLSession

struct ExchangeStateMachineTests {
    private typealias Machine = ExchangeStateMachine<Int>
    private struct Broken: Error {}

    private var machine = Machine(highWaterMark: 10)

    private func text(_ event: Machine.Event) -> String {
        switch event {
        case .head(let status): "head \(status)"
        case .chunk(let chunk): "chunk \(chunk.count)"
        case .end: "end"
        case .failure(let error): "failure \(error is Broken ? "broken" : "cancelled")"
        }
    }

    private func text(_ action: Machine.ReceiveAction) -> String {
        switch action {
        case .deliver(let event): "deliver \(text(event))"
        case .keep(let pause): pause ? "keep and pause" : "keep"
        case .ignore: "ignore"
        }
    }

    private func text(_ action: Machine.NextAction) -> String {
        switch action {
        case .deliver(let event, let resume): "deliver \(text(event))" + (resume ? " and resume" : "")
        case .wait: "wait"
        }
    }

    private func chunk(_ count: Int) -> Machine.Event { .chunk(Data(count: count)) }

    @Test mutating func eventGoesToTheReaderThatWaits() {
        #expect(text(machine.next()) == "wait")
        #expect(text(machine.receive(.head(200))) == "deliver head 200")
        #expect(text(machine.next()) == "wait")
        #expect(text(machine.receive(chunk(3))) == "deliver chunk 3")
        #expect(text(machine.next()) == "wait")
        #expect(text(machine.receive(.end)) == "deliver end")
        #expect(text(machine.next()) == "deliver end")
        #expect(text(machine.next()) == "deliver end")
    }

    @Test mutating func eventsAreKeptInOrderForALaterReader() {
        #expect(text(machine.receive(.head(200))) == "keep")
        #expect(text(machine.receive(chunk(1))) == "keep")
        #expect(text(machine.receive(chunk(2))) == "keep")
        #expect(text(machine.receive(.end)) == "keep")
        #expect(text(machine.next()) == "deliver head 200")
        #expect(text(machine.next()) == "deliver chunk 1")
        #expect(text(machine.next()) == "deliver chunk 2")
        #expect(text(machine.next()) == "deliver end")
    }

    @Test mutating func networkPausesWhileTooMuchIsKept() {
        #expect(text(machine.receive(chunk(9))) == "keep")
        #expect(text(machine.receive(chunk(1))) == "keep and pause")
        #expect(machine.isPaused)
        #expect(text(machine.next()) == "deliver chunk 9 and resume")
        #expect(!machine.isPaused)
        #expect(text(machine.next()) == "deliver chunk 1")
        #expect(text(machine.receive(chunk(10))) == "keep and pause")
        #expect(text(machine.receive(chunk(10))) == "keep")
        #expect(text(machine.next()) == "deliver chunk 10")
        #expect(text(machine.next()) == "deliver chunk 10 and resume")
    }

    @Test mutating func readChunksAreReleased() throws {
        _ = machine.receive(chunk(1))
        for count in 2...10_000 {
            _ = machine.receive(chunk(count))
            try #require(text(machine.next()).hasPrefix("deliver chunk \(count - 1)"))
        }
        let kept = Mirror(reflecting: machine).descendant("kept") as? [Machine.Event]
        #expect(try #require(kept).count < 1000)
    }

    @Test mutating func failureComesAfterTheArrivedChunks() {
        #expect(text(machine.receive(chunk(1))) == "keep")
        #expect(text(machine.receive(.failure(Broken()))) == "keep")
        #expect(text(machine.next()) == "deliver chunk 1")
        #expect(text(machine.next()) == "deliver failure broken")
        #expect(text(machine.next()) == "deliver failure broken")
    }

    @Test mutating func nothingFollowsTheLastEvent() {
        #expect(text(machine.receive(.end)) == "keep")
        #expect(text(machine.receive(chunk(1))) == "ignore")
        #expect(text(machine.receive(.failure(Broken()))) == "ignore")
        #expect(text(machine.next()) == "deliver end")
    }

    @Test mutating func cancellationDropsBufferedChunks() {
        #expect(text(machine.receive(chunk(10))) == "keep and pause")
        guard case .abort = machine.cancel(with: CancellationError()) else {
            Issue.record("the network is not told")
            return
        }
        #expect(!machine.isPaused)
        #expect(text(machine.receive(chunk(1))) == "ignore")
        #expect(text(machine.next()) == "deliver failure cancelled")
    }

    @Test mutating func cancellationAfterTheLastEventChangesNothing() {
        #expect(text(machine.receive(chunk(1))) == "keep")
        #expect(text(machine.receive(.end)) == "keep")
        guard case .ignore = machine.cancel(with: CancellationError()) else {
            Issue.record("the network is told of an exchange that is over")
            return
        }
        #expect(text(machine.next()) == "deliver chunk 1")
        #expect(text(machine.next()) == "deliver end")
    }

    @Test mutating func manyKeptEventsStayInOrder() {
        var machine = Machine(highWaterMark: .max)
        for count in 1...1000 { _ = machine.receive(chunk(count)) }
        for count in 1...500 { #expect(text(machine.next()) == "deliver chunk \(count)") }
        for count in 1001...1500 { _ = machine.receive(chunk(count)) }
        for count in 501...1500 { #expect(text(machine.next()) == "deliver chunk \(count)") }
        #expect(text(machine.next()) == "wait")
    }
}
