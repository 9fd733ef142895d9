import _TalynSupport

/// The places that a process has in a ``ConcurrencyLimitStore``, and decides when it renews them.
struct PlaceLease {
    static let lifetime = Duration.seconds(10)
    /// The time between two requests while calls wait.
    private static let busyPause = Duration.milliseconds(20)
    /// The time between two requests while no call waits.
    private static let calmPause = Duration.milliseconds(200)

    /// The number of calls that can run; nil if the limit of this process counts.
    private(set) var places: Int? = 0
    /// Whether a task renews the places.
    private(set) var isRenewed = false
    /// Ends the pause of that task.
    private var wake: Promise<Void>?
    private var expiry = Duration.zero
    private var lastRequest = Duration.zero
    /// The largest number of calls that ran since the last request.
    private var peak = 0
    /// Whether the process has asked for no places.
    private var hasLeft = true
    /// Whether the store gave fewer places than the process had. Others get them when the next request tells that it gave them up.
    private var hasLostPlaces = false

    /// The number of calls that can run at a time.
    func limit(_ limit: Int, now: Duration) -> Int {
        guard let places else { return limit }
        return now < expiry ? min(places, limit) : 0
    }

    /// Notes the number of running calls.
    mutating func note(_ runningCount: Int) { peak = max(peak, runningCount) }

    /// Decides what follows after a call began, waited or ended.
    ///
    /// - Returns: Whether a task must start to renew the places, and the pause of one that must end.
    mutating func wake(runningCount: Int, waitingCount: Int) -> (mustStart: Bool, pause: Promise<Void>?) {
        if !isRenewed {
            isRenewed = runningCount + waitingCount > 0
            return (isRenewed, nil)
        }
        guard waitingCount > 0 || runningCount >= places ?? .max else { return (false, nil) }
        defer { wake = nil }
        return (false, wake)
    }

    /// Begins a request. The process gives up the places that it doesn't ask for.
    ///
    /// - Parameter number: A number that is larger than those of earlier requests.
    mutating func request(
        _ holder: String,
        number: Int,
        limit: Int,
        runningCount: Int,
        waitingCount: Int,
        now: Duration
    ) -> ConcurrencyLimitRequest {
        let wanted = min(max(peak, runningCount + waitingCount), limit)
        lastRequest = now
        peak = runningCount
        hasLeft = wanted == 0
        hasLostPlaces = false
        if let places { self.places = now < expiry ? min(places, wanted) : 0 }
        return ConcurrencyLimitRequest(
            holder: holder,
            number: number,
            runningCount: runningCount,
            placeCount: places ?? 0,
            wantedCount: wanted,
            limit: limit,
            lifetime: Self.lifetime
        )
    }

    /// Keeps the places that the store gave.
    mutating func receive(_ places: Int) {
        hasLostPlaces = places < self.places ?? 0
        self.places = max(places, 0)
        expiry = lastRequest + Self.lifetime
    }

    /// Ends a request that failed. The process keeps its places until the end of their lifetime. Without any, it needn't wait.
    mutating func fail(_ fallback: StoreOptions.Fallback, now: Duration) {
        if fallback == .localState, places == 0 || now >= expiry { places = nil }
    }

    /// The pause after a request; nil if no further one is needed.
    mutating func pause(runningCount: Int, waitingCount: Int) -> (Duration, Promise<Void>?)? {
        if waitingCount > 0 || hasLostPlaces { return (places == nil ? StoreAccess.pause : Self.busyPause, nil) }
        if runningCount == 0, hasLeft || places == nil {
            isRenewed = false
            return nil
        }
        wake = places == nil ? nil : Promise()
        return (places == nil ? StoreAccess.pause : Self.calmPause, wake)
    }
}
