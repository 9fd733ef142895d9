import Testing

@testable import TalynPlugins

struct CoalescingStateMachineTests {
    private typealias Machine = CoalescingStateMachine<String, Int>

    private var machine = Machine()

    @Test mutating func firstJoinerStartsTheRequest() {
        let first = machine.join("a", as: 1)
        let second = machine.join("a", as: 2)
        let other = machine.join("b", as: 3)
        #expect([first.isFirst, second.isFirst, other.isFirst] == [true, false, true])
        #expect(first.ticket.request == second.ticket.request)
        #expect(first.ticket.request != other.ticket.request)
        #expect(Set([first.ticket, second.ticket, other.ticket]).count == 3)
        #expect(!machine.isEmpty)
    }

    @Test mutating func finishTellsTheJoinersInTheirOrder() {
        let tickets = (1...5).map { machine.join("a", as: $0).ticket }
        #expect(machine.joiners(of: tickets[0].request) == [1, 2, 3, 4, 5])
        #expect(machine.leave(tickets[2]) == false)
        #expect(machine.finish(tickets[0].request) == [1, 2, 4, 5])
        #expect(machine.isEmpty)
        #expect(machine.joiners(of: tickets[0].request) == [])
        #expect(machine.finish(tickets[0].request) == [], "it has been finished")
    }

    @Test mutating func lastLeaverCancelsTheRequest() {
        let first = machine.join("a", as: 1).ticket
        let second = machine.join("a", as: 2).ticket
        #expect(machine.leave(first) == false)
        #expect(!machine.isEmpty)
        #expect(machine.leave(second) == true)
        #expect(machine.isEmpty)
    }

    @Test mutating func leavingTwiceCountsOnce() {
        let first = machine.join("a", as: 1).ticket
        let second = machine.join("a", as: 2).ticket
        #expect(machine.leave(first) == false)
        #expect(machine.leave(first) == false)
        #expect(machine.joiners(of: second.request) == [2])
        #expect(machine.leave(second) == true)
        #expect(machine.leave(second) == false)
        #expect(machine.isEmpty)
    }

    @Test mutating func leavingAfterTheFinishDoesNothing() {
        let ticket = machine.join("a", as: 1).ticket
        #expect(machine.finish(ticket.request) == [1])
        #expect(machine.leave(ticket) == false)
        #expect(machine.isEmpty)
    }

    @Test mutating func finishOfACancelledRequestReachesNobody() {
        let ticket = machine.join("a", as: 1).ticket
        #expect(machine.leave(ticket) == true)
        #expect(machine.finish(ticket.request) == [])
        #expect(machine.isEmpty)
    }

    @Test mutating func callAfterACancellationStartsItsOwnRequest() {
        let old = machine.join("a", as: 1).ticket
        #expect(machine.leave(old) == true)
        let (new, isFirst) = machine.join("a", as: 2)
        #expect(isFirst)
        #expect(new.request != old.request)
        // The cancelled one comes to its end only now.
        #expect(machine.finish(old.request) == [])
        #expect(machine.leave(old) == false)
        #expect(machine.join("a", as: 3).isFirst == false, "the new request is still under way")
        #expect(machine.finish(new.request) == [2, 3])
        #expect(machine.isEmpty)
    }

    @Test mutating func callAfterTheFinishStartsItsOwnRequest() {
        let old = machine.join("a", as: 1).ticket
        #expect(machine.finish(old.request) == [1])
        let (new, isFirst) = machine.join("a", as: 2)
        #expect(isFirst)
        #expect(new.request != old.request)
        #expect(machine.finish(new.request) == [2])
    }

    @Test mutating func keysAreIndependent() {
        let a = machine.join("a", as: 1).ticket
        let b = machine.join("b", as: 2).ticket
        #expect(machine.leave(a) == true)
        #expect(machine.joiners(of: b.request) == [2])
        #expect(machine.finish(b.request) == [2])
        #expect(machine.isEmpty)
    }

    /// Every order in which three joiners of a key come, leave and see the request finish.
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
            var machine = Machine()
            var tickets: [Int: Machine.Ticket] = [:]
            var waiting: [Int] = []  // Who waits for the request under way, as it should be.
            for step in order {
                switch step {
                case .join(let joiner):
                    let (ticket, isFirst) = machine.join("a", as: joiner)
                    #expect(isFirst == waiting.isEmpty, "\(order)")
                    tickets[joiner] = ticket
                    waiting.append(joiner)
                case .leave(let joiner):
                    guard let ticket = tickets[joiner] else { continue }
                    #expect(machine.leave(ticket) == (waiting == [joiner]), "\(order)")
                    waiting.removeAll { $0 == joiner }
                case .finish:
                    guard let joiner = waiting.first, let ticket = tickets[joiner] else { continue }
                    #expect(machine.finish(ticket.request) == waiting, "\(order)")
                    waiting = []
                }
                #expect(machine.isEmpty == waiting.isEmpty, "\(order)")
            }
        }
        #expect(orders.count == 720)
    }
}
