public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// Authenticates calls with a credential, and refreshes the credential when it expires or is rejected.
///
/// ```swift
/// let api = Provider<API>(plugins: [AuthenticationPlugin(Bearer(), credential: token)])
/// ```
///
/// If several calls need a new credential at the same time, the plugin asks the ``Authenticator`` for one only once.
/// The other calls wait. Each rejected call is then repeated once. The provider sends the credential only to the origin
/// of the target's base URL; see <doc:Authentication>.
public final class AuthenticationPlugin<A: Authenticator>: CallInterceptor, RequestAdapter {
    typealias Version = CredentialVersion<A.Credential>
    typealias Waiter = Promise<Result<Version, AuthenticationError>>
    typealias Machine = CredentialStateMachine<A.Credential, Waiter>

    let authenticator: A
    let obtain: (@Sendable () async throws -> A.Credential)?
    let refreshTimeout: Duration
    private let appliesTo: (@Sendable (_ target: any TargetType) -> Bool)?
    let date: @Sendable () -> Date
    let time: TimeSource
    let state: Locked<Machine>
    let watchers = EventWatchers<CredentialEvent>()

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - authenticator: Applies and refreshes credentials.
    ///   - credential: The first credential.
    ///   - maximumRefreshes: The number of refreshes that can begin within the window, as protection against a server
    ///     that rejects every credential. Calls that need one more fail with
    ///     ``AuthenticationError/Reason/tooManyRefreshes``. A refresh that found no connection, or that another plugin
    ///     rejected, doesn't count.
    ///   - window: The time for which a refresh counts. After a failed refresh, a credential that no server has rejected is used
    ///     for this time without another refresh.
    ///   - refreshTimeout: The longest time of a refresh. A longer one fails.
    ///   - appliesTo: Whether to authenticate a target. By default all targets are authenticated, except those that are
    ///     ``AccessTokenAuthorizable`` without an ``AccessTokenAuthorizable/authorizationType``.
    ///   - clock: The clock that measures the window.
    ///   - date: Returns the time for ``Authenticator/needsRefresh(_:at:)``.
    ///   - obtain: Gets the first credential, under the same rules as a refresh. Without it, calls without a credential
    ///     are sent unauthenticated.
    public init(
        _ authenticator: A,
        credential: A.Credential? = nil,
        maximumRefreshes: Int = 5,
        in window: Duration = .seconds(30),
        refreshTimeout: Duration = .seconds(60),
        appliesTo: (@Sendable (_ target: any TargetType) -> Bool)? = nil,
        clock: any Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Date = { Date() },
        obtain: (@Sendable () async throws -> A.Credential)? = nil
    ) {
        self.authenticator = authenticator
        self.obtain = obtain
        self.refreshTimeout = refreshTimeout
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

    /// The current credential.
    ///
    /// Set it when a user signs in, and set it to nil when the user signs out. A running refresh is then ignored, and
    /// the calls that wait for it continue with the new value. Set it to nil between two users: a rejected call of the
    /// first user is then not repeated with the credential of the second.
    public var credential: A.Credential? {
        get { state.withLock { $0.version.credential } }
        set {
            let (waiters, version) = state.withLock { machine in
                let waiters = machine.replace(with: newValue)
                watchers.add(newValue == nil ? .removed : .replaced)
                return (waiters, machine.version)
            }
            for waiter in waiters { waiter.resolve(.success(version)) }
            watchers.send()
        }
    }

    /// The changes of the credential from now on, for an app that shows whether its user is signed in.
    ///
    /// ```swift
    /// for await event in Session.authentication.events {
    ///     switch event {
    ///     case .replaced, .refreshed: screen.show(.shop)
    ///     case .removed: screen.show(.signIn)
    ///     case .refreshFailed(let error) where error.isRefusal: screen.show(.signIn)
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// Each access is a sequence of its own. It ends with the plugin. A slow reader misses the oldest of more than 64 events.
    public var events: AsyncStream<CredentialEvent> { watchers.stream() }

    /// Whether to authenticate the calls of a target.
    func applies(to target: any TargetType) -> Bool {
        if let appliesTo { return appliesTo(target) }
        guard let target = target as? any AccessTokenAuthorizable else { return true }
        return target.authorizationType != nil
    }
}

/// A way to authenticate with a server, for ``AuthenticationPlugin``.
///
/// ```swift
/// struct Bearer: Authenticator {
///     func apply(_ token: String, to request: inout OutgoingRequest) {
///         request.headerFields[.authorization] = "Bearer \(token)"
///     }
///
///     func refresh(_ token: String) async throws -> String {
///         try await tokens.request(.renew(token), as: String.self)
///     }
/// }
/// ```
///
/// An authenticator has no state: the plugin keeps the credential.
public protocol Authenticator: Sendable {
    /// The type of the credential, such as a pair of tokens.
    associatedtype Credential: Sendable

    /// Adds the credential to the request of an attempt. The header fields and query parameters that it sets count as credentials:
    /// other origins don't get them.
    ///
    /// - Throws: Any error. The attempt then fails with it, and nothing is sent.
    func apply(_ credential: Credential, to request: inout OutgoingRequest) async throws

    /// Whether to refresh the credential before the next call. False by default.
    ///
    /// The plugin asks before each call, so the method should be fast.
    ///
    /// - Parameters:
    ///   - credential: The current credential.
    ///   - date: The current time.
    func needsRefresh(_ credential: Credential, at date: Date) -> Bool

    /// Whether the server rejected the credential. By default, whether the status is 401 (RFC 9110, section 15.5.2).
    func isRejected(_ response: Response) -> Bool

    /// Gets a new credential for one that expires or was rejected.
    ///
    /// The plugin runs one refresh at a time. It doesn't authenticate calls that this method makes.
    ///
    /// - Throws: Any error. If a server has rejected the credential, the waiting calls then fail with an
    ///   ``AuthenticationError``. Otherwise they use the credential, since it may still be valid.
    func refresh(_ credential: Credential) async throws -> Credential
}

extension Authenticator {
    public func needsRefresh(_ credential: Credential, at date: Date) -> Bool { false }

    public func isRejected(_ response: Response) -> Bool { response.statusCode == 401 }
}

extension AuthenticationPlugin: CustomReflectable {
    /// The type of the authenticator, whose values can be secret.
    public var customMirror: Mirror { Mirror(of: self, ["authenticator": "\(A.self)"]) }
}
