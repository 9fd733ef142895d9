import _TalynSupport

extension OAuthSession {
    /// The answer of an authorization server to a revocation (RFC 7009).
    public struct Revocation: Sendable, Hashable, CustomStringConvertible {
        /// The server has confirmed that the tokens are invalid.
        public static let confirmed = Revocation(description: "confirmed")

        /// The server refused, or didn't answer in time. The tokens stay valid until they expire.
        public static let unconfirmed = Revocation(description: "unconfirmed")

        /// The server has no endpoint for it. The tokens stay valid until they expire.
        public static let unsupported = Revocation(description: "unsupported")

        /// There were no tokens.
        public static let unneeded = Revocation(description: "unneeded")

        /// The name, as in the code.
        public let description: String
    }

    /// Removes the tokens, from the store, too, and asks the server to make them invalid (RFC 7009).
    ///
    /// Calls that wait for a token fail. The result of a running token request is revoked. A server that can't be reached doesn't
    /// delay the sign-out. A process that ends at once may leave the tokens valid; see ``signOut(waitingForRevocation:)``.
    ///
    /// - Throws: ``OAuthError`` with the reason ``OAuthError/Reason/storage``. The session is signed out nevertheless, and removes the
    ///   tokens from the store before the next token request.
    public func signOut() async throws(OAuthError) {
        _ = try await removeTokens()
    }

    /// Removes the tokens, from the store, too, and then waits until the server has made them invalid (RFC 7009).
    ///
    /// - Parameter limit: The longest time to wait for the server. A request that takes longer goes on as long as the process runs.
    /// - Returns: The answer of the server.
    /// - Throws: ``OAuthError`` as ``signOut()`` does.
    public func signOut(waitingForRevocation limit: Duration) async throws(OAuthError) -> Revocation {
        guard let revocation = try await removeTokens() else { return .unneeded }
        guard endpoint.revocationEndpoint != nil else { return .unsupported }
        return await TimeLimit(duration: limit, time: time).outcome { await revocation.value() ?? .unconfirmed }
            ?? .unconfirmed
    }

    /// Returns the result of the revocation; nil without tokens.
    private func removeTokens() async throws(OAuthError) -> Promise<Revocation>? {
        // A store that can't be read may have tokens to revoke, which then stay valid until they expire.
        try? await load()
        let reading = await reading()
        let waiter = Waiter()
        let (ticket, revoked) = change { $0.signOut(reading: reading, effects: &$1, waiter: waiter) }
        // Afterwards, since a call with an old token can begin one until then.
        stepUps.cancel(.sole)
        keys.withLock { $0 = ProofKeys() }
        let revocation = revoked.map { tokens in
            let revocation = Promise<Revocation>()
            Task.inScope { [endpoint] in
                revocation.resolve(await endpoint.revoke(tokens) ? .confirmed : .unconfirmed)
            }
            return revocation
        }
        try await wait(waiter, ticket)
        return revocation
    }
}

extension TokenEndpoint {
    /// Makes the tokens of a session invalid. They expire in the end, even if the server refuses.
    ///
    /// - Returns: Whether the server has confirmed it for all tokens.
    @discardableResult
    func revoke(_ tokens: SessionTokens) async -> Bool {
        var all = tokens.accessTokens.values.map { ($0.value, "access_token") }
        if let token = tokens.refreshToken { all.insert((token, "refresh_token"), at: 0) }
        var areRevoked = true
        for (token, hint) in all where (try? await revoke(token, hint: hint)) == nil { areRevoked = false }
        return areRevoked
    }
}
