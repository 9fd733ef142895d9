import Testing
import _TalynSupport

@testable import TalynPlugins

struct PermitStockTests {
    private static func request(_ count: Int, horizon: Duration = .seconds(1)) -> RateLimitRequest {
        RateLimitRequest(count: count, interval: .milliseconds(1), burst: 1, horizon: horizon, news: nil)
    }

    private static func stock(_ count: Int, delay: Duration = .zero, now: Duration = .zero) -> PermitStock {
        var stock = PermitStock(interval: .milliseconds(1))
        stock.begin(now: now)
        let grant = RateLimitGrant(count: count, delay: delay, number: count)
        stock.receive(grant, for: request(count), now: now)
        return stock
    }

    @Test func permitsHaveTheirTurnsAtIntervals() {
        var stock = Self.stock(3, delay: .milliseconds(5))
        #expect(stock.next == .milliseconds(5))
        #expect(stock.take(now: .milliseconds(4)) == nil)
        #expect(stock.take(now: .milliseconds(5))?.number == 1)
        #expect(stock.next == .milliseconds(6))
        #expect(stock.time(at: 1, now: .zero) == .milliseconds(7))
        // Beyond the last permit, the earliest turn that the store could give.
        #expect(stock.time(at: 4, now: .zero) == .milliseconds(10))
    }

    @Test func turnsInThePastAreNow() {
        var stock = Self.stock(3, delay: .milliseconds(-2), now: .seconds(1))
        for number in 1...3 { #expect(stock.take(now: .seconds(1))?.number == number) }
        #expect(stock.take(now: .seconds(1)) == nil)
    }

    @Test func permitsExpire() {
        var stock = Self.stock(3)
        stock.dropExpired(now: .milliseconds(101))
        #expect(stock.count == 2)
        stock.dropExpired(now: .seconds(1))
        #expect(!stock.hasPermits)
    }

    @Test func permitThatWasPutBackIsTheNext() {
        var stock = Self.stock(2)
        let permit = stock.take(now: .zero)
        if let permit { stock.putBack(permit) }
        #expect(stock.count == 2)
        #expect(stock.take(now: .zero)?.number == 1)
        #expect(stock.take(now: .milliseconds(1))?.number == 2)
    }

    @Test func storeThatGivesTooMuchIsLimited() {
        var stock = PermitStock(interval: .milliseconds(1))
        #expect(stock.request(waitingCount: 5, now: .zero) == 1)
        #expect(stock.request(waitingCount: 5, now: .zero) == nil)
        let grant = RateLimitGrant(count: .max, delay: .longest * 1_000, number: .min)
        stock.receive(grant, for: Self.request(1), now: .zero)
        #expect(stock.count == 1)
    }

    @Test func sizeFollowsTheDemand() {
        var stock = PermitStock(interval: .microseconds(1))
        var sizes: [Int] = []
        // A call each millisecond, and an answer after one.
        for step in 0..<200 {
            let now = Duration.milliseconds(step)
            _ = stock.take(now: now)
            if let size = stock.request(waitingCount: stock.hasPermits ? 0 : 1, now: now) {
                sizes.append(size)
                stock.receive(
                    RateLimitGrant(count: size, delay: .zero, number: size),
                    for: Self.request(size),
                    now: now
                )
            }
        }
        // It takes the permits of 20 ms in advance.
        #expect(sizes.prefix(3).allSatisfy { $0 <= 7 })
        #expect(sizes.suffix(5).allSatisfy { 15...25 ~= $0 })
    }

    /// Two processes, each with one call a second, under 100 a second.
    @Test func processesWithFewCallsTakeNoMoreThanTheyNeed() throws {
        let interval = Duration.milliseconds(10)
        var stocks = [PermitStock(interval: interval), PermitStock(interval: interval)]
        var largest = 0
        var wait = Duration.zero
        var fullTime = Duration.zero
        for step in 0..<1_000 {
            var now = Duration.milliseconds(500 * step)
            let call = now
            let index = step % stocks.count
            stocks[index].dropExpired(now: now)
            while stocks[index].take(now: now) == nil {
                guard let count = stocks[index].request(waitingCount: 1, now: now) else {
                    let next = try #require(stocks[index].next)
                    try #require(next > now)
                    now = next
                    continue
                }
                largest = max(largest, count)
                fullTime = max(fullTime, now)
                let grant = RateLimitGrant(count: count, delay: fullTime - now, number: count)
                fullTime += interval * count
                stocks[index].receive(grant, for: Self.request(count, horizon: .seconds(60)), now: now)
            }
            wait = max(wait, now - call)
        }
        #expect(largest <= 3)
        #expect(wait <= interval)
    }

    /// The upstream accepts a hundred calls, and there is one a second.
    @Test func callsOfAnUpstreamAreNotTakenInAdvance() {
        var stock = PermitStock(interval: .zero)
        for step in 0..<100 {
            let now = Duration.seconds(step)
            stock.dropExpired(now: now)
            #expect(stock.request(waitingCount: 1, now: now) == 1)
            // Also after a pause that the upstream asked for.
            let grant = RateLimitGrant(count: 1, delay: step == 50 ? .milliseconds(1) : .zero, number: step + 1)
            stock.receive(grant, for: Self.request(1), now: now)
            #expect(stock.take(now: now + .milliseconds(1)) != nil)
        }
    }

    /// Ten processes that always want more: some have taken much, and others nothing.
    @Test func processesGetEqualSharesOfALimitThatIsUsedUp() {
        let interval = Duration.microseconds(100)
        var stocks = (0..<10).map { _ in PermitStock(interval: interval) }
        var used = Array(repeating: 0, count: stocks.count)
        var fullTime = Duration.zero
        for step in 0..<20_000 {
            let now = interval * step
            for index in stocks.indices where step >= 1_000 * index {
                stocks[index].dropExpired(now: now)
                while stocks[index].take(now: now) != nil { used[index] += step >= 10_000 ? 1 : 0 }
                guard let count = stocks[index].request(waitingCount: 1_000, now: now) else { continue }
                fullTime = max(fullTime, now)
                let grant = RateLimitGrant(count: count, delay: fullTime - now, number: count)
                fullTime += interval * count
                stocks[index].receive(grant, for: Self.request(count, horizon: .seconds(60)), now: now)
            }
        }
        #expect(used.reduce(0, +) >= 9_500)
        #expect(used.allSatisfy { 900...1_100 ~= $0 }, "\(used)")
    }

    @Test func noRequestFollowsWithoutDemand() {
        var stock = Self.stock(1)
        _ = stock.take(now: .zero)
        #expect(stock.request(waitingCount: 0, now: .zero) == nil)
    }

    @Test func pauseAfterNoPermitEndsBeforeTheTurn() {
        var stock = PermitStock(interval: .seconds(1))
        #expect(stock.request(waitingCount: 1, now: .zero) == 1)
        let grant = RateLimitGrant(count: 0, delay: .seconds(90), number: 0)
        stock.receive(grant, for: Self.request(1, horizon: .seconds(60)), now: .zero)
        #expect(stock.next == .seconds(30))
        #expect(stock.request(waitingCount: 1, now: .seconds(29)) == nil)
        #expect(stock.request(waitingCount: 1, now: .seconds(30)) == 1)
    }

    /// The upstream accepts no call until its reset.
    @Test func pauseAfterNoPermitWithinTheHorizonEndsAtTheTurn() {
        var stock = PermitStock(interval: .seconds(1))
        #expect(stock.request(waitingCount: 1, now: .zero) == 1)
        let grant = RateLimitGrant(count: 0, delay: .seconds(30), number: 0)
        stock.receive(grant, for: Self.request(1, horizon: .seconds(60)), now: .zero)
        #expect(stock.request(waitingCount: 1, now: .seconds(29)) == nil)
        #expect(stock.next == .seconds(30))
        #expect(stock.request(waitingCount: 1, now: .seconds(30)) == 1)
    }
}
