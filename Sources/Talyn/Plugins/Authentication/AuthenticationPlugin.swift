public import Foundation

/// Makes calls with a credential that is refreshed when it expires or is refused.
///
/// ```swift
/// let api = Provider<API>(plugins: [AuthenticationPlugin(Bearer(), credential: token)])
/// ```
///
/// However many calls need a new credential at the same time, the ``Authenticator`` is asked for one once; the others wait,
/// and those that were refused are made again, once each. Only requests to the origin of the target's base URL get the
/// credential; see ``Endpoint``. <doc:Authentication> tells the rest.
public final class AuthenticationPlugin<A: Authenticator>: Plugin {
    typealias Version = CredentialVersion<A.Credential>
    typealias Waiter = Callback<Result<Version, AuthenticationError>>
    typealias Machine = CredentialStateMachine<A.Credential, Waiter>

    let authenticator: A
    let obtain: (@Sendable () async throws -> A.Credential)?
    private let appliesTo: (@Sendable (_ target: any TargetType) -> Bool)?
    let date: @Sendable () -> Date
    let time: TimeSource
    let state: Locked<Machine>

    /// Creates a plugin; what is left out has a default.
    ///
    /// - Parameters:
    ///   - authenticator: Applies and refreshes credentials.
    ///   - credential: What the first calls are made with.
    ///   - maximumRefreshes: How many refreshes may begin in the window, so that a server that refuses every credential is
    ///     not asked for one after the other. Calls that would need one more fail with
    ///     ``AuthenticationError/Reason/tooManyRefreshes``. One that found no connection, or that a plugin refused, doesn't
    ///     count.
    ///   - window: How long a refresh counts.
    ///   - appliesTo: Says which targets are authenticated. By default those that are ``AccessTokenAuthorizable`` and have
    ///     no ``AccessTokenAuthorizable/authorizationType`` are not, and all others are.
    ///   - clock: The clock by which the window is measured.
    ///   - date: Gives the time that ``Authenticator/needsRefresh(_:at:)`` is told.
    ///   - obtain: Gets a credential where there is none, under the same rules as a refresh. Without it, calls that are made
    ///     before somebody signs in are made without a credential.
    public init(
        _ authenticator: A,
        credential: A.Credential? = nil,
        maximumRefreshes: Int = 5,
        in window: Duration = .seconds(30),
        appliesTo: (@Sendable (_ target: any TargetType) -> Bool)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Date = { Date() },
        obtain: (@Sendable () async throws -> A.Credential)? = nil
    ) {
        self.authenticator = authenticator
        self.obtain = obtain
        self.appliesTo = appliesTo
        self.date = date
        time = TimeSource(clock)
        state = Locked(
            Machine(
                credential: credential,
                canObtain: obtain != nil,
                maximumRefreshes: maximumRefreshes,
                window: window
            )
        )
    }

    /// What calls are made with now.
    ///
    /// Set it when somebody signs in, and to nil when they sign out. A refresh that is under way then counts for nothing,
    /// and the calls that wait for it go on with what has been set. Set it to nil between one user and another: what was
    /// made with a credential of the first, and is refused, is then not made again with one of the second.
    public var credential: A.Credential? {
        get { state.withLock { $0.version.credential } }
        set {
            let (waiters, version) = state.withLock { machine in
                let waiters = machine.replace(with: newValue)
                return (waiters, machine.version)
            }
            for waiter in waiters { waiter.resolve(.success(version)) }
        }
    }

    /// Whether a target's calls are authenticated.
    func applies(to target: any TargetType) -> Bool {
        if let appliesTo { return appliesTo(target) }
        guard let target = target as? any AccessTokenAuthorizable else { return true }
        return target.authorizationType != nil
    }
}
