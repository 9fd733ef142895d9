import Testing
import _TalynSupport

struct FlightTableTests {
    private typealias Table = FlightTable<String, Bool, Int>

    private var table = Table()

    /// Joins as a caller does.
    private mutating func join(_ key: String, as waiter: Int) -> (ticket: FlightTicket, isFirst: Bool) {
        table.join(key, as: waiter, startingWith: false)
    }

    @Test mutating func firstWaiterStartsTheFlight() {
        let first = join("a", as: 1)
        let second = join("a", as: 2)
        let other = join("b", as: 3)
        #expect([first.isFirst, second.isFirst, other.isFirst] == [true, false, true])
        #expect(first.ticket.flight == second.ticket.flight)
        #expect(first.ticket.flight != other.ticket.flight)
        #expect(Set([first.ticket, second.ticket, other.ticket]).count == 3)
        #expect(table.waiterCount == 3)
        #expect(!table.isEmpty)
    }

    @Test mutating func finishTellsTheWaitersInTheirOrder() {
        let tickets = (1...5).map { join("a", as: $0).ticket }
        #expect(table[tickets[0].flight]?.waiters == [1, 2, 3, 4, 5])
        #expect(table.leave(tickets[2]) == false)
        #expect(table.finish(tickets[0].flight)?.waiters == [1, 2, 4, 5])
        #expect(table.isEmpty)
        #expect(table[tickets[0].flight] == nil)
        #expect(table.finish(tickets[0].flight) == nil, "it has been finished")
    }

    @Test mutating func leavingTwiceCountsOnce() {
        let first = join("a", as: 1).ticket
        let second = join("a", as: 2).ticket
        #expect(table.leave(first) == false)
        #expect(table.leave(first) == false)
        #expect(table[second.flight]?.waiters == [2])
        #expect(table.leave(second) == true)
        #expect(table.leave(second) == false)
    }

    @Test mutating func flightGoesOnWithoutWaiters() {
        let ticket = join("a", as: 1).ticket
        #expect(table.leave(ticket) == true)
        #expect(table.flight(for: "a") == ticket.flight)
        #expect(join("a", as: 2).isFirst == false)
        #expect(table.finish(ticket.flight)?.waiters == [2])
    }

    @Test mutating func leavingAfterTheFinishDoesNothing() {
        let old = join("a", as: 1).ticket
        #expect(table.finish(old.flight)?.waiters == [1])
        let new = join("a", as: 2).ticket
        #expect(table.leave(old) == false)
        #expect(table[new.flight]?.waiters == [2])
    }

    @Test mutating func callAfterTheFinishStartsItsOwnFlight() {
        let old = join("a", as: 1).ticket
        #expect(table.finish(old.flight)?.waiters == [1])
        let (new, isFirst) = join("a", as: 2)
        #expect(isFirst)
        #expect(new.flight != old.flight)
        // What ended comes to its end again only now.
        #expect(table.finish(old.flight) == nil)
        #expect(join("a", as: 3).isFirst == false, "the new flight is still under way")
        #expect(table.finish(new.flight)?.waiters == [2, 3])
    }

    @Test mutating func closedFlightKeepsItsWaitersAndGetsNoOthers() {
        let old = join("a", as: 1).ticket
        #expect(table.close("a") == old.flight)
        #expect(table.close("a") == nil)
        let (new, isFirst) = join("a", as: 2)
        #expect(isFirst)
        #expect(table.finish(old.flight)?.waiters == [1])
        #expect(table.flight(for: "a") == new.flight)
    }

    @Test mutating func flightStartsWithoutWaiters() {
        let flight = table.start("a", true)
        #expect(table[flight]?.state == true)
        table[flight]?.state = false
        #expect(join("a", as: 1).ticket.flight == flight)
        #expect(table[flight]?.state == false)
    }

    @Test mutating func manyFlightsEndInTheOrderOfTheirWaiters() {
        for (index, key) in ["a", "b", "c", "b", "a", "c"].enumerated() { _ = join(key, as: index) }
        #expect(table.finishAll { $0 != "c" } == [0, 1, 3, 4])
        #expect(Array(table.keys) == ["c"])
    }

    @Test mutating func keysAreIndependent() {
        let a = join("a", as: 1).ticket
        let b = join("b", as: 2).ticket
        #expect(table.leave(a) == true)
        #expect(table.finish(b.flight)?.waiters == [2])
        #expect(table.finish(a.flight)?.waiters == [])
        #expect(table.isEmpty)
    }

    /// Every order in which three waiters for a key come, leave and see the flight end. The last one that leaves ends it, too.
    @Test func everyOrderEndsIdle() {
        enum Step: Equatable {
            case join(Int)
            case leave(Int)
            case finish
        }
        func permutations(_ steps: [Step]) -> [[Step]] {
            guard !steps.isEmpty else { return [[]] }
            return steps.indices.flatMap { index in
                var rest = steps
                let step = rest.remove(at: index)
                return permutations(rest).map { [step] + $0 }
            }
        }
        let orders = permutations([.join(0), .join(1), .join(2), .leave(0), .leave(1), .finish])
        for order in orders {
            var table = Table()
            var tickets: [Int: FlightTicket] = [:]
            var waiting: [Int] = []  // Who waits for the flight under way, as it should be.
            for step in order {
                switch step {
                case .join(let waiter):
                    let (ticket, isFirst) = table.join("a", as: waiter, startingWith: false)
                    #expect(isFirst == waiting.isEmpty, "\(order)")
                    tickets[waiter] = ticket
                    waiting.append(waiter)
                case .leave(let waiter):
                    guard let ticket = tickets[waiter] else { continue }
                    let isLast = table.leave(ticket)
                    #expect(isLast == (waiting == [waiter]), "\(order)")
                    if isLast { #expect(table.finish(ticket.flight)?.waiters == []) }
                    waiting.removeAll { $0 == waiter }
                case .finish:
                    guard let waiter = waiting.first, let ticket = tickets[waiter] else { continue }
                    #expect(table.finish(ticket.flight)?.waiters == waiting, "\(order)")
                    waiting = []
                }
                #expect(table.isEmpty == waiting.isEmpty, "\(order)")
            }
        }
        #expect(orders.count == 720)
    }
}
