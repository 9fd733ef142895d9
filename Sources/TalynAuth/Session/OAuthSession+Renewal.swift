import TalynCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        guard let renewal = await adoptStoredTokens(for: renewal) else { return }
        var (last, result) = (renewal, await result(of: renewal))
        // Another process can have used the refresh token a moment before.
        if case .failure(let error) = result, error.endsSession,
            let stored = try? await stored(), stored.refreshToken != renewal.refreshToken
        {
            guard let newer = await adoptStoredTokens(for: renewal) else { return }
            (last, result) = (newer, await self.result(of: newer))
        }
        let now = time.now
        let key = try? proofKey(pem: last.proofKey)?.pem
        change { $0.received(result, of: last, proofKey: key, time: now, effects: &$1) }
    }

    /// Takes over what another process has stored. Returns the token request that is then needed; nil for none.
    private func adoptStoredTokens(for renewal: Renewal) async -> Renewal? {
        let writeCount = self.writeCount
        // A store that can't be read now may take the new tokens later.
        guard let tokens = await Result({ () async throws(OAuthError) in try await stored() }).success else {
            return renewal
        }
        let now = endpoint.date()
        return change { $0.adopt(tokens, readAfter: writeCount, for: renewal.id, now: now, effects: &$1) }
    }

    private func result(of renewal: Renewal) async -> Result<TokenResponse, OAuthError> {
        await Result { () async throws(OAuthError) in
            let form = try await form(of: renewal)
            let key = try proofKey(pem: renewal.proofKey)
            return try await endpoint.token(form, for: renewal.request, asked: renewal.scopes, key: key)
        }
    }

    private func form(of renewal: Renewal) async throws(OAuthError) -> TokenEndpoint.Form {
        switch grant.kind {
        case .signIn:
            return [("grant_type", "refresh_token"), ("refresh_token", renewal.refreshToken ?? "")]
        case .request(let type, let parameters):
            do {
                let parameters = try await parameters().sorted { $0.key < $1.key }
                return [("grant_type", type)] + parameters.map { ($0.key, $0.value) }
            } catch {
                throw error as? OAuthError ?? OAuthError(.unavailable, underlyingError: error)
            }
        }
    }

    /// The key of the tokens, or a new one for the first tokens; nil if tokens aren't bound to a key.
    func proofKey(pem: String?) throws(OAuthError) -> ProofKey? {
        guard bindsTokens else { return nil }
        return try keys.withLock { keys in Result { () throws(OAuthError) in try keys.key(pem: pem) } }.get()
    }
}

extension TokenEndpoint {
    /// Makes the tokens of a session invalid. An error changes nothing: they expire in the end.
    func revoke(_ tokens: SessionTokens) async {
        if let token = tokens.refreshToken { try? await revoke(token, hint: "refresh_token") }
        for token in tokens.accessTokens.values { try? await revoke(token.value, hint: "access_token") }
    }
}

extension Result {
    fileprivate var success: Success? { if case .success(let value) = self { value } else { nil } }
}
