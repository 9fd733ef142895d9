import _TalynSupport

/// A token request that a session makes.
struct Renewal: Sendable {
    let id: Int
    /// The token to ask for.
    let request: TokenRequest
    /// The refresh token to use; nil for a grant without one.
    let refreshToken: String?
    /// The scopes of the new token if the server doesn't say them (RFC 6749, section 6).
    let scopes: Set<String>
    /// The key that the tokens are bound to, in PEM; nil before the first tokens.
    let proofKey: String?
}

extension SessionStateMachine {
    /// The next step of a call.
    enum Step {
        /// Use this token.
        case use(AccessToken)
        /// Wait, for new tokens or for those of the store, and ask again.
        case wait(Waiter, FlightTicket, isForTokens: Bool)
        /// There is no better token than the one that a server rejected.
        case keep
        /// Fail.
        case fail(OAuthError)
    }

    /// The content of the store.
    struct StoreReading: Sendable {
        let tokens: SessionTokens?
        /// The ``writeCount`` before the store was read.
        let writeCount: Int
    }

    /// A change of the store.
    struct Write: Sendable {
        let revision: Int
        let tokens: SessionTokens?
        /// The number of sign-outs before it.
        let signOuts: Int
        /// The tokens that a sign-out has revoked.
        var revoked: SessionTokens?
    }

    /// Sign-ins whose tokens aren't stored yet.
    struct PendingSignIn {
        /// The tokens before them.
        let formerTokens: SessionTokens?
        var areFormerTokensStored = true
        var wasLoaded = true
        var revisions: [Int] = []
        /// Whether they ended a request that had the refresh token of the former tokens.
        var endsRequest = false
    }

    /// The work that a change of the state asks for.
    struct Effects {
        var resumed: [(waiter: Waiter, result: Result<Void, OAuthError>)] = []
        var startsLoading = false
        var renewals: [Renewal] = []
        var write: Write?
        /// Refresh tokens, or access tokens, that nobody uses any more.
        var revocations: [SessionTokens] = []
        var changes: [OAuthSession.Change] = []

        mutating func resume(_ waiters: [Waiter], _ result: Result<Void, OAuthError>) {
            resumed += waiters.map { ($0, result) }
        }
    }
}
