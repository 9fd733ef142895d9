/// A store of places, so that several processes limit the calls that run at the same time together.
///
/// A place is a lease: a process that doesn't renew its places in time loses them to the others. The calls of a process that was paused
/// for longer can then run beside theirs, but no other one begins in it before it has places again.
///
/// A store needs one operation that is atomic. It divides the places among the processes that want some. `TalynValkey` has one.
public protocol ConcurrencyLimitStore: Sendable {
    /// Renews the places of a process, and takes or returns some.
    ///
    /// The plugin makes one such request at a time for a key: when calls wait, when places are free, and at least each third of the
    /// lifetime. It cancels the task of a request that takes longer than ``StoreOptions/maximumWait``, and the store must then end it
    /// soon.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - key: The key of the calls that are counted together; see ``CallKey``.
    /// - Returns: The places of the process until the end of the lifetime. They can be fewer than the calls that run.
    /// - Throws: Any error if the store can't answer. ``StoreOptions/fallback`` says what follows.
    func renew(_ request: ConcurrencyLimitRequest, key: String) async throws -> ConcurrencyLimitGrant
}

/// A request for places from a ``ConcurrencyLimitStore``.
public struct ConcurrencyLimitRequest: Sendable, Hashable {
    /// A random name of the process.
    public let holder: String

    /// The number of the request, which grows with each one of a holder. A request that arrives after a later one must change nothing.
    public let number: Int

    /// The number of calls of the process that run. They count, even if its lease was lost.
    public let runningCount: Int

    /// The number of places that the process may use until the answer. The store can't give them to others before a later request: the
    /// answer can be slow, or lost. Zero while the process decides alone.
    public let placeCount: Int

    /// The number of places that the process could use. With zero, it leaves.
    public let wantedCount: Int

    /// The number of calls that can run at the same time in all processes.
    public let limit: Int

    /// The time after which the process loses its places unless it renews them.
    public let lifetime: Duration

    /// Creates a request.
    public init(
        holder: String,
        number: Int,
        runningCount: Int,
        placeCount: Int,
        wantedCount: Int,
        limit: Int,
        lifetime: Duration
    ) {
        self.holder = holder
        self.number = number
        self.runningCount = runningCount
        self.placeCount = placeCount
        self.wantedCount = wantedCount
        self.limit = limit
        self.lifetime = lifetime
    }
}

/// The answer of a ``ConcurrencyLimitStore``.
public struct ConcurrencyLimitGrant: Sendable, Hashable {
    /// The number of calls of the process that may run.
    public let count: Int

    /// Creates an answer.
    public init(count: Int) {
        self.count = count
    }
}
