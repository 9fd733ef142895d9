public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// The tokens of a user, or of a service: gets them, keeps them in a store, and renews them.
///
/// ```swift
/// let session = OAuthSession(
///     server: server,
///     client: OAuthClient(id: "billing", authentication: .basic(secret: secret)),
///     grant: .clientCredentials,
///     provider: Provider()
/// )
/// let invoices = Provider<Invoices>(plugins: [OAuthPlugin(session)])
/// ```
///
/// Several providers can share a session. One token request serves all calls that need it. A call whose token is still valid never
/// waits: the session renews the token ahead of its expiry, a minute or a tenth of its lifetime before.
public final class OAuthSession: Sendable {
    /// A change of a session; see ``changes``.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Change: Sendable {
        /// A user signed in.
        case signedIn
        /// The session has a new token.
        case renewed
        /// The session has no new token. It tries again for a later call.
        case renewalFailed(OAuthError)
        /// The session has no tokens any more: nil after ``OAuthSession/signOut()``, otherwise the refusal of the server.
        case signedOut(OAuthError?)
        /// The store did not take the tokens. The session keeps them, and saves them before the next token request.
        case storeFailed(OAuthError)
    }

    typealias Waiter = Promise<Result<Void, OAuthError>>
    typealias Machine = SessionStateMachine<Waiter>

    let endpoint: TokenEndpoint
    let grant: OAuthGrant

    /// The scopes that the session asks for.
    public let scopes: Set<String>

    let bindsTokens: Bool
    let time: TimeSource
    let keys = Locked(ProofKeys())
    let store: any TokenStore
    /// The sign-in that calls share which need more than their token has.
    let stepUps = SingleFlight<SoleKey, Promise<Result<Void, any Error>>>()
    let exclusiveAccess = ExclusiveAccess()
    private let watchers = EventWatchers<Change>()
    private let state: Locked<Machine>

    /// Creates a session. It loads its tokens from the store when it needs them first.
    ///
    /// - Parameters:
    ///   - server: The authorization server; see ``AuthorizationServer/discover(_:with:)``.
    ///   - client: The client, as it is registered at the server.
    ///   - grant: The way in which the session gets its tokens.
    ///   - scopes: The scopes to ask for (RFC 6749, section 3.3); none for the default of the server.
    ///   - resource: The API that the tokens are for, as an absolute URI (RFC 8707), unless a ``TokenRequest`` names another one; nil for
    ///     the default of the server.
    ///   - bindsTokens: Whether tokens are bound to a key of the session (DPoP, RFC 9449), so that a stolen token is of no use. The
    ///     key is a P-256 key that the session makes, and keeps with the tokens. The server must support it.
    ///   - store: Keeps the tokens of this session, and of no other.
    ///   - provider: Makes the calls to the server. `Provider()` is enough. It must not have a plugin of this session.
    ///   - clock: The clock that measures the waits of the device flow and the limit of token requests.
    ///   - date: Returns the time, against which tokens expire.
    public init(
        server: AuthorizationServer,
        client: OAuthClient,
        grant: OAuthGrant = .signIn,
        scopes: Set<String> = [],
        resource: String? = nil,
        bindsTokens: Bool = false,
        store: any TokenStore = MemoryTokenStore(),
        provider: Provider<OAuthRequest>,
        clock: any Clock<Duration> = ContinuousClock(),
        date: @escaping @Sendable () -> Date = { Date() }
    ) {
        endpoint = TokenEndpoint(
            server: server,
            client: client,
            resource: resource,
            provider: provider,
            nonces: ProofNonces(),
            date: date
        )
        self.grant = grant
        self.scopes = scopes
        self.bindsTokens = bindsTokens
        self.store = store
        time = TimeSource(clock)
        state = Locked(
            Machine(owner: Self.owner(server, client), canObtain: grant.needsNoUser, scopes: scopes)
        )
    }

    /// The changes from now on, for an app that shows whether its user is signed in.
    ///
    /// ```swift
    /// for await change in session.changes {
    ///     switch change {
    ///     case .signedIn: screen.show(.shop)
    ///     case .signedOut: screen.show(.signIn)
    ///     default: break
    ///     }
    /// }
    /// ```
    ///
    /// Each access is a sequence of its own. It ends with the session. A slow reader misses the oldest of more than 64 changes.
    public var changes: AsyncStream<Change> { watchers.stream() }

    /// Whether there are tokens, or a way to get them without a user.
    ///
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/storage``.
    public var isSignedIn: Bool {
        get async throws(OAuthError) {
            try await load()
            return state.withLock(\.isSignedIn)
        }
    }

    /// The ID token of the last sign-in or renewal (OpenID Connect Core 1.0, section 2); nil without one.
    ///
    /// It came from the server itself, over a secure connection. The session doesn't verify its signature.
    ///
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/storage``.
    public var idToken: String? {
        get async throws(OAuthError) {
            try await load()
            return state.withLock { $0.current?.idToken }
        }
    }

    /// Returns a token that is valid now, for a connection that isn't Talyn's.
    ///
    /// - Parameter request: The token.
    /// - Throws: ``OAuthError`` without one.
    public func accessToken(for request: TokenRequest = TokenRequest()) async throws(OAuthError) -> AccessToken {
        guard let token = try await token(for: request) else { throw OAuthError(.signedOut) }
        return token
    }

    /// A final slash of the issuer makes no other server.
    static func owner(_ server: AuthorizationServer, _ client: OAuthClient) -> String {
        "\(server.issuer.hasSuffix("/") ? server.issuer.dropLast() : server.issuer[...]) \(client.id)"
    }

    // MARK: - Tokens

    /// The number of sign-outs up to now.
    var signOuts: Int { state.withLock(\.signOuts) }

    /// The begins and ends of writes to the store up to now.
    var writeCount: Int { state.withLock(\.writeCount) }

    /// Whether the session has an access token now.
    func has(_ token: String) -> Bool {
        state.withLock { $0.current?.accessTokens.values.contains { $0.value == token } ?? false }
    }

    /// The key of the current tokens, in PEM.
    var proofKey: String? { state.withLock { $0.current?.proofKey } }

    /// Returns the token that a call can use at once, and the number of sign-outs before it.
    func readyToken(for request: TokenRequest) -> (token: AccessToken, signOuts: Int)? {
        let now = endpoint.date()
        return state.withLock { machine in
            machine.readyToken(for: request, at: now).map { ($0, machine.signOuts) }
        }
    }

    /// Returns the token for a call; nil if there is no better one than the rejected one.
    ///
    /// - Parameter rejected: The token that a server has rejected.
    func token(
        for request: TokenRequest,
        rejecting rejected: AccessToken? = nil,
        onWait: () -> Void = {}
    ) async throws(OAuthError) -> AccessToken? {
        var hasRenewed = false
        while true {
            switch step(for: request, rejecting: rejected, hasRenewed: hasRenewed) {
            case .use(let token): return token
            case .keep: return nil
            case .fail(let error): throw error
            case .wait(let waiter, let ticket, let isForTokens):
                onWait()
                try await wait(waiter, ticket)
                hasRenewed = hasRenewed || isForTokens
            }
        }
    }

    /// Starts a token request for later calls, without waiting for it.
    func renewForLaterCalls(_ request: TokenRequest, rejecting rejected: AccessToken) {
        guard case .wait(_, let ticket, _) = step(for: request, rejecting: rejected, hasRenewed: false) else { return }
        state.withLock { $0.leave(ticket) }
    }

    private func step(
        for request: TokenRequest,
        rejecting rejected: AccessToken?,
        hasRenewed: Bool
    ) -> Machine.Step {
        let now = endpoint.date()
        let time = time.now
        return change { machine, effects in
            machine.token(
                for: request,
                rejecting: rejected?.value,
                hasRenewed: hasRenewed,
                now: now,
                time: time,
                effects: &effects
            ) { Waiter() }
        }
    }

    func wait(_ waiter: Waiter, _ ticket: FlightTicket) async throws(OAuthError) {
        guard let result = await waiter.value() else {
            state.withLock { $0.leave(ticket) }
            throw OAuthError(.unavailable, underlyingError: CancellationError())
        }
        try result.get()
    }

    /// Takes the tokens of a sign-in, and waits until they are stored.
    func signIn(_ response: TokenResponse, for request: TokenRequest, key: ProofKey?) async throws(OAuthError) {
        var tokens = SessionTokens(owner: Self.owner(endpoint.server, endpoint.client))
        tokens.add(response, for: request)
        tokens.scopes = response.accessToken.scopes
        tokens.proofKey = key?.pem
        let waiter = Waiter()
        let ticket = change { $0.signIn(tokens, effects: &$1, waiter: waiter) }
        try await wait(waiter, ticket)
    }

    /// Lets the app ask its user for more. Calls that need it at the same time share one sign-in. It is cancelled when the last of them
    /// is, and by a sign-out.
    func stepUp(_ request: StepUp, with handler: @escaping @Sendable (StepUp) async throws -> Void) async throws {
        try await stepUps.value(for: .sole) { [owner = ObjectIdentifier(self)] _ in
            try await Self.$steppingUp.withValue(Self.steppingUp.union([owner])) { try await handler(request) }
        }
    }

    /// The sessions whose step-up the current task is part of. Their calls start no other one.
    @TaskLocal private static var steppingUp: Set<ObjectIdentifier> = []

    /// Whether the current task is part of a step-up of this session.
    var isSteppingUp: Bool { !Self.steppingUp.isEmpty && Self.steppingUp.contains(ObjectIdentifier(self)) }

    // MARK: - Effects

    /// Changes the state, and then does what follows from it, outside the lock.
    @discardableResult
    func change<Value>(_ change: (inout Machine, inout Machine.Effects) -> Value) -> Value {
        var effects = Machine.Effects()
        let value = state.withLock { machine in
            let value = change(&machine, &effects)
            // Here, the order of the changes is that of the state.
            for change in effects.changes { watchers.add(change) }
            return value
        }
        if effects.startsLoading { Task.inScope { [self] in await finishLoading() } }
        if let write = effects.write { Task.inScope { [self] in await self.write(write) } }
        for renewal in effects.renewals { start(renewal) }
        for tokens in effects.revocations { Task.inScope { [endpoint] in await endpoint.revoke(tokens) } }
        watchers.send()
        for (waiter, result) in effects.resumed { waiter.resolve(result) }
        return value
    }

    func load() async throws(OAuthError) {
        let waiter = Waiter()
        guard let ticket = change({ $0.load(effects: &$1, waiter: waiter) }) else { return }
        try await wait(waiter, ticket)
    }

    private func finishLoading() async {
        let result = await Result { () async throws(OAuthError) in try await stored() }
        change { $0.loaded(result, effects: &$1) }
    }

    private func write(_ write: Machine.Write) async {
        let result = await Result { () async throws(OAuthError) in try await save(write) }
        change { $0.stored(write, result, effects: &$1) }
    }
}
