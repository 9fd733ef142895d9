import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct ServerQuotaTests {
    private typealias Machine = RateLimitStateMachine<Int>

    private struct UnexpectedDecision: Error {}

    private static func machine(_ interval: Duration = .zero, maximumDelay: Duration = .seconds(3_600)) -> Machine {
        Machine(interval: interval, burst: 1, maximumDelay: maximumDelay)
    }

    private static func told(_ remaining: Int, of limit: Int? = nil, reset: Int) -> ServerLimits {
        ServerLimits(ServerRateLimit(limit: limit, remaining: remaining, reset: .seconds(reset)))
    }

    private static func retryAfter(_ seconds: Int) -> ServerLimits { ServerLimits(nil, retryAfter: .seconds(seconds)) }

    /// Begins a call: its admission, or nil if it waits.
    @discardableResult
    private static func begin(
        _ machine: inout Machine,
        _ waiter: Int = 0,
        maximumWait: Duration? = nil,
        at seconds: Double
    ) -> Machine.Admission? {
        let entry = machine.enter(
            "a",
            priority: .normal,
            maximumWait: maximumWait,
            now: .seconds(seconds),
            makeWaiter: { waiter }
        )
        return if case .admitted(let admission) = entry.decision { admission } else { nil }
    }

    /// Makes a call whose response tells something.
    private static func call(_ machine: inout Machine, _ limits: ServerLimits?, at seconds: Double) throws {
        let admission = try #require(begin(&machine, at: seconds))
        machine.follow(limits, "a", admission, now: .seconds(seconds))
    }

    private static func served(_ machine: inout Machine, at seconds: Double) -> [Int] {
        machine.serve("a", now: .seconds(seconds)).map(\.waiter)
    }

    @Test func callsWithoutALimitOfTheServerPassAtOnce() throws {
        var machine = Self.machine()
        for _ in 0..<1_000 { try Self.call(&machine, nil, at: 0) }
        #expect(Self.begin(&machine, at: 0)?.hasQuota == false)
    }

    @Test func callsWaitForTheResetWhenNoneRemains() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(0, of: 60, reset: 30), at: 5)
        #expect(Self.begin(&machine, 1, at: 6) == nil)
        #expect(Self.begin(&machine, 2, at: 7) == nil)
        #expect(machine.nextTime(of: "a") == .seconds(35))
        #expect(Self.served(&machine, at: 34.9) == [])
        #expect(Self.served(&machine, at: 35) == [1, 2])
    }

    @Test func manyRemainingCallsPassAtOnce() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(50, of: 100, reset: 30), at: 0)
        for _ in 0..<40 { #expect(Self.begin(&machine, at: 0) != nil) }
        #expect(Self.begin(&machine, at: 0) == nil)
    }

    @Test func lastCallsAreSpreadOverTheTimeThatIsLeft() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(5, of: 100, reset: 30), at: 0)
        for waiter in 1...8 { #expect(Self.begin(&machine, waiter, at: 0) == nil) }
        // Five calls between the response and the reset, evenly.
        for waiter in 1...5 {
            #expect(machine.nextTime(of: "a") == .seconds(5 * waiter))
            #expect(Self.served(&machine, at: Double(5 * waiter)) == [waiter])
        }
        #expect(machine.nextTime(of: "a") == .seconds(30))
        #expect(Self.served(&machine, at: 30) == [6, 7, 8])
    }

    @Test func lastCallsAreAtMostTenSecondsApart() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(2, reset: 3_000), at: 0)
        for waiter in 1...3 { Self.begin(&machine, waiter, at: 0) }
        #expect(machine.nextTime(of: "a") == .seconds(10))
        #expect(Self.served(&machine, at: 10) == [1])
        #expect(Self.served(&machine, at: 20) == [2])
        #expect(machine.nextTime(of: "a") == .seconds(3_000))
    }

    @Test func smallLimitIsUsedUpAtOnce() throws {
        // As Discord's: five calls in five seconds.
        var machine = Self.machine()
        try Self.call(&machine, Self.told(4, of: 5, reset: 5), at: 0)
        for _ in 0..<4 { #expect(Self.begin(&machine, at: 0) != nil) }
        #expect(Self.begin(&machine, 1, at: 0) == nil)
        #expect(machine.nextTime(of: "a") == .seconds(5))
    }

    @Test func callsThatBeganAfterTheAnsweredOneCountAsSent() throws {
        var machine = Self.machine()
        let first = try #require(Self.begin(&machine, at: 0))
        let others = (0..<5).compactMap { _ in Self.begin(&machine, at: 0) }
        #expect(others.count == 5)
        // Three remain, but five more calls are on their way.
        machine.follow(Self.told(3, of: 10, reset: 30), "a", first, now: .seconds(1))
        Self.begin(&machine, 1, at: 1)
        #expect(machine.nextTime(of: "a") == .seconds(31))
        // The response to the last of them knows them all.
        machine.follow(Self.told(3, of: 10, reset: 30), "a", try #require(others.last), now: .seconds(1))
        #expect(Self.served(&machine, at: 1) == [1])
    }

    @Test func responseThatComesLateDoesNotRaiseTheLimit() throws {
        var machine = Self.machine()
        let calls = (0..<4).compactMap { _ in Self.begin(&machine, at: 0) }
        machine.follow(Self.told(0, of: 4, reset: 30), "a", calls[3], now: .seconds(1))
        machine.follow(Self.told(3, of: 4, reset: 30), "a", calls[0], now: .seconds(1))
        #expect(Self.begin(&machine, at: 1) == nil)
    }

    @Test func asManyCallsAsTheServerAllowsPassAfterTheReset() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(0, of: 3, reset: 30), at: 0)
        for waiter in 1...5 { Self.begin(&machine, waiter, at: 0) }
        #expect(Self.served(&machine, at: 30) == [1, 2, 3])
        // No response has told more: one a second.
        #expect(machine.nextTime(of: "a") == .seconds(31))
        #expect(Self.served(&machine, at: 31) == [4])
    }

    @Test func callsPassOneASecondAfterAResetOfAnUnknownLimitUntilAResponse() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.retryAfter(10), at: 0)
        for waiter in 1...5 { Self.begin(&machine, waiter, at: 0) }
        #expect(Self.served(&machine, at: 9.9) == [])
        var admission: Machine.Admission?
        for service in machine.serve("a", now: .seconds(10)) { admission = service.admission }
        #expect(machine.nextTime(of: "a") == .seconds(11))
        #expect(Self.served(&machine, at: 11) == [2])
        // A response without a limit ends it.
        machine.follow(nil, "a", try #require(admission), now: .seconds(11))
        #expect(Self.served(&machine, at: 11) == [3, 4, 5])
        #expect(Self.begin(&machine, at: 11)?.hasQuota == false)
    }

    @Test func responseWithoutALimitKeepsTheOneBeforeTheReset() throws {
        var machine = Self.machine()
        let other = try #require(Self.begin(&machine, at: 0))
        try Self.call(&machine, Self.told(0, reset: 30), at: 0)
        machine.follow(nil, "a", other, now: .seconds(29))
        #expect(Self.begin(&machine, at: 29) == nil)
    }

    @Test func waitThatAServerAsksForCountsBesideItsLimit() throws {
        var machine = Self.machine()
        let other = try #require(Self.begin(&machine, at: 0))
        let limit = ServerRateLimit(limit: 5_000, remaining: 4_000, reset: .seconds(1_800))
        try Self.call(&machine, ServerLimits(limit, retryAfter: .seconds(60)), at: 0)
        // A response on the way doesn't end the wait.
        machine.follow(Self.told(4_000, of: 5_000, reset: 1_800), "a", other, now: .seconds(1))
        machine.follow(nil, "a", other, now: .seconds(1))
        for waiter in 1...3 { #expect(Self.begin(&machine, waiter, at: 1) == nil) }
        #expect(machine.nextTime(of: "a") == .seconds(60))
        #expect(Self.served(&machine, at: 60) == [1, 2, 3])
    }

    @Test func ownLimitIsAnUpperBound() throws {
        var machine = Self.machine(.seconds(1))
        try Self.call(&machine, Self.told(4_999, of: 5_000, reset: 3_600), at: 0)
        #expect(Self.begin(&machine, 1, at: 0) == nil)
        #expect(machine.nextTime(of: "a") == .seconds(1))
        #expect(Self.served(&machine, at: 1) == [1])
    }

    @Test func delayOfTheServerIsBounded() throws {
        for (told, wait) in [(Self.told(0, of: 9, reset: 31_536_000), 60), (Self.retryAfter(31_536_000), 60)] {
            var machine = Self.machine(maximumDelay: .seconds(60))
            try Self.call(&machine, told, at: 0)
            for waiter in 1...3 { Self.begin(&machine, waiter, at: 0) }
            #expect(machine.nextTime(of: "a") == .seconds(wait))
            // The server hasn't accepted new calls then. So they don't come all at once.
            #expect(Self.served(&machine, at: 60) == [1])
            #expect(machine.nextTime(of: "a") == .seconds(61))
        }
    }

    @Test func callThatWouldWaitTooLongIsRejectedWithItsTime() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(0, of: 2, reset: 30), at: 0)
        func retryAfter(_ maximumWait: Duration) -> Duration? {
            let entry = machine.enter("a", priority: .normal, maximumWait: maximumWait, now: .zero, makeWaiter: { 7 })
            return if case .rejected(let retryAfter) = entry.decision { retryAfter } else { nil }
        }
        #expect(retryAfter(.seconds(29)) == .seconds(30))
        #expect(retryAfter(.seconds(30)) == nil)
        #expect(retryAfter(.seconds(30)) == nil)
        // Two pass at the reset, and the third a second later.
        #expect(retryAfter(.seconds(30)) == .seconds(31))
    }

    @Test func waitingCallIsEvictedWhenTheServerStopsCallsForTooLong() throws {
        var machine = Self.machine(.seconds(1))
        let first = try #require(Self.begin(&machine, at: 0))
        #expect(Self.begin(&machine, 1, maximumWait: .seconds(5), at: 0) == nil)
        #expect(Self.begin(&machine, 2, at: 0) == nil)
        machine.follow(Self.retryAfter(20), "a", first, now: .zero)
        let evicted = machine.evictLate("a", now: .zero)
        #expect(evicted.map(\.waiter) == [1])
        #expect(evicted.map(\.retryAfter) == [.seconds(20)])
        #expect(Self.served(&machine, at: 20) == [2])
    }

    @Test func callThatReturnsItsTokenLeavesThatOfTheServerToTheNext() throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(0, of: 1, reset: 30), at: 0)
        for waiter in 1...2 { Self.begin(&machine, waiter, at: 0) }
        let served = machine.serve("a", now: .seconds(30))
        #expect(served.map(\.waiter) == [1])
        #expect(machine.returnToken(of: try #require(served.first?.id), "a", now: .seconds(30)).map(\.waiter) == [2])
    }

    @Test func keysWithAnEndedQuotaAreForgotten() throws {
        var machine = Self.machine()
        for index in 0..<10_000 {
            let now = Duration.seconds(index * 2)
            let entry = machine.enter("\(index)", priority: .normal, maximumWait: nil, now: now, makeWaiter: { 0 })
            guard case .admitted(let admission) = entry.decision else { throw UnexpectedDecision() }
            machine.follow(Self.told(5, reset: 1), "\(index)", admission, now: now)
        }
        #expect(machine.keyCount < 200)
    }

    /// The estimate that decides on rejections is the time at which the calls pass.
    @Test(
        arguments: [
            (5, 100), (15, 100), (15, nil), (0, 3), (4, 5), (0, nil), (40, 400), (1, 1),
        ] as [(Int, Int?)]
    )
    func estimatesAreTheTimesOfTheCalls(remaining: Int, limit: Int?) throws {
        var machine = Self.machine()
        try Self.call(&machine, Self.told(remaining, of: limit, reset: 30), at: 0)
        var passed = 0
        while passed < 100, Self.begin(&machine, maximumWait: .zero, at: 0) != nil { passed += 1 }
        var expected: [Duration] = []
        for waiter in 0..<60 {
            let entry = machine.enter("a", priority: .normal, maximumWait: .zero, now: .zero, makeWaiter: { waiter })
            guard case .rejected(let retryAfter) = entry.decision else { throw UnexpectedDecision() }
            expected.append(retryAfter)
            Self.begin(&machine, waiter, at: 0)
        }
        var actual: [Duration] = []
        while let next = machine.nextTime(of: "a") {
            for _ in machine.serve("a", now: next) { actual.append(next) }
        }
        #expect(actual.count == 60)
        for (expected, actual) in zip(expected, actual) {
            #expect(abs((expected - actual).seconds) < 0.001, "\(expected) \(actual)")
        }
    }
}
