import _TalynSupport

extension OAuthSession {
    /// The sessions whose token requests the current task is part of. Their calls need no token.
    @TaskLocal static var renewing: Set<ObjectIdentifier> = []

    /// Whether the current task is part of a token request of this session.
    var isRenewing: Bool { !Self.renewing.isEmpty && Self.renewing.contains(ObjectIdentifier(self)) }

    /// Makes a token request in its own task, so that cancelling a call doesn't cancel it.
    func start(_ renewal: Renewal) {
        Self.$renewing.withValue(Self.renewing.union([ObjectIdentifier(self)])) {
            _ = Task.inScope { [self] in await run(renewal) }
        }
    }

    private func run(_ renewal: Renewal) async {
        do throws(OAuthError) {
            try await renewExclusively { [self] in await renew(renewal) }
        } catch {
            // The store gave no access.
            let now = time.now
            change { $0.received(.failure(error), of: renewal, reading: nil, proofKey: nil, time: now, effects: &$1) }
        }
    }

    /// Makes a token request. Returns whether its result is on its way to the store.
    private func renew(_ renewal: Renewal) async -> Bool {
        guard var last = await adoptStoredTokens(for: renewal) else { return false }
        var result = await result(of: last)
        var reading = await reading()
        // If the store gives nobody exclusive access, another process can have used the refresh token a moment before.
        if case .failure(let error) = result, error.endsSession, let stored = reading?.tokens,
            stored.refreshToken != last.refreshToken
        {
            guard let newer = await adoptStoredTokens(for: renewal) else { return false }
            (last, result) = (newer, await self.result(of: newer))
            reading = await self.reading()
        }
        let now = time.now
        let key = try? proofKey(pem: last.proofKey)?.pem
        return change { machine, effects in
            machine.received(result, of: last, reading: reading, proofKey: key, time: now, effects: &effects)
            return effects.write != nil
        }
    }

    /// Takes over what another process has stored. Returns the token request that is then needed; nil for none.
    private func adoptStoredTokens(for renewal: Renewal) async -> Renewal? {
        guard let reading = await reading() else { return renewal }
        let now = endpoint.date()
        return change { $0.adopt(reading, for: renewal.id, now: now, effects: &$1) }
    }

    private func result(of renewal: Renewal) async -> Result<TokenResponse, OAuthError> {
        await Result { () async throws(OAuthError) in
            let form = try await form(of: renewal)
            let key = try proofKey(pem: renewal.proofKey)
            return try await endpoint.token(form, for: renewal.request, asked: renewal.scopes, key: key)
        }
    }

    private func form(of renewal: Renewal) async throws(OAuthError) -> TokenEndpoint.Form {
        guard let (type, parameters) = grant.request else {
            return [("grant_type", "refresh_token"), ("refresh_token", renewal.refreshToken ?? "")]
        }
        do {
            let parameters = try await AppLimit(time: time).value(of: parameters).sorted { $0.key < $1.key }
            return [("grant_type", type)] + parameters.map { ($0.key, $0.value) }
        } catch {
            throw error as? OAuthError ?? OAuthError(.unavailable, underlyingError: error)
        }
    }

    /// The key of the tokens, or a new one for the first tokens; nil if tokens aren't bound to a key.
    func proofKey(pem: String?) throws(OAuthError) -> ProofKey? {
        guard bindsTokens else { return nil }
        return try keys.withLock { keys in Result { () throws(OAuthError) in try keys.key(pem: pem) } }.get()
    }
}
