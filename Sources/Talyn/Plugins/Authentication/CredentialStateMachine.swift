/// Which credential calls are made with, and when it is refreshed: decides, and does nothing itself.
struct CredentialStateMachine<Credential, Waiter> {
    typealias Version = CredentialVersion<Credential>

    /// What a call has to do.
    enum Step {
        /// To go on with this one.
        case proceed(Version)
        /// To wait, in the place of that number, for the refresh that is under way.
        case wait(Waiter, place: Int)
        /// To start the refresh of that number, and to wait for it.
        case start(refresh: Int, Waiter, place: Int)
        /// To fail.
        case fail(AuthenticationError)
    }

    private struct Refresh {
        let id: Int
        var waiters: [Int: Waiter] = [:]
    }

    /// The credential as it is now.
    private(set) var version: Version
    private var refresh: Refresh?
    private var lastFailure: AuthenticationError?
    /// When the last refreshes were started; those that count.
    private var starts: [Duration] = []
    private var nextID = 0
    private let canObtain: Bool
    private let maximumRefreshes: Int
    private let window: Duration

    /// Creates a state machine.
    ///
    /// - Parameters:
    ///   - credential: The first credential, if there is one.
    ///   - canObtain: Whether a refresh can give a credential where there is none.
    ///   - maximumRefreshes: How many refreshes may be started in the window.
    ///   - window: How long a refresh counts.
    init(credential: Credential?, canObtain: Bool, maximumRefreshes: Int, window: Duration) {
        version = Version(credential: credential, generation: 0, failures: 0, removals: 0)
        self.canObtain = canObtain
        self.maximumRefreshes = maximumRefreshes
        self.window = window
    }

    /// Whether a refresh is under way.
    var isRefreshing: Bool { refresh != nil }

    /// How many calls wait for it.
    var waiterCount: Int { refresh?.waiters.count ?? 0 }

    /// What a call that begins has to do.
    mutating func begin(_ waiter: @autoclosure () -> Waiter) -> Step {
        refresh == nil ? .proceed(version) : wait(waiter())
    }

    /// What a call has to do that has no use for a version: it expires, was refused, or holds no credential.
    ///
    /// - Parameters:
    ///   - used: The version. To proceed with the same one means that there is none better.
    ///   - isRefused: Whether the server has refused it, so that there is no use in trying.
    ///   - now: The time.
    ///   - waiter: Who waits if the call has to.
    mutating func renew(
        _ used: Version,
        isRefused: Bool,
        now: Duration,
        _ waiter: @autoclosure () -> Waiter
    ) -> Step {
        // Somebody else had the same trouble, and is over it.
        guard used.generation == version.generation else { return .proceed(version) }
        if refresh != nil { return wait(waiter()) }
        guard version.credential != nil || canObtain else { return .proceed(version) }
        // It would have waited for the refresh that failed, had its answer come earlier.
        if used.failures != version.failures, let lastFailure { return .fail(lastFailure) }
        starts.removeAll { [window] in now - $0 >= window }
        guard starts.count < maximumRefreshes else {
            let canProceed = version.credential != nil && !isRefused
            return canProceed ? .proceed(version) : .fail(AuthenticationError(.tooManyRefreshes))
        }
        starts.append(now)
        let id = makeID()
        refresh = Refresh(id: id)
        let waiter = waiter()
        return .start(refresh: id, waiter, place: place(waiter))
    }

    /// Ends a refresh; returns who is to be told of it, in the order in which they came.
    ///
    /// Nobody is if another credential has been set since it was started: then its result counts for nothing.
    mutating func finish(
        _ id: Int,
        with result: Result<Credential, AuthenticationError>
    ) -> (waiters: [Waiter], outcome: Result<Version, AuthenticationError>) {
        guard refresh?.id == id else { return ([], .success(version)) }
        switch result {
        case .success(let credential):
            let waiters = replace(with: credential)
            return (waiters, .success(version))
        case .failure(let error):
            version = Version(
                credential: version.credential,
                generation: version.generation,
                failures: version.failures + 1,
                removals: version.removals
            )
            lastFailure = error
            if error.isUnsent { _ = starts.popLast() }
            return (takeWaiters(), .failure(error))
        }
    }

    /// Sets another credential, or none; returns who need wait no longer.
    mutating func replace(with credential: Credential?) -> [Waiter] {
        version = Version(
            credential: credential,
            generation: version.generation + 1,
            failures: version.failures,
            removals: version.removals + (credential == nil ? 1 : 0)
        )
        lastFailure = nil
        return takeWaiters()
    }

    /// Gives up a place.
    mutating func leave(_ place: Int) {
        refresh?.waiters[place] = nil
    }

    private mutating func takeWaiters() -> [Waiter] {
        defer { refresh = nil }
        return (refresh?.waiters ?? [:]).sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func wait(_ waiter: Waiter) -> Step {
        .wait(waiter, place: place(waiter))
    }

    private mutating func place(_ waiter: Waiter) -> Int {
        let place = makeID()
        refresh?.waiters[place] = waiter
        return place
    }

    private mutating func makeID() -> Int {
        nextID += 1
        return nextID
    }
}
