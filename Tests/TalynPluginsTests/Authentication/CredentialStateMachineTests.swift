import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct CredentialStateMachineTests {
    private typealias Machine = CredentialStateMachine<String, Int>

    private var machine = Machine(credential: "a", canObtain: false, maximumRefreshes: 5, window: .seconds(30))

    @Test mutating func firstToBeRefusedStartsTheOnlyRefresh() throws {
        let version = machine.version
        guard case .start(1, let refresh) = machine.renew(version, isRejected: true, now: .zero, 1),
            case .wait(2, _) = machine.renew(version, isRejected: true, now: .zero, 2),
            case .wait(3, _) = machine.begin(3)
        else { return #expect(Bool(false)) }
        let (waiters, outcome, _) = machine.finish(refresh.flight, with: .success("b"), now: .zero)
        #expect(waiters == [1, 2, 3])
        #expect(try outcome.get().credential == "b")
        guard case .proceed(let newer) = machine.renew(version, isRejected: true, now: .zero, 4) else {
            return #expect(Bool(false))
        }
        #expect(newer.credential == "b")
        #expect(!machine.isRefreshing)
    }

    @Test mutating func leavingCallIsNotNotified() {
        guard case .start(1, let ticket) = machine.renew(machine.version, isRejected: true, now: .zero, 1),
            case .wait(2, _) = machine.begin(2)
        else { return #expect(Bool(false)) }
        machine.leave(ticket)
        machine.leave(ticket)
        #expect(machine.isRefreshing, "the others wait for it")
        #expect(machine.finish(ticket.flight, with: .success("b"), now: .zero).waiters == [2])
    }

    @Test mutating func refreshThatEndsTooLateIsIgnored() {
        guard case .start(1, let refresh) = machine.renew(machine.version, isRejected: true, now: .zero, 1) else {
            return #expect(Bool(false))
        }
        #expect(machine.replace(with: "set") == [1])
        #expect(machine.finish(refresh.flight, with: .success("b"), now: .zero).waiters == [])
        #expect(machine.version.credential == "set")
        #expect(
            machine.finish(refresh.flight, with: .failure(AuthenticationError(.refreshFailed)), now: .zero).waiters
                == []
        )
        #expect(machine.version.failures == 0)
    }

    /// The credential may still be valid. The server decides.
    @Test mutating func failedRefreshBeforeARejectionStopsNoCall() throws {
        let error = AuthenticationError(.refreshFailed)
        guard case .start(1, let refresh) = machine.renew(machine.version, isRejected: false, now: .zero, 1),
            case .wait(2, _) = machine.begin(2)
        else { return #expect(Bool(false)) }
        let (waiters, outcome, _) = machine.finish(refresh.flight, with: .failure(error), now: .seconds(1))
        #expect(waiters == [1, 2])
        #expect(try outcome.get().credential == "a")
        // For a while, no call asks again.
        guard case .proceed = machine.renew(machine.version, isRejected: false, now: .seconds(30), 3),
            case .start(4, let next) = machine.renew(machine.version, isRejected: false, now: .seconds(31), 4),
            // A server rejects it meanwhile.
            case .wait(5, _) = machine.renew(machine.version, isRejected: true, now: .seconds(31), 5)
        else { return #expect(Bool(false)) }
        #expect(throws: AuthenticationError.self) {
            try machine.finish(next.flight, with: .failure(error), now: .seconds(32)).outcome.get()
        }
    }

    /// The server may have replaced the credential.
    @Test mutating func successAfterTheTimeLimitCounts() {
        let error = AuthenticationError(.refreshFailed)
        guard case .start(1, let refresh) = machine.renew(machine.version, isRejected: true, now: .zero, 1) else {
            return #expect(Bool(false))
        }
        #expect(machine.timeOut(refresh.flight, with: error, now: .seconds(60)).waiters == [1])
        guard case .start(2, let next) = machine.renew(machine.version, isRejected: true, now: .seconds(61), 2)
        else {
            return #expect(Bool(false))
        }
        #expect(machine.finish(refresh.flight, with: .success("b"), now: .seconds(62)).waiters == [2])
        #expect(machine.version.credential == "b")
        #expect(machine.finish(next.flight, with: .success("c"), now: .seconds(63)).waiters == [])
        #expect(machine.version.credential == "b")
    }

    @Test(arguments: [-1, 0])
    mutating func noRefreshAtAllIsALimitToo(maximum: Int) {
        machine = Machine(credential: "a", canObtain: false, maximumRefreshes: maximum, window: .seconds(30))
        guard case .fail(let error) = machine.renew(machine.version, isRejected: true, now: .zero, 1) else {
            return #expect(Bool(false))
        }
        #expect(error.reason == .tooManyRefreshes)
    }

    /// Every order of this number of events.
    @Test(.hammer, .serialized, arguments: [(nil, false), (nil, true), (1, false), (1, true)] as [(Int?, Bool)])
    func everyOrderKeepsTheRules(credential: Int?, canObtain: Bool) {
        var count = 0
        var isWrong = false
        func explore(_ world: CredentialWorld, _ depth: Int) {
            count += 1
            guard depth > 0 else { return }
            for event in world.possible where !isWrong {
                var next = world
                next.happen(event)
                isWrong = next.isWrong
                explore(next, depth - 1)
            }
        }
        explore(CredentialWorld(calls: 3, credential: credential, canObtain: canObtain), 6)
        #expect(isWrong || count > 5_000)
    }

    @Test(.hammer, .serialized, arguments: 0..<20)
    func randomWalkKeepsTheRules(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var world = CredentialWorld(
            calls: 200,
            credential: seed % 3 == 0 ? nil : 1,
            canObtain: seed % 2 == 0
        )
        for _ in 0..<2_000 {
            let event = try #require(world.possible.randomElement(using: &generator))
            // Rarely, so that refreshes have a chance to end.
            if case .set = event, generator.next() % 8 != 0 { continue }
            world.happen(event)
        }
        #expect(!world.starts.isEmpty)
    }
}
