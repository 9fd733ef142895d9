/// A store of permits, so that several processes keep one rate limit together.
///
/// ``RateLimitPlugin`` takes permits in advance, as many as the process needs for 20 ms, and gives them to its calls. A permit that no
/// call uses is lost 100 ms after its turn. So within any time, at most `burst` calls of all processes pass, plus those that the limit
/// allows for that time and 100 ms. Permits that the store gave and that didn't arrive count as used.
///
/// A store needs one operation that is atomic: the generic cell rate algorithm for `count` permits. `TalynValkey` has one.
public protocol RateLimitStore: Sendable {
    /// Takes permits, and keeps what the upstream told.
    ///
    /// The plugin makes one such request at a time for a key. It cancels the task of a request that takes longer than
    /// ``StoreOptions/maximumWait``, and the store must then end it soon.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The key of the calls that are counted together; see ``CallKey``.
    /// - Throws: Any error if the store can't answer. ``StoreOptions/fallback`` says what follows.
    func take(_ request: RateLimitRequest, key: String) async throws -> RateLimitGrant
}

/// A request for permits from a ``RateLimitStore``.
public struct RateLimitRequest: Sendable, Hashable {
    /// The number of permits that the process wants; zero to tell ``news`` only.
    public let count: Int

    /// The time for one permit; zero if the upstream alone limits the calls.
    public let interval: Duration

    /// The number of permits that can be used at once after a time without calls.
    public let burst: Int

    /// The time until the latest turn of a permit that a call would wait for.
    public let horizon: Duration

    /// The news of the upstream; nil without any.
    public let news: UpstreamLimit?

    /// Creates a request.
    public init(count: Int, interval: Duration, burst: Int, horizon: Duration, news: UpstreamLimit?) {
        self.count = count
        self.interval = interval
        self.burst = burst
        self.horizon = horizon
        self.news = news
    }
}

/// The limit that the upstream told in a response, for the other processes.
public struct UpstreamLimit: Sendable, Hashable {
    /// The number of the permit of the answered call. The upstream may not have counted those with higher numbers.
    public let number: Int

    /// The rate limit; nil if the response tells none.
    public let limit: ServerRateLimit?

    /// The time for which no call may pass.
    public let retryAfter: Duration?

    /// Creates a limit.
    public init(number: Int, limit: ServerRateLimit?, retryAfter: Duration?) {
        self.number = number
        self.limit = limit
        self.retryAfter = retryAfter
    }
}

/// The answer of a ``RateLimitStore``.
public struct RateLimitGrant: Sendable, Hashable {
    /// The number of permits, at most as many as were requested. Zero if the next turn is later than the horizon.
    public let count: Int

    /// The time until the turn of the first permit, or of the next one if `count` is zero. That of each further one is an interval later.
    /// Negative if it could have been used before.
    public let delay: Duration

    /// The number of the last permit that the store has given for the key. They are counted from 1.
    public let number: Int

    /// Creates an answer.
    public init(count: Int, delay: Duration, number: Int) {
        self.count = count
        self.delay = delay
        self.number = number
    }
}
