import Testing

@testable import TalynTransfers

struct TransferRateTests {
    private var rate = TransferRate()

    @Test mutating func bytesBeforeTheStartDoNotCount() {
        #expect(rate.throughput(now: .seconds(1)) == 0)
        rate.note(5_000_000, now: .seconds(1))
        #expect(rate.throughput(now: .seconds(1)) == 0)
        rate.note(5_001_000, now: .seconds(2))
        #expect(rate.throughput(now: .seconds(2)) == 1000)
    }

    @Test mutating func onlyTheLastSecondsCount() {
        rate.note(0, now: .zero)
        for second in 1...10 { rate.note(Int64(second) * 1000, now: .seconds(second)) }
        for second in 11...20 { rate.note(10_000 + Int64(second - 10) * 50, now: .seconds(second)) }
        #expect(rate.throughput(now: .seconds(20)) == 50)
    }

    @Test mutating func silenceLowersIt() {
        rate.note(0, now: .zero)
        rate.note(4000, now: .seconds(1))
        #expect(rate.throughput(now: .seconds(1)) == 4000)
        #expect(rate.throughput(now: .seconds(4)) == 1000)
    }

    @Test mutating func rateStartsOverWithTheBody() {
        rate.note(0, now: .zero)
        rate.note(9000, now: .seconds(1))
        rate.note(0, now: .seconds(2))
        #expect(rate.throughput(now: .seconds(2)) == 0)
        rate.note(200, now: .seconds(4))
        #expect(rate.throughput(now: .seconds(4)) == 100)
    }

    @Test mutating func manySmallStepsAreMeasuredToTheLast() {
        for step in 0...100_000 { rate.note(Int64(step), now: .microseconds(step * 100)) }
        #expect(abs(rate.throughput(now: .seconds(10)) - 10_000) < 300)
    }
}
