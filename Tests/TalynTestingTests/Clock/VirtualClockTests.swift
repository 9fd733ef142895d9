import Testing

@testable import Talyn
@testable import TalynStubs

struct VirtualClockTests {
    @Test func nobodyWaitsInRealTime() async throws {
        let clock = VirtualClock()
        let duration = try await ContinuousClock().measure { try await clock.sleep(for: .seconds(86_400)) }
        #expect(clock.now.offset == .seconds(86_400))
        #expect(duration < .seconds(20))
    }

    @Test func timeIsTakenUpWhereItStands() async throws {
        let clock = VirtualClock()
        let start = clock.now
        try await clock.sleep(for: .seconds(1))
        try await clock.sleep(for: .milliseconds(500))
        try await clock.sleep(for: .zero)
        try await clock.sleep(until: start)
        #expect(start.duration(to: clock.now) == .milliseconds(1500))
        #expect(clock.sleeperCount == 0)
    }

    // MARK: Order

    @Test func sleepersAreWokenByTheirDeadlines() async throws {
        let clock = VirtualClock(movesOnlyByHand: true)
        let woken = Locked<[Int]>([])
        try await withThrowingTaskGroup { group in
            for number in [5, 3, 8, 1, 9, 2, 7, 4, 6, 10] {
                group.addTask {
                    try await clock.sleep(for: .seconds(number))
                    woken.withLock { $0.append(number) }
                }
            }
            while clock.sleeperCount < 10 { await Task.yield() }
            await clock.advance(by: .seconds(10))
            try await group.waitForAll()
        }
        #expect(woken.withLock { $0 } == Array(1...10))
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func ofSeveralWithOneDeadlineEachIsDoneBeforeTheNextIsWoken() async throws {
        let clock = VirtualClock(movesOnlyByHand: true)
        let events = Locked<[String]>([])
        try await withThrowingTaskGroup { group in
            for number in 0..<5 {
                group.addTask {
                    try await clock.sleep(for: .seconds(1))
                    events.withLock { $0.append("\(number) woken") }
                    for _ in 0..<10 { await Task.yield() }
                    events.withLock { $0.append("\(number) done") }
                }
                // One comes after the other.
                while clock.sleeperCount <= number { await Task.yield() }
            }
            await clock.advance(by: .seconds(1))
            try await group.waitForAll()
        }
        #expect(events.withLock { $0 } == (0..<5).flatMap { ["\($0) woken", "\($0) done"] })
    }

    @Test func tasksThatTakeTurnsMeetAtTheRightTimes() async throws {
        let clock = VirtualClock()
        // Both begin before any time passes.
        var start: TimeSource.Timer? = TimeSource(clock).timer(for: .zero)
        let events = Locked<[String]>([])
        func tick(_ name: String, every seconds: Int, times: Int) async throws {
            for _ in 0..<times {
                try await clock.sleep(for: .seconds(seconds))
                events.withLock { $0.append("\(name)\(clock.now.offset.components.seconds)") }
            }
        }
        async let a: Void = tick("a", every: 2, times: 4)
        async let b: Void = tick("b", every: 3, times: 3)
        while clock.sleeperCount < 2 { await Task.yield() }
        #expect(start != nil)
        start = nil
        _ = try await (a, b)
        let order = events.withLock { $0 }
        #expect(order.prefix(3) == ["a2", "b3", "a4"])
        #expect(Set(order[3...4]) == ["a6", "b6"])
        #expect(order.suffix(2) == ["a8", "b9"])
    }

    // MARK: Cancellation

    @Test func whoIsCancelledIsWokenAtOnce() async throws {
        let clock = VirtualClock(movesOnlyByHand: true)
        let task = Task { try await clock.sleep(for: .seconds(5)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now.offset == .zero)
        #expect(clock.sleeperCount == 0)
    }

    @Test func whoWasCancelledBeforeDoesNotSleep() async throws {
        let clock = VirtualClock()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await clock.sleep(for: .seconds(5))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(clock.now.offset == .zero)
    }

    @Test func timeGoesOnWithoutThoseWhoAreCancelled() async throws {
        let clock = VirtualClock()
        for _ in 0..<20 {
            let start = clock.now
            try await withThrowingTaskGroup { group in
                group.addTask { try await clock.sleep(for: .seconds(10)) }
                group.addTask { try await clock.sleep(for: .seconds(2)) }
                // Whoever is first wakes the others by cancelling them.
                try await group.next()
                group.cancelAll()
            }
            #expect(start.duration(to: clock.now) == .seconds(2))
        }
    }

    // MARK: A time limit beside an operation

    @Test func timeLimitEndsWhatSleepsLonger() async {
        let clock = VirtualClock()
        for number in 1...100 {
            let limit = TimeLimit(duration: .seconds(5), time: TimeSource(clock))
            let outcome = await limit.outcome { (try? await clock.sleep(for: .seconds(10))) != nil }
            #expect(outcome == nil)
            #expect(clock.now.offset == .seconds(5 * number))
        }
    }

    @Test func timeLimitLeavesWhatSleepsLess() async {
        let clock = VirtualClock()
        for number in 1...100 {
            let limit = TimeLimit(duration: .seconds(10), time: TimeSource(clock))
            let outcome = await limit.outcome { (try? await clock.sleep(for: .seconds(5))) != nil }
            #expect(outcome == true)
            #expect(clock.now.offset == .seconds(5 * number))
        }
    }

    @Test func timeLimitWorksWithinTheTimeOfAScope() async {
        let clock = VirtualClock()
        let scope = CallScope(transport: FixedTransport(""), time: TimeSource(clock))
        await CallScope.$current.withValue(scope) {
            let time = TimeSource(ContinuousClock())
            let limit = TimeLimit(duration: .seconds(5), time: time)
            #expect(await limit.outcome { (try? await time.sleep(for: .seconds(10))) != nil } == nil)
        }
        #expect(clock.now.offset == .seconds(5))
    }

    @Test func timeLimitOfWhatDoesNotWaitLeavesNothingBehind() async throws {
        let clock = VirtualClock()
        let limit = TimeLimit(duration: .seconds(5), time: TimeSource(clock))
        #expect(await limit.outcome { 1 } == 1)
        try await clock.sleep(for: .seconds(10))
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func timeStandsForATimerUntilItIsWaitedFor() async throws {
        let clock = VirtualClock()
        let timer = TimeSource(clock).timer(for: .seconds(5))
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        for _ in 0..<5_000 { await Task.yield() }
        #expect(clock.now.offset == .zero)
        try await timer.wait()
        #expect(clock.now.offset == .seconds(5))
        try await sleeper.value
        #expect(clock.now.offset == .seconds(10))
    }

    @Test func timeStandsForATimerUntilItIsLetGo() async throws {
        let clock = VirtualClock()
        var timer: TimeSource.Timer? = TimeSource(clock).timer(for: .seconds(5))
        let sleeper = Task { try await clock.sleep(for: .seconds(10)) }
        while clock.sleeperCount == 0 { await Task.yield() }
        #expect(timer != nil)
        timer = nil
        try await sleeper.value
        #expect(clock.now.offset == .seconds(10))
    }

    // MARK: Moving by hand

    @Test func timeThatMovesByHandMovesByHandOnly() async throws {
        let clock = VirtualClock(movesOnlyByHand: true)
        let ticks = Locked(0)
        let task = Task {
            while true {
                try await clock.sleep(for: .seconds(1))
                ticks.withLock { $0 += 1 }
            }
        }
        while clock.sleeperCount == 0 { await Task.yield() }
        for _ in 0..<5_000 { await Task.yield() }
        #expect(ticks.withLock { $0 } == 0)
        await clock.advance(by: .milliseconds(3500))
        #expect(ticks.withLock { $0 } == 3)
        #expect(clock.now.offset == .milliseconds(3500))
        await clock.advance(by: .milliseconds(500))
        #expect(ticks.withLock { $0 } == 4)
        await clock.advance(by: .seconds(-1))
        #expect(clock.now.offset == .seconds(4))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func timeThatJumpsCanBeMovedToo() async throws {
        let clock = VirtualClock()
        await clock.advance(by: .seconds(7))
        #expect(clock.now.offset == .seconds(7))
        try await clock.sleep(for: .seconds(3))
        #expect(clock.now.offset == .seconds(10))
    }

    // MARK: Under load

    @Test func aThousandClocksDoNotDisturbEachOther() async throws {
        try await withThrowingTaskGroup { group in
            for number in 1...1000 {
                group.addTask {
                    let clock = VirtualClock()
                    let limit = TimeLimit(duration: .seconds(number), time: TimeSource(clock))
                    let outcome = await limit.outcome { (try? await clock.sleep(for: .seconds(2000))) != nil }
                    #expect(outcome == nil)
                    try await clock.sleep(for: .seconds(1))
                    #expect(clock.now.offset == .seconds(number + 1))
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aThousandSleepersShareAClock() async throws {
        let clock = VirtualClock()
        let woken = Locked<[Duration]>([])
        try await withThrowingTaskGroup { group in
            for number in 0..<1000 {
                group.addTask {
                    try await clock.sleep(until: .init(offset: .milliseconds((number * 7919) % 1009 + 1)))
                    woken.withLock { $0.append(clock.now.offset) }
                }
            }
            try await group.waitForAll()
        }
        let times = woken.withLock { $0 }
        #expect(times == times.sorted())
        #expect(times.count == 1000)
    }

    /// What never rests would keep the time standing for ever if the clock waited for it.
    @Test func timePassesBesideSomebodyWhoNeverRests() async throws {
        let clock = VirtualClock()
        let restless = Task {
            while !Task.isCancelled {
                let sleeper = Task { try await clock.sleep(for: .seconds(3600)) }
                await Task.yield()
                sleeper.cancel()
                _ = await sleeper.result
            }
        }
        try await clock.sleep(for: .seconds(1))
        #expect(clock.now.offset == .seconds(1))
        restless.cancel()
        await restless.value
    }
}
