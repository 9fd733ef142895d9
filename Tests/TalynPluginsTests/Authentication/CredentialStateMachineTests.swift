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
        let refresh = try #require(machine.renew(version, isRejected: true, now: .zero, 1).started)
        try #require(machine.renew(version, isRejected: true, now: .zero, 2).isWaiting)
        try #require(machine.begin(3).isWaiting)
        let (waiters, outcome, _) = machine.finish(refresh.flight, with: .success("b"), now: .zero)
        #expect(waiters == [1, 2, 3])
        #expect(try outcome.get().credential == "b")
        let newer = try #require(machine.renew(version, isRejected: true, now: .zero, 4).proceeding)
        #expect(newer.credential == "b")
        #expect(!machine.isRefreshing)
    }

    @Test mutating func leavingCallIsNotNotified() throws {
        let ticket = try #require(machine.renew(machine.version, isRejected: true, now: .zero, 1).started)
        try #require(machine.begin(2).isWaiting)
        machine.leave(ticket)
        machine.leave(ticket)
        #expect(machine.isRefreshing, "the others wait for it")
        #expect(machine.finish(ticket.flight, with: .success("b"), now: .zero).waiters == [2])
    }

    @Test mutating func refreshThatEndsTooLateIsIgnored() throws {
        let refresh = try #require(machine.renew(machine.version, isRejected: true, now: .zero, 1).started)
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
        let refresh = try #require(machine.renew(machine.version, isRejected: false, now: .zero, 1).started)
        try #require(machine.begin(2).isWaiting)
        let (waiters, outcome, _) = machine.finish(refresh.flight, with: .failure(error), now: .seconds(1))
        #expect(waiters == [1, 2])
        #expect(try outcome.get().credential == "a")
        // For a while, no call asks again.
        #expect(machine.renew(machine.version, isRejected: false, now: .seconds(30), 3).proceeding != nil)
        let next = try #require(machine.renew(machine.version, isRejected: false, now: .seconds(31), 4).started)
        // A server rejects it meanwhile.
        try #require(machine.renew(machine.version, isRejected: true, now: .seconds(31), 5).isWaiting)
        #expect(throws: AuthenticationError.self) {
            try machine.finish(next.flight, with: .failure(error), now: .seconds(32)).outcome.get()
        }
    }

    /// The server may have replaced the credential.
    @Test mutating func successAfterTheTimeLimitCounts() throws {
        let error = AuthenticationError(.refreshFailed)
        let refresh = try #require(machine.renew(machine.version, isRejected: true, now: .zero, 1).started)
        #expect(machine.timeOut(refresh.flight, with: error, now: .seconds(60)).waiters == [1])
        let next = try #require(machine.renew(machine.version, isRejected: true, now: .seconds(61), 2).started)
        #expect(machine.finish(refresh.flight, with: .success("b"), now: .seconds(62)).waiters == [2])
        #expect(machine.version.credential == "b")
        #expect(machine.finish(next.flight, with: .success("c"), now: .seconds(63)).waiters == [])
        #expect(machine.version.credential == "b")
    }

    @Test(arguments: [-1, 0])
    mutating func noRefreshAtAllIsALimitToo(maximum: Int) throws {
        machine = Machine(credential: "a", canObtain: false, maximumRefreshes: maximum, window: .seconds(30))
        let step = machine.renew(machine.version, isRejected: true, now: .zero, 1)
        #expect(step.error?.reason == .tooManyRefreshes)
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

extension CredentialStateMachine.Step {
    fileprivate var proceeding: CredentialVersion<Credential>? {
        if case .proceed(let version) = self { version } else { nil }
    }

    fileprivate var started: FlightTicket? { if case .start(_, let ticket) = self { ticket } else { nil } }

    fileprivate var isWaiting: Bool { if case .wait = self { true } else { false } }

    fileprivate var error: AuthenticationError? { if case .fail(let error) = self { error } else { nil } }
}
