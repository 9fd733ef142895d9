/// The calls that a server still accepts: those that its last response told, without those that began since.
///
/// - While more than a few calls remain, they pass at once. A few means a tenth of the server's limit, and at most ten.
/// - The last few are spread over the time until the reset, evenly and at most ten seconds apart.
/// - When none remains, calls pass after the reset.
/// - After the reset, as many pass as the server allows in a period, until a response tells more. If its limit isn't known, they
///   pass one a second until then.
/// - While a server asks for a wait by `Retry-After`, none passes.
struct ServerQuota {
    /// The number of calls that can still begin.
    private var available: Int
    /// The number of calls that the server accepts after the reset; nil if it isn't known.
    private var limit: Int?
    /// The time of the reset; nil after it, until a response tells more.
    private var end: Duration?
    /// The time of the next call, without the wait that a server asks for.
    private var pace: Duration
    /// The end of the wait that a server asks for.
    private(set) var blockEnd = Duration.zero

    private static let longestPause = Duration.seconds(10)
    private static let pauseAfterReset = Duration.seconds(1)

    /// Creates the quota that a response tells.
    ///
    /// - Parameters:
    ///   - unanswered: The number of calls that began after the answered one. The server may not have counted them.
    ///   - maximumDelay: The longest time until a reset.
    init(_ told: ServerRateLimit, unanswered: Int, maximumDelay: Duration, now: Duration) {
        available = max(told.remaining - unanswered, 0)
        // The server doesn't accept new calls when a shortened time is over, so its limit says nothing.
        limit = told.reset <= maximumDelay ? told.limit.map { max($0, 1) } : nil
        end = now + min(told.reset, maximumDelay)
        pace = now
        pace = timeAfterCall(at: now)
    }

    /// Creates the quota of a server that only asks for a wait.
    init(blockedUntil end: Duration) {
        available = 0
        self.end = end
        pace = end
    }

    /// The time of the next call.
    var next: Duration { max(pace, blockEnd) }

    /// Whether the reset has passed, so that a response without a limit lifts it.
    func isOver(at now: Duration) -> Bool { (end ?? now) <= now && blockEnd <= now }

    /// Lets no call pass before a time.
    mutating func block(until end: Duration) {
        blockEnd = max(blockEnd, end)
    }

    /// Counts a call that begins.
    mutating func take(at now: Duration) {
        if let end, end <= now {
            available = limit ?? 0
            self.end = nil
        }
        available = max(available - 1, 0)
        pace = timeAfterCall(at: now)
    }

    /// The time at which a waiting call passes if no response tells more.
    ///
    /// - Parameter position: The number of calls that wait before it.
    func passTime(at position: Int, now: Duration) -> Duration {
        let start = max(next, now)
        guard let end, start < end else {
            let fresh = end == nil ? available : limit ?? 0
            let late = fresh > 0 ? position - fresh + 1 : position
            return start + Self.pauseAfterReset * max(late, 0)
        }
        let free = max(available - few, 0)
        switch position {
        case ..<free:
            return start
        case ..<available where free > 0:
            return start + min((end - start) / (few + 1), Self.longestPause) * (position - free + 1)
        case ..<available:
            return start + min((end - start) / available, Self.longestPause) * position
        default:
            return end + Self.pauseAfterReset * max(position - available - max(limit ?? 0, 1) + 1, 0)
        }
    }

    /// The number of remaining calls from which on they are spread.
    private var few: Int { min((limit ?? 100) / 10, 10) }

    /// The time of the next call after one at a time.
    private func timeAfterCall(at now: Duration) -> Duration {
        guard let end else { return available > 0 ? now : now + Self.pauseAfterReset }
        if available == 0 { return end }
        return available > few ? now : now + min((end - now) / (available + 1), Self.longestPause)
    }
}
