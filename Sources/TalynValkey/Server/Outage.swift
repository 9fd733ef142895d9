/// The answers of a server, and whether it is out of reach.
///
/// Single failures happen, as when a connection closes. So an outage begins with the third one in a row. Failures in a short time count
/// once: those of calls that share a connection, and the quick repeats of one call. During an outage, one call at a time tries the server,
/// and the others fail at once.
struct Outage: Sendable {
    /// The number of failures in a row with which an outage begins.
    static let threshold = 3

    /// The time after a failure in which others don't count.
    static let shortestPause = Duration.milliseconds(100)

    /// The time between two tries during an outage.
    let retryInterval: Duration
    private var failures = 0
    /// The time of the last failure that counted.
    private var lastFailure: Duration?
    private var start: Duration?
    private var nextTry = Duration.zero

    init(retryInterval: Duration) {
        self.retryInterval = retryInterval
    }

    /// Whether the server is out of reach.
    var isOn: Bool { start != nil }

    /// Whether a call may try the server now.
    mutating func mayTry(at now: Duration) -> Bool {
        guard isOn else { return true }
        guard now >= nextTry else { return false }
        nextTry = now + retryInterval
        return true
    }

    /// Notes an answer of the server.
    ///
    /// - Returns: The duration of the outage that ended; nil without one.
    mutating func succeeded(at now: Duration) -> Duration? {
        failures = 0
        lastFailure = nil
        defer { start = nil }
        return start.map { now - $0 }
    }

    /// Notes a failure.
    ///
    /// - Returns: Whether an outage begins.
    mutating func failed(at now: Duration) -> Bool {
        nextTry = now + retryInterval
        if let lastFailure, now - lastFailure < Self.shortestPause { return false }
        lastFailure = now
        failures += 1
        guard failures >= Self.threshold, start == nil else { return false }
        start = now
        return true
    }
}
