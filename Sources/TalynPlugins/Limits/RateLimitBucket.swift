import _TalynSupport

extension RateLimitStateMachine {
    /// The limit of each bucket.
    struct Limit {
        /// The time for one token.
        let interval: Duration
        /// The time before the bucket is full at which it has a token.
        let tolerance: Duration
        /// The capacity of the bucket.
        let burst: Int
        /// Whether the permits of a store are the tokens.
        let isShared: Bool

        init(interval: Duration, burst: Int, isShared: Bool) {
            // The bound keeps the product from overflowing.
            self.burst = min(max(burst, 1), 1_000_000_000)
            self.interval = interval
            self.isShared = isShared
            tolerance = interval * (self.burst - 1)
        }
    }

    /// The tokens of a bucket, and the calls that a server still accepts.
    struct Tokens {
        let limit: Limit
        /// The time at which the bucket is full if no call takes a token.
        var fullTime: Duration
        /// Nil if the server tells no limit.
        var quota: ServerQuota?

        /// The time of the next token.
        var next: Duration { fullTime - limit.tolerance }

        /// The time at which a waiting call passes.
        ///
        /// - Parameters:
        ///   - position: The number of calls that wait before it.
        ///   - permits: The permits of a store, in place of the tokens.
        func passTime(at position: Int, _ permits: PermitStock?, now: Duration) -> Duration {
            let time = permits?.time(at: position, now: now) ?? max(next, now) + limit.interval * position
            return quota.map { max($0.passTime(at: position, now: now), time) } ?? time
        }

        /// Takes a token.
        ///
        /// - Parameter isFree: Whether the bucket isn't emptied.
        mutating func take(isFree: Bool, now: Duration) {
            fullTime = max(fullTime, now) + (isFree ? .zero : limit.interval)
            quota?.take(at: now)
        }
    }

    /// The state of the calls with one key.
    struct Bucket {
        var tokens: Tokens
        var queue = WaitQueue<Place>()
        /// Whether a call in the queue can have a time by which it must pass.
        var hasLimitedWaits = false
        /// The number of calls that passed.
        var count = 0
        /// The call that took the last token, the tokens before, and its permit.
        var last: (id: Int, tokens: Tokens, permit: PermitStock.Permit?)?
        /// The permits of a store; nil for a limit of this process.
        var permits: PermitStock?
        /// The time that calls have waited for the store so far, which isn't a wait for the limit.
        var storeWait = Duration.zero
        /// Whether a request to the store has ended since calls that would wait too long were removed.
        var hasAnswer = false
        /// The limit that a server told, for the other processes.
        private var news: News?
        /// The earliest time of a request that only tells the news.
        private var newsTime = Duration.zero

        init(_ limit: Limit, now: Duration) {
            tokens = Tokens(limit: limit, fullTime: now)
            permits = limit.isShared ? PermitStock(interval: limit.interval) : nil
        }

        /// The permits; nil if the tokens of this process count.
        var stock: PermitStock? { permits?.isOut == false ? permits : nil }

        /// The time of the next token, or of the next request for permits; nil if it isn't known.
        var next: Duration? {
            guard let next = stock.map(\.next) ?? tokens.next else { return nil }
            return tokens.quota.map { max($0.next, next) } ?? next
        }

        func hasToken(at now: Duration) -> Bool {
            if let stock, !stock.hasPermits { return false }
            return next.map { $0 <= now } ?? false
        }

        /// Whether a new bucket would do the same.
        func isIdle(at now: Duration) -> Bool {
            if let permits, permits.isInUse(at: now) { return false }
            return tokens.fullTime <= now && queue.isEmpty && tokens.quota?.isOver(at: now) ?? true
        }

        mutating func takeToken(for id: Int, isFree: Bool = false, now: Duration) -> Admission {
            let permit = stock == nil ? nil : permits?.take(now: now)
            last = (id, tokens, permit)
            tokens.take(isFree: isFree, now: now)
            count += 1
            return Admission(number: count, hasQuota: tokens.quota != nil, permit: permit)
        }

        /// Follows the limit that the response to a call tells.
        mutating func follow(_ limits: ServerLimits, after call: Admission, maximumDelay: Duration, now: Duration) {
            if let told = limits.strictest {
                let unanswered = max(count - call.number, 0)
                var quota = ServerQuota(told, unanswered: unanswered, maximumDelay: maximumDelay, now: now)
                if let earlier = tokens.quota { quota.block(until: earlier.blockEnd) }
                tokens.quota = quota
            }
            let delay = limits.retryAfter.flatMap { $0 > .zero ? min($0, maximumDelay) : nil }
            if let delay {
                tokens.quota = tokens.quota ?? ServerQuota(blockedUntil: now + delay)
                tokens.quota?.block(until: now + delay)
            }
            last?.tokens.quota = tokens.quota
            if let permit = call.permit {
                let told = limits.strictest.map {
                    ServerRateLimit(limit: $0.limit, remaining: $0.remaining, reset: min($0.reset, maximumDelay))
                }
                let limit = UpstreamLimit(number: permit.number, limit: told, retryAfter: delay)
                news = News(limit: limit, time: now).adding(news)
            }
        }

        // MARK: - The store

        /// The wait for the store so far, with that of a request under way.
        func currentStoreWait(now: Duration) -> Duration {
            guard let permits, permits.isAsking, permits.count == 0 else { return storeWait }
            return storeWait + permits.requestTime(now: now)
        }

        /// Begins a request to the store, if calls need permits or if all processes must know what a server told.
        mutating func request(maximumWait: Duration, now: Duration) -> RateLimitRequest? {
            permits?.dropExpired(now: now)
            let count = permits?.request(waitingCount: queue.count, now: now) ?? 0
            if count == 0 {
                guard let permits, !permits.isAsking, now >= newsTime, let limit = news?.limit,
                    limit.retryAfter != nil || limit.limit?.remaining == 0
                else {
                    return nil
                }
                self.permits?.begin(now: now)
            }
            defer { news = nil }
            return RateLimitRequest(
                count: count,
                interval: tokens.limit.interval,
                burst: tokens.limit.burst,
                horizon: count > 1 ? max(maximumWait, PermitStock.advance) : maximumWait,
                news: news?.limit(at: now)
            )
        }

        /// Ends a request to the store.
        mutating func receive(_ grant: RateLimitGrant, for request: RateLimitRequest, now: Duration) {
            storeWait = currentStoreWait(now: now)
            hasAnswer = true
            permits?.receive(grant, for: request, now: now)
        }

        /// Ends a request to the store that failed. Its news go with a later one.
        ///
        /// - Returns: The waiting calls that fail, too.
        mutating func fail(
            _ fallback: StoreOptions.Fallback,
            for request: RateLimitRequest,
            now: Duration
        ) -> [Waiter] {
            storeWait = currentStoreWait(now: now)
            hasAnswer = true
            if let lost = request.news {
                let earlier = News(limit: lost, time: now - (permits?.requestTime(now: now) ?? .zero))
                news = news?.adding(earlier) ?? earlier
                newsTime = now + StoreAccess.pause
            }
            permits?.fail(fallback, now: now)
            var failed: [Waiter] = []
            while fallback != .localState, let entry = queue.dequeue() { failed.append(entry.waiter.waiter) }
            return failed
        }
    }
}

/// The limit that an upstream told in a response, and the time of that.
private struct News {
    let limit: UpstreamLimit
    let time: Duration

    /// The limit that the response would tell at a later time.
    func limit(at now: Duration) -> UpstreamLimit {
        let age = now - time
        return UpstreamLimit(
            number: limit.number,
            limit: limit.limit.map {
                ServerRateLimit(limit: $0.limit, remaining: $0.remaining, reset: max($0.reset - age, .zero))
            },
            retryAfter: limit.retryAfter.flatMap { $0 > age ? $0 - age : nil }
        )
    }

    /// Adds what an earlier response told: its rate limit if this one tells none, and its pause if that ends later.
    func adding(_ earlier: News?) -> News {
        guard let old = earlier?.limit(at: time) else { return self }
        let merged = UpstreamLimit(
            number: limit.limit == nil ? old.number : limit.number,
            limit: limit.limit ?? old.limit,
            retryAfter: [limit.retryAfter, old.retryAfter].compactMap(\.self).max()
        )
        return News(limit: merged, time: time)
    }
}
