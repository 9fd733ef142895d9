import Testing

@testable import TalynPlugins

struct ConnectivityStateMachineTests {
    /// Its place, and the round in which it has to ask.
    private static func enter(_ machine: inout ConnectivityStateMachine<String>, _ waiter: String) -> [Int?] {
        let (id, round) = machine.enter(waiter)
        return [id, round]
    }

    @Test func firstAsksAndTheOthersHearOfIt() {
        var machine = ConnectivityStateMachine<String>()
        expectEqual(Self.enter(&machine, "a"), [1, 1])
        expectEqual(Self.enter(&machine, "b"), [2, nil])
        #expect(!machine.isDisconnected)
        expectEqual(machine.finish(in: 1), ["a", "b"])
        #expect(machine.isIdle)
        expectEqual(Self.enter(&machine, "c"), [3, 2])
    }

    @Test func thereIsNoNetworkUntilThereIs() {
        var machine = ConnectivityStateMachine<String>()
        expectEqual(Self.enter(&machine, "a"), [1, 1])
        expectEqual(machine.disconnect(in: 1), true)
        #expect(machine.isDisconnected)
        expectEqual(Self.enter(&machine, "b"), [2, nil])
        expectEqual(machine.finish(in: 1), ["a", "b"])
        #expect(!machine.isDisconnected)
    }

    @Test func lastLeavingCallEndsTheCheck() {
        var machine = ConnectivityStateMachine<String>()
        expectEqual(Self.enter(&machine, "a"), [1, 1])
        expectEqual(Self.enter(&machine, "b"), [2, nil])
        expectEqual(machine.leave(1), false)
        expectEqual(machine.leave(1), false)
        expectEqual(machine.leave(2), true)
        #expect(machine.isIdle)
        expectEqual(machine.leave(2), false)
    }

    @Test func finishedRoundIsIgnored() {
        var machine = ConnectivityStateMachine<String>()
        expectEqual(Self.enter(&machine, "a"), [1, 1])
        expectEqual(machine.leave(1), true)
        expectEqual(machine.disconnect(in: 1), false)
        expectEqual(machine.finish(in: 1), nil)
        expectEqual(Self.enter(&machine, "b"), [2, 2])
        expectEqual(machine.disconnect(in: 1), false)
        expectEqual(machine.finish(in: 1), nil)
        #expect(!machine.isDisconnected)
        expectEqual(machine.finish(in: 2), ["b"])
        expectEqual(machine.finish(in: 2), nil)
    }
}
