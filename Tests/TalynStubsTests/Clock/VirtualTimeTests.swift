import Testing

@testable import TalynStubs

struct VirtualTimeTests {
    private typealias Time = VirtualTime<String>

    /// Lets somebody sleep.
    @discardableResult
    private func sleep(_ name: String, until seconds: Int, in time: inout Time) -> Time.Place {
        let place = time.reserve(until: .seconds(seconds))
        _ = time.claim(place, name)
        return place
    }

    @Test func sleepersWakeByDeadlineAndThenByArrival() {
        var time = Time()
        for (name, seconds) in [("c", 2), ("a", 1), ("d", 2), ("b", 1), ("e", 3)] {
            sleep(name, until: seconds, in: &time)
        }
        var order: [String] = []
        var times: [Duration] = []
        while let name = time.step() {
            order.append(name)
            times.append(time.now)
        }
        #expect(order == ["a", "b", "c", "d", "e"])
        #expect(times == [.seconds(1), .seconds(1), .seconds(2), .seconds(2), .seconds(3)])
        #expect(!time.canMove)
    }

    @Test func timeDoesNotPassATimerThatIsNotWaitedForYet() {
        var time = Time()
        let timer = time.reserve(until: .seconds(5))
        sleep("late", until: 10, in: &time)
        #expect(!time.canMove)
        #expect(time.step() == nil)
        #expect(time.now == .zero)
        #expect(time.claim(timer, "timer") == .waits)
        #expect(time.canMove)
        #expect(time.step() == "timer")
        #expect(time.now == .seconds(5))
        #expect(time.step() == "late")
    }

    @Test func timerThatIsLetGoKeepsNobody() {
        var time = Time()
        let timer = time.reserve(until: .seconds(5))
        sleep("late", until: 10, in: &time)
        #expect(time.leave(timer) == nil)
        #expect(time.step() == "late")
        #expect(time.now == .seconds(10))
        #expect(time.claim(timer, "timer") == .isGone)
    }

    @Test func handPassesTimersThatNobodyWaitsFor() {
        var time = Time()
        let timer = time.reserve(until: .seconds(5))
        sleep("early", until: 6, in: &time)
        sleep("late", until: 10, in: &time)
        #expect(time.step(upTo: .seconds(8)) == "early")
        #expect(time.step(upTo: .seconds(8)) == nil)
        time.advance(to: .seconds(8))
        #expect(time.now == .seconds(8))
        #expect(time.claim(timer, "timer") == .isDue)
        #expect(time.step() == "late")
    }

    @Test func leavingSleeperIsNotWoken() {
        var time = Time()
        let place = sleep("a", until: 1, in: &time)
        sleep("b", until: 1, in: &time)
        #expect(time.sleeperCount == 2)
        #expect(time.leave(place) == "a")
        #expect(time.leave(place) == nil)
        #expect(time.sleeperCount == 1)
        #expect(time.step() == "b")
    }

    @Test func timeDoesNotGoBack() {
        var time = Time()
        time.advance(to: .seconds(5))
        time.advance(to: .seconds(3))
        #expect(time.now == .seconds(5))
        #expect(time.claim(time.reserve(until: .seconds(2)), "a") == .isDue)
        #expect(time.sleeperCount == 0)
    }

    @Test func thousandsAreWokenInOrder() {
        var time = Time()
        var deadlines: [Int] = []
        for number in 0..<5000 {
            let seconds = (number * 7919) % 1009
            let place = sleep("\(seconds)", until: seconds + 1, in: &time)
            if number.isMultiple(of: 3) { _ = time.leave(place) } else { deadlines.append(seconds) }
        }
        var order: [Int] = []
        while let name = time.step(), let seconds = Int(name) { order.append(seconds) }
        #expect(order == deadlines.sorted())
    }
}
