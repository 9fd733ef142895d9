import Testing
import _TalynSupport

@testable import TalynPlugins

/// What an upstream told one process reaches the store.
struct SharedNewsTests {
    private typealias Machine = RateLimitStateMachine<Int>

    private static let told = ServerRateLimit(limit: 100, remaining: 50, reset: .seconds(60))

    /// A bucket after the first of two calls got a 429 with `Retry-After: 30`.
    private static func bucket() -> (bucket: Machine.Bucket, second: Machine.Admission) {
        var bucket = Machine.Bucket(Machine.Limit(interval: .milliseconds(1), burst: 10, isShared: true), now: .zero)
        let request = RateLimitRequest(count: 2, interval: .milliseconds(1), burst: 10, horizon: .zero, news: nil)
        bucket.receive(RateLimitGrant(count: 2, delay: .seconds(-1), number: 2), for: request, now: .zero)
        let first = bucket.takeToken(for: 1, now: .zero)
        let second = bucket.takeToken(for: 2, now: .zero)
        bucket.follow(ServerLimits(nil, retryAfter: .seconds(30)), after: first, maximumDelay: .seconds(90), now: .zero)
        return (bucket, second)
    }

    @Test func laterResponseKeepsRetryAfter() throws {
        var (bucket, second) = Self.bucket()
        bucket.follow(ServerLimits(Self.told), after: second, maximumDelay: .seconds(90), now: .seconds(1))
        let request = bucket.request(maximumWait: .zero, now: .seconds(2))
        let news = try #require(request?.news)
        #expect(news.retryAfter == .seconds(28))
        #expect(news.number == 2)
        #expect(news.limit?.remaining == 50)
        #expect(news.limit?.reset == .seconds(59))
    }

    @Test(arguments: [StoreOptions.Fallback.localState, .failure])
    func requestThatFailedLosesNoNews(_ fallback: StoreOptions.Fallback) throws {
        var (bucket, second) = Self.bucket()
        let request = bucket.request(maximumWait: .zero, now: .zero)
        let lost = try #require(request)
        #expect(lost.news?.retryAfter == .seconds(30))
        bucket.follow(ServerLimits(Self.told), after: second, maximumDelay: .seconds(90), now: .milliseconds(50))
        _ = bucket.fail(fallback, for: lost, now: .milliseconds(100))
        // It isn't repeated at once.
        #expect(bucket.request(maximumWait: .zero, now: .milliseconds(100)) == nil)
        let next = bucket.request(maximumWait: .zero, now: .seconds(2))
        #expect(next?.news?.retryAfter == .seconds(28))
        #expect(next?.news?.limit?.remaining == 50)
    }
}
