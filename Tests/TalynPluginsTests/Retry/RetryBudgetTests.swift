import TestSupport
import Testing
import _TalynSupport

@testable import TalynCore
@testable import TalynPlugins

struct RetryBudgetTests {
    private func budget(
        ratio: Double = 0,
        perSecond: Double = 0,
        capacity: Double = 3
    ) -> RetryBudgetStateMachine {
        RetryBudgetStateMachine(ratio: ratio, perSecond: perSecond, capacity: capacity, now: .zero)
    }

    /// How many retries a budget gives at once.
    private func withdrawals(_ budget: inout RetryBudgetStateMachine, at now: Duration = .zero) -> Int {
        var count = 0
        while count < 1_000, budget.withdraw(now: now) { count += 1 }
        return count
    }

    @Test func fullBudgetGivesAllItsRetries() {
        var budget = budget()
        #expect(withdrawals(&budget) == 3)
        #expect(withdrawals(&budget, at: .seconds(1_000)) == 0)
    }

    @Test func fiveCallsPayForARetry() {
        var budget = budget(ratio: 0.2)
        _ = withdrawals(&budget)
        for _ in 1...10 {
            for _ in 1...4 { budget.deposit() }
            #expect(withdrawals(&budget) == 0)
            budget.deposit()
            #expect(withdrawals(&budget) == 1)
        }
    }

    @Test func timePaysToo() {
        var budget = budget(perSecond: 0.5)
        _ = withdrawals(&budget)
        #expect(withdrawals(&budget, at: .seconds(1)) == 0)
        #expect(withdrawals(&budget, at: .seconds(2)) == 1)
        #expect(withdrawals(&budget, at: .seconds(2)) == 0)
        #expect(withdrawals(&budget, at: .seconds(6)) == 2)
    }

    @Test func noMoreIsSavedUpThanTheCapacity() {
        var budget = budget(ratio: 1, perSecond: 1)
        for _ in 1...100 { budget.deposit() }
        #expect(withdrawals(&budget, at: .seconds(100)) == 3)
    }

    @Test func timeThatGoesBackPaysNothing() {
        var budget = budget(perSecond: 1)
        _ = withdrawals(&budget, at: .seconds(10))
        #expect(withdrawals(&budget, at: .zero) == 0)
        #expect(withdrawals(&budget, at: .seconds(10)) == 0)
    }

    @Test(arguments: [-1, .nan, -.infinity] as [Double])
    func numbersThatMakeNoSenseCountAsZero(number: Double) {
        var budget = budget(ratio: number, perSecond: number, capacity: number)
        budget.deposit()
        #expect(withdrawals(&budget, at: .seconds(10)) == 0)
        #expect(budget.balance == 0)
    }

    @Test func endlessBudgetEndsNever() {
        var budget = budget(ratio: .infinity, perSecond: .infinity, capacity: .infinity)
        budget.deposit()
        #expect(withdrawals(&budget, at: .seconds(10)) == 1_000)
    }

    @Test func retriesStayWithinTheirShare() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<200 {
            let ratio = Double.random(in: 0...1, using: &random)
            let perSecond = Double.random(in: 0...2, using: &random)
            let capacity = Double.random(in: 0...20, using: &random)
            var budget = budget(ratio: ratio, perSecond: perSecond, capacity: capacity)
            var (now, calls, retries) = (Duration.zero, 0.0, 0.0)
            for _ in 0..<500 {
                now += .milliseconds(Int.random(in: 0...500, using: &random))
                budget.deposit()
                calls += 1
                if budget.withdraw(now: now) { retries += 1 }
                #expect(retries <= capacity + calls * ratio + now.seconds * perSecond + 0.001)
                #expect(0...capacity ~= budget.balance)
            }
        }
    }

    @Test func budgetGivesAllItsRetriesToManyTasks() async {
        let budget = RetryPlugin.Budget(ratio: 0, minimumPerSecond: 0, capacity: 50, clock: ManualClock())
        let given = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask { (0..<20).count { _ in budget.withdraw() } }
            }
            return await group.reduce(0, +)
        }
        #expect(given == 50)
    }
}
