import HTTPTypes
public import TalynCore
import TalynPlugins
import _TalynSupport

/// Sends the tokens of an ``OAuthSession`` with calls.
///
/// ```swift
/// let invoices = Provider<Invoices>(plugins: [OAuthPlugin(session)])
/// ```
///
/// If the server rejects a token with status 401, the plugin gets a new one and repeats the call once. The provider sends tokens only
/// to the origin of the target's base URL. Put `RetryPlugin` before this plugin, and plugins that limit calls after it.
public final class OAuthPlugin: CallInterceptor, RequestAdapter, ExchangeInterceptor {
    private let session: OAuthSession
    private let tokenRequest: @Sendable (any TargetType) -> TokenRequest?
    private let stepUp: (@Sendable (StepUp) async throws -> Void)?
    /// The last token in use, for all calls that have no other one.
    private let lastInUse = Locked<TokenInUse?>(nil)

    /// Creates a plugin.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - tokenRequest: Returns the token that the calls of a target need; nil for calls without one. By default, an
    ///     ``OAuthTarget`` says it, a target that is `AccessTokenAuthorizable` without an
    ///     `AccessTokenAuthorizable.authorizationType` needs none, and all other targets need the token of the session.
    ///   - stepUp: Lets the user sign in again, with the scopes or the strength that the server asks for. The plugin then
    ///     repeats the call once. Without it, and if a user isn't needed for new tokens, the plugin asks for the scopes itself.
    public init(
        _ session: OAuthSession,
        tokenRequest: (@Sendable (_ target: any TargetType) -> TokenRequest?)? = nil,
        stepUp: (@Sendable (StepUp) async throws -> Void)? = nil
    ) {
        self.session = session
        self.tokenRequest = tokenRequest ?? Self.standardTokenRequest
        self.stepUp = stepUp
    }

    private static func standardTokenRequest(of target: any TargetType) -> TokenRequest? {
        if let target = target as? any OAuthTarget { return target.tokenRequest }
        if let target = target as? any AccessTokenAuthorizable, target.authorizationType == nil { return nil }
        return TokenRequest()
    }

    // MARK: - Calls

    public func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        guard !session.isRenewing, !(context.target is OAuthRequest), let request = tokenRequest(context.target),
            context.allowsCredentials(for: endpoint)
        else { return try await next(endpoint) }
        let inUse = context[TokenInUse.self]
        guard let (token, signOuts) = try await token(for: request, after: inUse, context) else {
            // An earlier attempt can have had a token, before a sign-out.
            if let earlier = inUse?.use(of: ObjectIdentifier(self)) {
                use(nil, earlier.signOuts, after: inUse, in: context)
            }
            return try await next(endpoint)
        }
        use(token, signOuts, after: inUse, in: context)
        let result = await Result(of: next, for: endpoint)
        // Another plugin has already handled the response of its own error.
        if case .failure(let error) = result, error.reason == .authentication { throw error }
        guard let response = result.response, let challenge = TokenChallenge(response) else { return try result.get() }
        guard context.canBeSentAgain(endpoint) else {
            context.note("the server rejected the token, but the body can't be sent again", by: self)
            if case .renew = challenge { session.renewForLaterCalls(request, rejecting: token) }
            return try result.get()
        }
        let newer: AccessToken?
        do {
            newer =
                switch challenge {
                case .renew: try await self.token(for: request, token, response, context)
                case .stepUp(let stepUp): try await self.token(for: request, after: stepUp, token, response, context)
                }
        } catch {
            // An error without the response leaves a downloaded body to nobody.
            if TalynError(error).response == nil { response.removeFile() }
            throw error
        }
        // It must not repeat a call of the first user.
        guard let newer, session.signOuts == signOuts else { return try result.get() }
        context.noteRetry("the server rejected the token", by: self)
        response.removeFile()
        use(newer, signOuts, after: context[TokenInUse.self], in: context)
        return try await next(endpoint)
    }

    /// Returns the token for a call, and the number of sign-outs before it; nil without a token.
    private func token(
        for request: TokenRequest,
        after inUse: TokenInUse?,
        _ context: CallContext
    ) async throws(TalynError) -> (AccessToken, Int)? {
        let result: (token: AccessToken, signOuts: Int)
        if let ready = session.readyToken(for: request) {
            result = ready
        } else {
            let signOuts = session.signOuts
            guard let token = try await token(for: request, nil, nil, context) else { return nil }
            guard session.signOuts == signOuts else { throw TalynError(OAuthError(.signedOut)) }
            result = (token, signOuts)
        }
        // A plugin around this one can have repeated the call. After a sign-out, the token can be another user's.
        let first = inUse?.use(of: ObjectIdentifier(self))?.signOuts ?? result.signOuts
        guard result.signOuts == first else { throw TalynError(OAuthError(.signedOut)) }
        return result
    }

    /// Returns the token for a call, or a better one than the rejected one; nil without one.
    private func token(
        for request: TokenRequest,
        _ rejected: AccessToken?,
        _ rejection: Response?,
        _ context: CallContext
    ) async throws(TalynError) -> AccessToken? {
        do throws(OAuthError) {
            return try await session.token(for: request, rejecting: rejected) {
                context.note("waits for a token", by: self)
                context[CredentialRefreshes.self] = (context[CredentialRefreshes.self] ?? 0) + 1
            }
        } catch {
            if error.underlyingError is CancellationError { throw TalynError.cancelled }
            if error.reason == .signedOut, rejected == nil, request.isOptional { return nil }
            throw TalynError(error, response: rejection)
        }
    }

    /// Asks for what a server wants beyond a valid token, and returns the token that has it; nil if nobody can be asked.
    private func token(
        for request: TokenRequest,
        after stepUp: StepUp,
        _ rejected: AccessToken,
        _ rejection: Response,
        _ context: CallContext
    ) async throws -> AccessToken? {
        // A handler that makes such a call itself would wait for its own end.
        guard !session.isSteppingUp else { return nil }
        if let handler = self.stepUp {
            context.note("the server asks for another sign-in", by: self)
            do {
                try await session.stepUp(stepUp, with: handler)
            } catch {
                if Task.isCancelled { throw TalynError.cancelled }
                throw TalynError(.authentication, underlyingError: error, response: rejection)
            }
        } else {
            guard session.grant.needsNoUser, !stepUp.scopes.isEmpty, !rejected.covers(stepUp.scopes) else { return nil }
        }
        var request = request
        if session.grant.needsNoUser { request.scopes.formUnion(stepUp.scopes) }
        return try await token(for: request, rejected, rejection, context)
    }

    // MARK: - Requests

    private func use(_ token: AccessToken?, _ signOuts: Int, after others: TokenInUse?, in context: CallContext) {
        context[TokenInUse.self] = lastInUse.withLock { last in
            if others == nil, let last, last.use.token?.value == token?.value, last.use.signOuts == signOuts {
                return last
            }
            let use = TokenInUse.Use(plugin: ObjectIdentifier(self), token: token, signOuts: signOuts)
            let new = TokenInUse(use, others: others)
            if others == nil { last = new }
            return new
        }
    }

    public func adapt(_ request: inout OutgoingRequest, context: CallContext) throws {
        guard let token = context[TokenInUse.self]?.use(of: ObjectIdentifier(self))?.token,
            context.allowsCredentials(for: request)
        else { return }
        try request.setCredential(token.fieldValue, for: .authorization)
    }

    // MARK: - Exchanges

    public var interceptsExchanges: Bool { session.bindsTokens }

    /// Adds the proof of the key to an exchange whose token is bound to it (RFC 9449, section 7).
    public func intercept(
        _ request: OutgoingRequest,
        next: @escaping NextExchange
    ) async throws -> TransportResponse {
        // Another session's token needs a proof of another key.
        guard session.bindsTokens, let token = request.headerFields[.authorization]?.tokenOfDPoP,
            isOwn(token, of: request)
        else { return try await next(request) }
        let response = try await next(try proven(request, token))
        let origin = request.origin
        guard let nonce = response.headerFields[.dpopNonce] else { return response }
        session.endpoint.nonces[origin] = nonce
        // Section 9: the server wants the proof again, with its nonce.
        guard response.statusCode == 401, response.headerFields.asksForNonce, request.body?.isReplayable ?? true else {
            return response
        }
        await response.body.drain(by: request.context?.clock ?? session.time.clock)
        try Task.checkCancellation()
        let repeated = try await next(try proven(request, token))
        // Section 8.2: the newest nonce is the one to use.
        if let nonce = repeated.headerFields[.dpopNonce] { session.endpoint.nonces[origin] = nonce }
        return repeated
    }

    /// Whether a request has a token of the session. A request without a call, such as one that a gateway passes on, has no other
    /// plugins.
    private func isOwn(_ token: String, of request: OutgoingRequest) -> Bool {
        guard let context = request.context else { return session.has(token) }
        return token == context[TokenInUse.self]?.use(of: ObjectIdentifier(self))?.token?.value
    }

    private func proven(_ request: OutgoingRequest, _ token: String) throws -> OutgoingRequest {
        guard let key = try session.proofKey(pem: session.proofKey), let origin = request.origin,
            let scheme = request.head.scheme, let authority = request.head.authority
        else { return request }
        let proof = Proof(
            method: request.method,
            url: "\(scheme)://\(authority)\(request.head.path ?? "/")",
            token: token,
            nonce: session.endpoint.nonces[origin],
            at: session.endpoint.date()
        )
        var request = request
        try request.setCredential(try key.sign(proof), for: .dpop)
        return request
    }
}

/// The token that a call uses for a plugin, before those of other plugins. A newer one comes first.
private final class TokenInUse: CallContextKey, Sendable {
    typealias Value = TokenInUse

    struct Use: Sendable {
        let plugin: ObjectIdentifier
        /// The token; nil for a call without one.
        let token: AccessToken?
        /// The number of sign-outs before it.
        let signOuts: Int
    }

    let use: Use
    private let others: TokenInUse?

    init(_ use: Use, others: TokenInUse?) {
        self.use = use
        self.others = others
    }

    /// The last use by a plugin.
    func use(of plugin: ObjectIdentifier) -> Use? {
        use.plugin == plugin ? use : others?.use(of: plugin)
    }
}

extension String {
    /// The token of a field value with the scheme DPoP; nil for another scheme.
    fileprivate var tokenOfDPoP: String? {
        let scheme = "\(AccessToken.Kind.dpop) "
        return hasPrefix(scheme) ? String(dropFirst(scheme.count)) : nil
    }
}
