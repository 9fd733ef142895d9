import _TalynSupport

/// The permits that a process has taken from a ``RateLimitStore``, and decides when it takes more.
///
/// The number that it takes follows the demand. If the limit is used up, all processes whose calls wait take the same number each time. So
/// they get equal shares.
struct PermitStock {
    struct Permit {
        let number: Int
        /// The time from which on it can be used.
        let time: Duration
    }

    /// Permits with turns at equal intervals.
    private struct Batch {
        var count: Int
        /// The number of the first permit.
        var number: Int
        /// The turn of the first permit, which can be before the receipt.
        var turn: Duration
        let receipt: Duration

        mutating func removeFirst(_ interval: Duration) {
            count -= 1
            number += 1
            turn += interval
        }

        func time(of index: Int, _ interval: Duration) -> Duration { max(turn + interval * index, receipt) }
    }

    /// The time after its turn for which a permit can be used.
    static let lifetime = Duration.milliseconds(100)
    /// The time for which a process takes permits in advance.
    static let advance = Duration.milliseconds(20)
    /// The time of the whole limit for which a process takes permits if it is used up.
    private static let share = Duration.milliseconds(2)
    private static let shortestPause = Duration.milliseconds(1)
    private static let maximumSize = 1_000

    private let interval: Duration
    private var batches: [Batch] = []
    /// The number of permits.
    private(set) var count = 0
    /// The number of permits to take next.
    private var size = 1
    /// The number of permits that were used since the last request.
    private var usedCount = 0
    private var lastRequest: Duration?
    /// The time until the turn of the last permits when they arrived.
    private var lastDelay = Duration.zero
    /// Whether a request is under way.
    private(set) var isAsking = false
    /// The turn of the next permit, after a request that got none.
    private var knownTurn: Duration?
    /// The time of the next request, after one that got no permit.
    private var pauseEnd: Duration?
    /// The time of the next request after a failure; nil while the store answers.
    private var outageEnd: Duration?

    init(interval: Duration) {
        self.interval = interval
    }

    /// The time of the next permit, or else of the next request; nil if it isn't known.
    var next: Duration? { batches.first?.time(of: 0, interval) ?? (isAsking ? nil : pauseEnd) }

    /// Whether the next event is the turn of a permit.
    var hasPermits: Bool { count > 0 }

    /// Whether the store didn't answer the last request.
    var isOut: Bool { outageEnd != nil }

    /// Whether permits can still be used, or a request is under way.
    func isInUse(at now: Duration) -> Bool {
        isAsking || outageEnd.map { $0 > now } ?? false
            || batches.contains { $0.time(of: $0.count, interval) + Self.lifetime > now }
    }

    /// The time that the request under way has taken.
    func requestTime(now: Duration) -> Duration { lastRequest.map { now - $0 } ?? .zero }

    /// The earliest time at which a waiting call passes.
    ///
    /// - Parameter position: The number of calls that wait before it.
    func time(at position: Int, now: Duration) -> Duration {
        var index = position
        for batch in batches {
            if index < batch.count { return max(batch.time(of: index, interval), now) }
            index -= batch.count
        }
        let last = batches.last.map { $0.time(of: $0.count, interval) } ?? knownTurn ?? now
        return max(last, now) + interval * index
    }

    /// Drops the permits that weren't used in time.
    mutating func dropExpired(now: Duration) {
        while let batch = batches.first, batch.time(of: 0, interval) + Self.lifetime < now {
            removeFirst()
        }
    }

    /// Takes the first permit, if its turn has come.
    mutating func take(now: Duration) -> Permit? {
        guard let batch = batches.first, batch.time(of: 0, interval) <= now else { return nil }
        removeFirst()
        usedCount += 1
        return Permit(number: batch.number, time: batch.time(of: 0, interval))
    }

    private mutating func removeFirst() {
        count -= 1
        batches[0].removeFirst(interval)
        if batches[0].count == 0 { batches.removeFirst() }
    }

    /// Returns a permit that a call took and didn't use.
    mutating func putBack(_ permit: Permit) {
        batches.insert(Batch(count: 1, number: permit.number, turn: permit.time, receipt: permit.time), at: 0)
        count += 1
        usedCount -= 1
    }

    /// Begins a request if the process needs permits.
    ///
    /// - Parameter waitingCount: The number of waiting calls.
    /// - Returns: The number of permits to take; nil for none.
    mutating func request(waitingCount: Int, now: Duration) -> Int? {
        guard !isAsking, (outageEnd ?? pauseEnd).map({ $0 <= now }) ?? true else { return nil }
        if isOut {
            begin(now: now)
            return 1
        }
        let isLow = size > 1 && usedCount > 0 && count * 2 < size
        guard isLow || count == 0 && waitingCount > 0 else { return nil }
        if let lastRequest {
            let elapsed = max(now - lastRequest, Self.shortestPause)
            let demand = Int(clamping: Double(usedCount) * (Self.advance / elapsed))
            if waitingCount <= count {
                size = min(demand, size * 2 + 1)
            } else if lastDelay > .zero, interval > .zero {
                size = Int(clamping: Self.share / interval)
            } else {
                // A permit that no call uses is lost for all processes.
                let isShort = interval > .zero && usedCount >= size && now - lastRequest <= Self.lifetime
                size = min(max(demand, isShort ? size + 2 : waitingCount - count), size * 2 + 1)
            }
            size = min(max(size, 1), Self.maximumSize)
        }
        begin(now: now)
        return size
    }

    /// Begins a request without a need for permits.
    mutating func begin(now: Duration) {
        lastRequest = now
        usedCount = 0
        isAsking = true
        pauseEnd = nil
    }

    /// Ends a request that failed.
    ///
    /// - Parameter fallback: Whether the tokens of this process count until the store answers.
    mutating func fail(_ fallback: StoreOptions.Fallback, now: Duration) {
        isAsking = false
        if fallback == .localState { outageEnd = now + StoreAccess.pause }
    }

    /// Ends a request, and keeps the permits that the store gave.
    mutating func receive(_ grant: RateLimitGrant, for request: RateLimitRequest, now: Duration) {
        isAsking = false
        outageEnd = nil
        lastDelay = grant.delay
        let turn = now + min(max(grant.delay, .zero - .longest), .longest)
        let granted = min(grant.count, request.count)
        if granted > 0 {
            batches.append(Batch(count: granted, number: grant.number &- granted &+ 1, turn: turn, receipt: now))
            count += granted
        } else if request.count > 0 {
            knownTurn = turn
            // Within the horizon, the upstream accepts no call before the turn.
            let earliest = grant.delay > request.horizon ? turn - request.horizon : turn
            pauseEnd = max(earliest, now + Self.shortestPause)
        }
    }
}
