import _TalynFoundation
import _TalynSupport

/// Decides which token a call uses, when a session requests tokens, and what its store has.
///
/// It keeps these rules:
/// - New tokens are in the store before a call or a token request uses them.
/// - A refresh token is in use by one request at a time. A token request starts only after the tokens of the last one are stored.
/// - A sign-in and a sign-out end all token requests before them: their results are worth nothing.
struct SessionStateMachine<Waiter> {
    struct State {
        enum Phase: Equatable {
            case queued
            case running
            /// The tokens of this revision are on their way to the store.
            case storing(Int)
        }

        let id: Int
        var phase = Phase.queued
        var scopes: Set<String>
        var rejected: Set<String> = []
    }

    /// The operations that calls wait for.
    enum Wait: Hashable {
        /// The content of the store.
        case loading
        /// The token request for a resource.
        case tokens(String)
        /// The write of a revision to the store.
        case writing(Int)
    }

    /// The issuer and the client.
    let owner: String
    /// Whether a token request needs no refresh token.
    let canObtain: Bool
    /// The scopes of token requests that need no refresh token.
    let scopes: Set<String>
    /// The number of token requests for a resource that can start within the window.
    let maximumRequests = 5
    /// The time for which a token request counts.
    let window = Duration.seconds(30)

    var isLoaded = false
    var isLoading = false

    /// The tokens that calls use. They are in the store.
    var current: SessionTokens?
    /// The tokens that the store shall have.
    var desired: SessionTokens?
    var revision = 0
    var storedRevision = 0
    var isWriting = false
    /// The begins and ends of writes so far. A copy of the store is old if the number has changed since.
    var writeCount = 0
    /// The sign-ins whose tokens aren't stored yet.
    var pendingSignIn: PendingSignIn?

    /// The tokens that the store refused, since another process has taken over.
    var superseded: SessionTokens?

    /// The tokens of a sign-in that failed, which are revoked. A store that fails can have written them nevertheless.
    var undone: SessionTokens?

    /// The tokens that the last sign-out revokes.
    var revoked: SessionTokens?

    /// The number of sign-outs. A call of before one isn't repeated after it, since another user can have signed in.
    var signOuts = 0

    /// The token requests by their resources.
    var states: [String: State] = [:]
    /// The resources whose requests wait for the end of another one.
    var queue: [String] = []
    /// The times of the last token requests, by their resources.
    var starts: [String: [Duration]] = [:]
    /// The times of the last failures, by their resources.
    var failures: [String: Duration] = [:]
    /// The times before which the server wants no request, by their resources (RFC 9110, section 10.2.3).
    var pauses: [String: (end: Duration, error: OAuthError)] = [:]
    var waits = FlightTable<Wait, Void, Waiter>()

    /// Whether there are tokens, or a way to get them without a user.
    var isSignedIn: Bool { current != nil || canObtain }

    var canRenew: Bool { canObtain || current?.refreshToken != nil }

    /// Whether the store has older tokens than the session.
    var hasUnsavedTokens: Bool { revision > storedRevision }

    // MARK: - Calls

    /// The token of a call that changes nothing; nil if a step has to be taken. Most calls need no more.
    func readyToken(for request: TokenRequest, at now: Date) -> AccessToken? {
        let resource = request.resource ?? ""
        guard isLoaded, states.isEmpty || states[resource] == nil, let token = current?.accessTokens[resource],
            !token.isDueForRenewal(at: now), !token.isExpired(at: now), !canObtain || token.covers(request.scopes)
        else { return nil }
        return token
    }

    /// Returns the step of a call.
    ///
    /// - Parameters:
    ///   - rejected: The token that a server has rejected.
    ///   - hasRenewed: Whether the call has waited for a token request that succeeded.
    ///   - time: The current time of the clock that measures the window.
    mutating func token(
        for request: TokenRequest,
        rejecting rejected: String?,
        hasRenewed: Bool = false,
        now: Date,
        time: Duration,
        effects: inout Effects,
        makeWaiter: () -> Waiter
    ) -> Step {
        if !isLoaded {
            let waiter = makeWaiter()
            if let ticket = load(effects: &effects, waiter: waiter) {
                return .wait(waiter, ticket, isForTokens: false)
            }
        }
        let resource = request.resource ?? ""
        let token = current?.accessTokens[resource]
        let isRejected = token.map { $0.value == rejected || states[resource]?.rejected.contains($0.value) == true }
        if let token, isRejected == false, !token.isExpired(at: now), !canObtain || token.covers(request.scopes) {
            if token.isDueForRenewal(at: now), canRenew, mayRenewAhead(resource, time) {
                addState(resource, request.scopes, time)
                startQueued(&effects)
            }
            return .use(token)
        }
        if hasRenewed, !hasUnsavedTokens, states[resource] == nil, let token {
            // The server gives the same token again, or one whose time is over. Asking again gives no better one.
            return token.value == rejected ? .keep : .use(token)
        }
        guard canObtain || current != nil || desired != nil else { return .fail(OAuthError(.signedOut)) }
        if states[resource] == nil {
            if let pause = pauses[resource], time < pause.end { return .fail(pause.error) }
            if hasUnsavedTokens {
                // The tokens exist, but the store failed.
                let id = waits.start(.tokens(resource), ())
                states[resource] = State(id: id, phase: .storing(revision), scopes: request.scopes)
                effects.write = beginWrite()
            } else if !canRenew {
                if let token, token.value == rejected { return .keep }
                if current?.accessTokens.values.contains(where: { !$0.isExpired(at: now) }) == true {
                    let detail = "There is no token for this resource, and no refresh token to get one."
                    return .fail(OAuthError(.signedOut, detail))
                }
                let error = OAuthError(.signedOut, "The token is expired, and there is no refresh token.")
                // Another process can have stored newer ones. The next call reads the store again.
                endSession(with: error, stored: true, &effects)
                isLoaded = false
                return .fail(error)
            } else {
                guard mayRequest(resource, time) else { return .fail(OAuthError(.tooManyRequests)) }
                addState(resource, request.scopes, time)
                startQueued(&effects)
            }
        }
        let waiter = makeWaiter()
        let (ticket, _) = waits.join(.tokens(resource), as: waiter, startingWith: ())
        states[resource]?.scopes.formUnion(request.scopes)
        if let rejected { states[resource]?.rejected.insert(rejected) }
        return .wait(waiter, ticket, isForTokens: true)
    }

    /// Removes the waiter of a call that was cancelled.
    mutating func leave(_ ticket: FlightTicket) {
        waits.leave(ticket)
    }

    mutating func mayRenewAhead(_ resource: String, _ time: Duration) -> Bool {
        guard states[resource] == nil, !hasUnsavedTokens, mayRequest(resource, time) else { return false }
        // A server that gives no token must not get a request for each call. Older failures are forgotten.
        return failures[resource] == nil && pauses[resource] == nil
    }

    mutating func mayRequest(_ resource: String, _ time: Duration) -> Bool {
        for (resource, times) in starts {
            let recent = times.filter { time - $0 < window }
            starts[resource] = recent.isEmpty ? nil : recent
        }
        failures = failures.filter { time - $0.value < window }
        pauses = pauses.filter { time < $0.value.end }
        return starts[resource, default: []].count < maximumRequests
    }

    mutating func addState(_ resource: String, _ scopes: Set<String>, _ time: Duration) {
        states[resource] = State(id: waits.start(.tokens(resource), ()), scopes: scopes)
        queue.append(resource)
        starts[resource, default: []].append(time)
    }

    /// Starts the token requests that need not wait. With a refresh token, one runs at a time.
    mutating func startQueued(_ effects: inout Effects) {
        while let resource = queue.first {
            guard canObtain || states.values.allSatisfy({ $0.phase == .queued }) else { return }
            queue.removeFirst()
            states[resource]?.phase = .running
            if let renewal = renewal(of: resource) { effects.renewals.append(renewal) }
        }
    }

    func renewal(of resource: String) -> Renewal? {
        guard let state = states[resource] else { return nil }
        // Without the parameter, a refresh gives all scopes of the sign-in.
        let token = current?.accessTokens[resource]
        let scopes = canObtain ? scopes.union(state.scopes).union(token?.requestedScopes ?? []) : []
        return Renewal(
            id: state.id,
            request: TokenRequest(scopes: scopes, resource: resource.isEmpty ? nil : resource),
            refreshToken: canObtain ? nil : current?.refreshToken,
            scopes: canObtain ? scopes : token?.scopes ?? current?.scopes ?? [],
            proofKey: current?.proofKey
        )
    }

    // MARK: - Token requests

    /// Takes over what another process has stored since, before a token request.
    ///
    /// - Returns: The token request to make; nil if there is no need for one.
    mutating func adopt(
        _ reading: StoreReading,
        for id: Int,
        now: Date,
        effects: inout Effects
    ) -> Renewal? {
        guard let resource = resource(of: id) else { return nil }
        let reading = known(reading)
        guard isNews(reading) else { return renewal(of: resource) }
        let stored = reading.tokens
        guard stored != nil || canObtain else {
            endSession(with: OAuthError(.signedOut), stored: true, &effects)
            return nil
        }
        countSignIn(of: stored)
        current = stored
        desired = stored
        let rejected = states[resource]?.rejected ?? []
        let scopes = states[resource]?.scopes ?? []
        guard let token = stored?.accessTokens[resource], !rejected.contains(token.value),
            !token.isDueForRenewal(at: now), !token.isExpired(at: now), !canObtain || token.covers(scopes)
        else { return renewal(of: resource) }
        finish(resource, .success(()), &effects)
        return nil
    }

    /// The content of the store, with the tokens before a sign-in that failed in place of its own.
    func known(_ reading: StoreReading) -> StoreReading {
        guard let undone, reading.tokens == undone else { return reading }
        return StoreReading(tokens: current, writeCount: reading.writeCount)
    }

    /// Whether another process has changed the store.
    private func isNews(_ reading: StoreReading) -> Bool {
        !hasUnsavedTokens && !isWriting && writeCount == reading.writeCount && reading.tokens != current
    }

    /// Takes the result of a token request.
    ///
    /// - Parameters:
    ///   - reading: The content of the store after the request; nil if it can't be read.
    ///   - proofKey: The key that the tokens are bound to, in PEM.
    mutating func received(
        _ result: Result<TokenResponse, OAuthError>,
        of renewal: Renewal,
        reading: StoreReading?,
        proofKey: String?,
        time: Duration,
        effects: inout Effects
    ) {
        let key = renewal.request.resource ?? ""
        let reading = reading.map(known)
        guard let resource = resource(of: renewal.id) else {
            // A sign-in or a sign-out came first.
            if case .success(let response) = result {
                effects.revocations.append(tokens(response, of: renewal, proofKey))
            }
            return
        }
        switch result {
        case .success(let response):
            var tokens = desired ?? SessionTokens(owner: owner)
            if let reading, isNews(reading) {
                guard canObtain else {
                    // The user signed in or out in another process.
                    if reading.tokens == nil {
                        effects.revocations.append(self.tokens(response, of: renewal, proofKey))
                    }
                    return replaceTokens(by: reading.tokens, resource, OAuthError(.signedOut), &effects)
                }
                tokens = reading.tokens ?? SessionTokens(owner: owner)
            }
            tokens.add(response, for: renewal.request)
            tokens.proofKey = proofKey
            desired = tokens
            revision += 1
            states[resource]?.phase = .storing(revision)
            effects.write = beginWrite()
        case .failure(let error) where error.endsSession && renewal.refreshToken != nil:
            // Only the refused tokens are removed from the store. Those of another process stay.
            guard let reading else { return endSession(with: error, stored: true, &effects) }
            if reading.tokens?.refreshToken == renewal.refreshToken { return endSession(with: error, &effects) }
            replaceTokens(by: reading.tokens, resource, error, &effects)
        case .failure(let error):
            failures[key] = time
            if let pause = error.retryAfter { pauses[key] = (time + min(pause, Self.maximumPause), error) }
            // A request that found no server is no burden for it.
            if error.isUnsent { _ = starts[key]?.popLast() }
            effects.changes.append(.renewalFailed(error))
            finish(resource, .failure(error), &effects)
        }
    }

    /// The longest time for which a server can ask for no request.
    private static var maximumPause: Duration { .seconds(600) }

    private func tokens(_ response: TokenResponse, of renewal: Renewal, _ proofKey: String?) -> SessionTokens {
        var tokens = SessionTokens(owner: owner, proofKey: proofKey)
        tokens.add(response, for: renewal.request)
        return tokens
    }

    /// Takes over the tokens of another process, or its sign-out.
    private mutating func replaceTokens(
        by tokens: SessionTokens?,
        _ resource: String,
        _ error: OAuthError,
        _ effects: inout Effects
    ) {
        guard let tokens else { return endSession(with: error, stored: true, &effects) }
        countSignIn(of: tokens)
        current = tokens
        desired = tokens
        finish(resource, .success(()), &effects)
    }

    /// Counts a sign-out if tokens of the store come from another sign-in. A call of the first user must not have the second one's.
    mutating func countSignIn(of stored: SessionTokens?) {
        if !canObtain, let current, let stored, current.signIn != stored.signIn { signOuts += 1 }
    }

    func resource(of id: Int) -> String? { states.first { $0.value.id == id }?.key }

    mutating func finish(_ resource: String, _ result: Result<Void, OAuthError>, _ effects: inout Effects) {
        guard let state = states.removeValue(forKey: resource) else { return }
        effects.resume(waits.finish(state.id)?.waiters ?? [], result)
        startQueued(&effects)
    }
}
