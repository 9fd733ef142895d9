import _TalynSupport

/// A credential as a call found it.
struct CredentialVersion<Credential> {
    var credential: Credential?

    /// The number of earlier credentials.
    var generation = 0

    /// The number of refreshes that had failed.
    var failures = 0

    /// The number of times the credential had been set to nil.
    var removals = 0
}

extension CredentialVersion: Sendable where Credential: Sendable {}

/// Decides which credential a call uses, and when it is refreshed.
struct CredentialStateMachine<Credential, Waiter> {
    typealias Version = CredentialVersion<Credential>

    /// The next step of a call.
    enum Step {
        /// Use this credential.
        case proceed(Version)
        /// Wait for the running refresh.
        case wait(Waiter, FlightTicket)
        /// Start a refresh and wait for it.
        case start(Waiter, FlightTicket)
        /// Fail.
        case fail(AuthenticationError)
    }

    /// The current credential.
    private(set) var version: Version
    /// The running refresh, by the generation that it replaces. Its state is whether a server has rejected the credential. If not, the
    /// credential may still be valid.
    private var refreshes = FlightTable<Int, Bool, Waiter>()
    private var lastFailure: AuthenticationError?
    /// The time at which the last refresh failed; nil after a new credential.
    private var failedAt: Duration?
    /// The last refresh that took too long, and the generation that it replaces.
    private var late: (id: Int, generation: Int)?
    /// The times at which the refreshes of the window were started.
    private var starts: [Duration] = []
    private let canObtain: Bool
    let maximumRefreshes: Int
    private let window: Duration

    /// Creates a state machine.
    ///
    /// - Parameters:
    ///   - canObtain: Whether a refresh can get the first credential.
    ///   - maximumRefreshes: The number of refreshes that can start within the window.
    ///   - window: The time for which a refresh counts.
    init(credential: Credential?, canObtain: Bool, maximumRefreshes: Int, window: Duration) {
        version = Version(credential: credential)
        self.canObtain = canObtain
        self.maximumRefreshes = maximumRefreshes
        self.window = window
    }

    /// Whether a refresh is running.
    var isRefreshing: Bool { !refreshes.isEmpty }

    /// The number of calls that wait for the refresh.
    var waiterCount: Int { refreshes.waiterCount }

    /// Returns the first step of a call.
    mutating func begin(_ waiter: @autoclosure () -> Waiter) -> Step {
        guard let refresh = refreshes.flight(for: version.generation) else { return .proceed(version) }
        let waiter = waiter()
        return .wait(waiter, refreshes.join(refresh, as: waiter))
    }

    /// Returns the step of a call whose version is expired, rejected or without a credential.
    ///
    /// - Parameters:
    ///   - used: The version. A step that proceeds with the same version means that there is no better one.
    ///   - isRejected: Whether the server has rejected the version.
    mutating func renew(
        _ used: Version,
        isRejected: Bool,
        now: Duration,
        _ waiter: @autoclosure () -> Waiter
    ) -> Step {
        // Another call has already replaced it.
        guard used.generation == version.generation else { return .proceed(version) }
        if let refresh = refreshes.flight(for: version.generation) {
            if isRejected { refreshes[refresh]?.state = true }
            return begin(waiter())
        }
        guard version.credential != nil || canObtain else { return .proceed(version) }
        let mayBeValid = version.credential != nil && !isRejected
        // A refresh has failed since the call began. The call shares its error, like those that waited for it.
        if !mayBeValid, used.failures != version.failures, let lastFailure { return .fail(lastFailure) }
        // A server that can't refresh the credential must not hold up each call.
        if mayBeValid, let failedAt, now - failedAt < window { return .proceed(version) }
        starts.removeAll { [window] in now - $0 >= window }
        guard starts.count < maximumRefreshes else {
            return mayBeValid ? .proceed(version) : .fail(AuthenticationError(.tooManyRefreshes))
        }
        starts.append(now)
        let waiter = waiter()
        let refresh = refreshes.start(version.generation, !mayBeValid)
        return .start(waiter, refreshes.join(refresh, as: waiter))
    }

    /// The waiters of a refresh that ended, their result, and the event for the app. A refresh that no longer
    /// counts has no event.
    typealias EndOfRefresh = (
        waiters: [Waiter], outcome: Result<Version, AuthenticationError>, event: CredentialEvent?
    )

    /// Ends a refresh; returns the waiters, in order of arrival, and their result.
    ///
    /// The result is ignored, and there are no waiters, if another credential has been set since the refresh started. After a
    /// failure, a credential that no server has rejected is used further.
    mutating func finish(
        _ id: Int,
        with result: Result<Credential, AuthenticationError>,
        now: Duration
    ) -> EndOfRefresh {
        guard let refresh = refreshes.finish(id) else {
            // The server may accept the old credential no more, so a new one is worth having, even late.
            guard case .success(let credential) = result, let late, late == (id, version.generation) else {
                return ([], .success(version), nil)
            }
            let waiters = replace(with: credential)
            return (waiters, .success(version), .refreshed)
        }
        switch result {
        case .success(let credential):
            _ = replace(with: credential)
            return (refresh.waiters, .success(version), .refreshed)
        case .failure(let error):
            version.failures += 1
            lastFailure = error
            failedAt = now
            if error.isUnsent { _ = starts.popLast() }
            return (refresh.waiters, refresh.state ? .failure(error) : .success(version), .refreshFailed(error))
        }
    }

    /// Ends a refresh that takes too long; returns the waiters, in order of arrival, and their result. A later success counts.
    mutating func timeOut(
        _ id: Int,
        with error: AuthenticationError,
        now: Duration
    ) -> EndOfRefresh {
        if refreshes[id] != nil { late = (id, version.generation) }
        return finish(id, with: .failure(error), now: now)
    }

    /// Replaces the credential; returns the waiters to resume.
    mutating func replace(with credential: Credential?) -> [Waiter] {
        version.credential = credential
        version.generation += 1
        if credential == nil { version.removals += 1 }
        lastFailure = nil
        failedAt = nil
        return refreshes.finishAll { _ in true }
    }

    /// Removes a waiter.
    mutating func leave(_ ticket: FlightTicket) {
        refreshes.leave(ticket)
    }
}
