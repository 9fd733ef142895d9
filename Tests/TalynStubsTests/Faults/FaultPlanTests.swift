import Testing
import _TalynSupport

@testable import TalynStubs

struct FaultPlanTests {
    private func latencies(_ latency: Fault.Latency, seed: UInt64 = 1, count: Int = 10_000) -> [Double] {
        let script = FaultScript(.latency(latency), seed: seed)
        return (1...count).map { script.plan(forCall: $0).latency.seconds }
    }

    private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

    // MARK: Chance

    @Test func sameSeedDecidesTheSame() {
        let script = { (seed: UInt64) in
            FaultScript(
                .latency(.exponential(mean: .seconds(1))),
                .chunks(of: 1...1000),
                .failing(.timeout, rate: 0.5),
                seed: seed
            )
        }
        let plans = { (seed: UInt64) in (1...100).map { script(seed).plan(forCall: $0) } }
        #expect(plans(7) == plans(7))
        #expect(plans(7) != plans(8))
        #expect(Set(plans(7).map(\.latency)).count == 100)
        // In whatever order calls come.
        #expect((1...100).reversed().map { script(7).plan(forCall: $0) } == plans(7).reversed())
    }

    @Test func neighbouringSeedsHaveNothingInCommon() {
        let latency = Fault.Latency.uniform(.zero ... .seconds(1))
        #expect(Set(latencies(latency, seed: 1)).isDisjoint(with: latencies(latency, seed: 2)))
    }

    @Test func fixedLatencyIsAlwaysTheSame() {
        #expect(Set(latencies(.fixed(.milliseconds(200)), count: 10)) == [0.2])
        #expect(FaultScript(.latency(.milliseconds(200))).plan(forCall: 1).latency == .milliseconds(200))
    }

    @Test func uniformLatencyIsAnythingInTheRange() {
        let values = latencies(.uniform(.milliseconds(100) ... .milliseconds(300)))
        #expect(abs(mean(values) - 0.2) < 0.002)
        #expect(values.allSatisfy { (0.1...0.3).contains($0) })
        #expect((values.min() ?? 1) < 0.101)
        #expect((values.max() ?? 0) > 0.299)
    }

    @Test func normalLatencyIsAroundItsMean() {
        let values = latencies(.normal(mean: .seconds(1), deviation: .milliseconds(100)))
        #expect(abs(mean(values) - 1) < 0.005)
        let deviation = mean(values.map { ($0 - 1) * ($0 - 1) }).squareRoot()
        #expect(abs(deviation - 0.1) < 0.005)
        let share = Double(values.filter { abs($0 - 1) < 0.1 }.count) / 10_000
        #expect(abs(share - 0.683) < 0.02)
    }

    @Test func normalLatencyIsNeverNegative() {
        let values = latencies(.normal(mean: .zero, deviation: .seconds(1)))
        #expect(values.allSatisfy { $0 >= 0 })
        let share = Double(values.filter { $0 == 0 }.count) / 10_000
        #expect(abs(share - 0.5) < 0.02)
    }

    @Test func exponentialLatencyIsMostlyShort() {
        let values = latencies(.exponential(mean: .seconds(1)))
        #expect(abs(mean(values) - 1) < 0.03)
        let share = Double(values.filter { $0 < 1 }.count) / 10_000
        #expect(abs(share - 0.632) < 0.02)
    }

    @Test func longTailHasItsMedianAndItsPercentile() {
        let values = latencies(.longTailed(median: .milliseconds(100), percentile99: .seconds(2))).sorted()
        #expect(abs(values[5000] - 0.1) < 0.01)
        #expect(abs(values[9900] - 2) < 0.3)
    }

    @Test func rateIsKept() {
        let script = FaultScript(.failing(.timeout, rate: 0.1), seed: 3)
        let count = (1...10_000).filter { script.plan(forCall: $0).failure != nil }.count
        #expect(abs(count - 1000) < 100)
    }

    @Test func laterFaultsDoNotDependOnTheFailureOfACall() {
        let tail = Fault.latency(.exponential(mean: .seconds(1)))
        let plans = [0, 0.5, 1].map { FaultScript(.failing(.timeout, rate: $0), tail).plan(forCall: 1).latency }
        #expect(Set(plans).count == 1)
    }

    // MARK: Several faults

    @Test func latenciesAddUpAndTheLowestThroughputCounts() {
        let script = FaultScript(
            .latency(.seconds(1)),
            .throughput(bytesPerSecond: 200),
            .latency(.seconds(2)),
            .throughput(bytesPerSecond: 100),
            .throughput(bytesPerSecond: 300),
            .chunks(of: 5),
            .chunks(of: 6)
        )
        let plan = script.plan(forCall: 1)
        #expect(plan.latency == .seconds(3))
        #expect(plan.bytesPerSecond == 100)
        #expect(plan.chunkSizes == 6...6)
    }

    @Test func firstFailureCounts() {
        let script = FaultScript(.failing(.tlsFailure), .failing(.timeout))
        #expect(script.plan(forCall: 1).failure == .tlsFailure)
    }

    @Test func scriptWithoutFaultsChangesNothing() {
        let plan = FaultScript().plan(forCall: 1)
        #expect(plan.latency == .zero)
        #expect(plan.failure == nil)
        #expect(plan.bytesPerSecond == nil)
        #expect(plan.chunkSizes == nil)
    }

    // MARK: Over time

    @Test func callsHaveTheirOwnFaults() {
        let script = FaultScript(
            .calls(1...2, .failing(.connectionRefused), .latency(.seconds(1))),
            .calls(4..., .failing(.malformed))
        )
        let plans = (1...5).map { script.plan(forCall: $0) }
        #expect(plans.map(\.failure) == [.connectionRefused, .connectionRefused, nil, .malformed, .malformed])
        #expect(plans.map(\.latency) == [.seconds(1), .seconds(1), .zero, .zero, .zero])
    }

    @Test func eachCallMeetsTheNextStep() {
        let script = FaultScript(.steps(.failing(.timeout), .latency(.seconds(1)), .failing(.tlsFailure, rate: 1)))
        let plans = (0...5).map { script.plan(forCall: $0) }
        #expect(plans.map(\.failure) == [nil, .timeout, nil, .tlsFailure, nil, nil])
        #expect(plans[2].latency == .seconds(1))
    }

    // MARK: Values that make no sense

    @Test(arguments: [(-1.0, false), (.nan, false), (-.infinity, false), (2, true), (.infinity, true)])
    func rateOutsideOfAllRatesIsTheNearest(rate: Double, isStruck: Bool) {
        let script = FaultScript(.failing(.timeout, rate: rate))
        #expect((1...100).allSatisfy { (script.plan(forCall: $0).failure != nil) == isStruck })
    }

    @Test(arguments: [Int.min, -1, 0])
    func sizesAreAtLeastOne(size: Int) {
        let plan = FaultScript(.chunks(of: size), .throughput(bytesPerSecond: size)).plan(forCall: 1)
        #expect(plan.chunkSizes == 1...1)
        #expect(plan.bytesPerSecond == 1)
        #expect(FaultScript(.chunks(of: size...Int.max)).plan(forCall: 1).chunkSizes?.lowerBound == 1)
    }

    @Test func latencyIsBetweenNoneAndACentury() {
        let huge = Duration.seconds(Int64.max) * 2
        let latencies: [Fault.Latency] = [
            .fixed(.zero - huge), .fixed(huge), .uniform((.zero - huge)...huge),
            .normal(mean: huge, deviation: huge), .exponential(mean: huge), .exponential(mean: .zero - huge),
            .longTailed(median: huge, percentile99: huge), .longTailed(median: .zero, percentile99: huge),
            .longTailed(median: .zero - huge, percentile99: .zero),
            .longTailed(median: .seconds(2), percentile99: .zero),
        ]
        for latency in latencies {
            for number in 1...100 {
                let latency = FaultScript(.latency(latency)).plan(forCall: number).latency
                #expect((.zero ... .longest).contains(latency))
            }
        }
        #expect(FaultScript(.latency(.zero - .seconds(1))).plan(forCall: 1).latency == .zero)
    }

    @Test(arguments: [Int.min, -1, 0, 1, Int.max])
    func callOfAnyNumberHasAPlan(number: Int) {
        let script = FaultScript(.steps(.latency(.seconds(1))), .calls(...5, .failing(.timeout)))
        let plan = script.plan(forCall: number)
        #expect((plan.latency == .seconds(1)) == (number == 1))
        #expect((plan.failure != nil) == (number <= 5))
    }
}
