import TalynCore
import TestSupport
import Testing
import _TalynSupport

@testable import TalynStubs

struct VirtualClockTests {
    @Test func sleepTakesNoRealTime() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) { try await clock.sleep(for: .seconds(86_400 * 365)) }
        #expect(clock.now.offset == .seconds(86_400 * 365))
    }

    @Test func sleepsAddUp() async throws {
        let clock = VirtualClock()
        let start = clock.now
        try await withVirtualTime(clock) {
            try await clock.sleep(for: .seconds(1))
            try await clock.sleep(for: .milliseconds(500))
            try await clock.sleep(for: .zero)
            try await clock.sleep(until: start)
        }
        #expect(start.duration(to: clock.now) == .milliseconds(1500))
        #expect(clock.sleeperCount == 0)
    }

    // MARK: Order

    @Test func sleepersAreWokenByTheirDeadlines() async throws {
        let clock = VirtualClock()
        let woken = Locked<[Int]>([])
        try await withThrowingTaskGroup { group in
            for number in [5, 3, 8, 1, 9, 2, 7, 4, 6, 10] {
                group.addTask {
                    try await clock.sleep(for: .seconds(number))
                    woken.withLock { $0.append(number) }
                }
            }
            await clock.waitForSleepers(count: 10)
            for number in 1...10 {
                await clock.advance(by: .seconds(1))
                try await group.next()
                #expect(woken.withLock { $0 } == Array(1...number))
            }
        }
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func ofSeveralSleepersWithOneDeadlineEachFinishesBeforeTheNextIsWoken() async throws {
        let clock = VirtualClock()
        let events = Locked<[String]>([])
        try await withVirtualTime(clock) {
            try await withThrowingTaskGroup { group in
                for number in 0..<5 {
                    group.addTask {
                        try await clock.sleep(for: .seconds(1))
                        events.withLock { $0.append("\(number) woken") }
                        for _ in 0..<10 { await hop() }
                        events.withLock { $0.append("\(number) done") }
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(events.withLock { $0 } == (0..<5).flatMap { ["\($0) woken", "\($0) done"] })
    }

    @Test func tasksThatTakeTurnsMeetAtTheRightTimes() async throws {
        let clock = VirtualClock()
        let events = Locked<[String]>([])
        @Sendable func tick(_ name: String, every seconds: Int, times: Int) async throws {
            for _ in 0..<times {
                try await clock.sleep(for: .seconds(seconds))
                events.withLock { $0.append("\(name)\(clock.now.offset.components.seconds)") }
            }
        }
        try await withVirtualTime(clock) {
            async let a: Void = tick("a", every: 2, times: 4)
            async let b: Void = tick("b", every: 3, times: 3)
            _ = try await (a, b)
        }
        // At 6 seconds both wake: b went to sleep at 3 seconds, before a did at 4.
        #expect(events.withLock { $0 } == ["a2", "b3", "a4", "b6", "a6", "a8", "b9"])
    }

    // MARK: Cancellation

    @Test func cancelledSleeperIsWokenAtOnce() async throws {
        let clock = VirtualClock()
        let task = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers(count: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now.offset == .zero)
        #expect(clock.sleeperCount == 0)
    }

    @Test func cancelledTaskDoesNotGoToSleep() async throws {
        let clock = VirtualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(5))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now.offset == .zero)
    }

    @Test func timeMovesWithoutCancelledSleepers() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            for _ in 0..<20 {
                let start = clock.now
                try await withThrowingTaskGroup { group in
                    group.addTask { try await clock.sleep(for: .seconds(10)) }
                    group.addTask { try await clock.sleep(for: .seconds(2)) }
                    try await group.next()
                    group.cancelAll()
                }
                #expect(start.duration(to: clock.now) == .seconds(2))
            }
        }
    }

    // MARK: A time limit beside an operation

    @Test func timeLimitEndsALongerSleep() async {
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            for number in 1...100 {
                let limit = TimeLimit(duration: .seconds(5), time: TimeSource(clock))
                let outcome = await limit.outcome { (try? await clock.sleep(for: .seconds(10))) != nil }
                #expect(outcome == nil)
                #expect(clock.now.offset == .seconds(5 * number))
            }
        }
    }

    @Test func timeLimitAllowsAShorterSleep() async {
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            for number in 1...100 {
                let limit = TimeLimit(duration: .seconds(10), time: TimeSource(clock))
                let outcome = await limit.outcome { (try? await clock.sleep(for: .seconds(5))) != nil }
                #expect(outcome == true)
                #expect(clock.now.offset == .seconds(5 * number))
            }
        }
    }

    @Test func everythingWithoutAClockHasThatOfTheScope() async {
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            let time = TimeSource(ContinuousClock())
            let limit = TimeLimit(duration: .seconds(5), time: time)
            #expect(await limit.outcome { (try? await time.sleep(for: .seconds(10))) != nil } == nil)
        }
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func timeLimitOfAnOperationThatDoesNotWaitLeavesNothingWaiting() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let limit = TimeLimit(duration: .seconds(5), time: TimeSource(clock))
            #expect(await limit.outcome { 1 } == 1)
            try await clock.sleep(for: .seconds(10))
        }
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func timeStandsForATimerUntilItIsWaitedFor() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            let timer = TimeSource(clock).timer(for: .seconds(5))
            async let sleeper: Void = clock.sleep(for: .seconds(10))
            await clock.waitForSleepers(count: 1)
            #expect(!clock.canMove)
            #expect(clock.now.offset == .zero)
            try await timer.wait()
            #expect(clock.now.offset == .seconds(5))
            try await sleeper
            #expect(clock.now.offset == .seconds(10))
        }
    }

    @Test func timeStandsForATimerUntilItIsLetGo() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) {
            var timer: TimeSource.Timer? = TimeSource(clock).timer(for: .seconds(5))
            async let sleeper: Void = clock.sleep(for: .seconds(10))
            await clock.waitForSleepers(count: 1)
            #expect(timer != nil)
            #expect(!clock.canMove)
            timer = nil
            try await sleeper
        }
        #expect(clock.now.offset == .seconds(10))
    }

    // MARK: Moving by hand

    @Test func outsideOfAScopeTimeMovesByHandOnly() async throws {
        let clock = VirtualClock()
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers(count: 1)
        await clock.advance(by: .seconds(4))
        #expect(clock.sleeperCount == 1)
        #expect(clock.now.offset == .seconds(4))
        await clock.advance(by: .seconds(-1))
        #expect(clock.now.offset == .seconds(4))
        await clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 0)
        try await sleeper.value
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func taskThatSleepsAgainIsWokenAgainWhileTimeAdvances() async throws {
        let clock = VirtualClock()
        await withVirtualTime(clock) {
            let ticks = Locked(0)
            await withTaskGroup { group in
                group.addTask {
                    while (try? await clock.sleep(for: .seconds(1))) != nil { ticks.withLock { $0 += 1 } }
                }
                await clock.advance(by: .milliseconds(3500))
                #expect(ticks.withLock { $0 } == 3)
                #expect(clock.now.offset == .milliseconds(3500))
                await clock.advance(by: .milliseconds(500))
                #expect(ticks.withLock { $0 } == 4)
                group.cancelAll()
            }
        }
    }

    /// A clock of its own is moved by hand although the test's time passes by itself.
    @Test func clockOfItsOwnStandsInTheScopeOfAnother() async throws {
        let (clock, other) = (VirtualClock(), VirtualClock())
        try await withVirtualTime(other) {
            async let late: Void = clock.sleep(for: .seconds(3))
            try await other.sleep(for: .seconds(100))
            #expect(clock.sleeperCount == 1)
            #expect(clock.now.offset == .zero)
            await clock.advance(by: .seconds(3))
            #expect(clock.sleeperCount == 0)
            try await late
        }
        #expect(other.now.offset == .seconds(100))
    }

    @Test func clockStandsAgainAfterItsScope() async throws {
        let clock = VirtualClock()
        try await withVirtualTime(clock) { try await clock.sleep(for: .seconds(1)) }
        let sleeper = Task { try await clock.sleep(for: .seconds(5)) }
        await clock.waitForSleepers(count: 1)
        await clock.advance(by: .seconds(1))
        #expect(clock.sleeperCount == 1)
        await clock.advance(by: .seconds(4))
        try await sleeper.value
        #expect(clock.now.offset == .seconds(6))
    }

    @Test func waitForSleepersEndsWhenItsTaskIsCancelled() async {
        let clock = VirtualClock()
        let task = Task { await clock.waitForSleepers(count: 1) }
        task.cancel()
        await task.value
        #expect(clock.sleeperCount == 0)
    }

    // MARK: Many

    @Test(.hammer) func aThousandClocksDoNotDisturbEachOther() async throws {
        try await withThrowingTaskGroup { group in
            for number in 1...1000 {
                group.addTask {
                    let clock = VirtualClock()
                    try await withVirtualTime(clock) {
                        let limit = TimeLimit(duration: .seconds(number), time: TimeSource(clock))
                        let outcome = await limit.outcome { (try? await clock.sleep(for: .seconds(2000))) != nil }
                        #expect(outcome == nil)
                        try await clock.sleep(for: .seconds(1))
                    }
                    #expect(clock.now.offset == .seconds(number + 1))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test(.hammer) func aThousandSleepersShareAClock() async throws {
        let clock = VirtualClock()
        let woken = Locked<[Duration]>([])
        try await withVirtualTime(clock) {
            try await withThrowingTaskGroup { group in
                for number in 0..<1000 {
                    group.addTask {
                        try await clock.sleep(until: .init(offset: .milliseconds((number * 7919) % 1009 + 1)))
                        woken.withLock { $0.append(clock.now.offset) }
                    }
                }
                try await group.waitForAll()
            }
        }
        let times = woken.withLock { $0 }
        #expect(times == (0..<1000).map { .milliseconds(($0 * 7919) % 1009 + 1) }.sorted())
    }
}

/// Suspends the task, and lets the others on its executor run.
private func hop() async {
    async let nothing: Void = {}()
    await nothing
}
