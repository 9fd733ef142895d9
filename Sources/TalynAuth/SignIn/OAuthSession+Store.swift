import _TalynFoundation
import _TalynSupport

extension OAuthSession {
    /// The longest time for which a token request waits for the store. Another process can be in the middle of its own one.
    static let renewalLimit = Duration.seconds(60)

    /// The longest time for which a sign-in or a sign-out waits for the store. The process that has it sees them afterwards.
    private static let signInLimit = Duration.seconds(5)

    // MARK: - Content

    /// The tokens in the store.
    func stored() async throws(OAuthError) -> SessionTokens? {
        let data: Data?
        do {
            data = try await Self.atMostAMinute(time) { [store] in try await store.load() }
        } catch {
            throw OAuthError(.storage, underlyingError: error)
        }
        return try data.flatMap { (data) throws(OAuthError) in
            try SessionTokens.decode(data, owner: Self.owner(endpoint.server, endpoint.client))
        }
    }

    /// The content of the store; nil if it can't be read. It may take the new tokens later.
    func reading() async -> Machine.StoreReading? {
        let writeCount = self.writeCount
        guard case .success(let tokens) = await Result({ () async throws(OAuthError) in try await stored() }) else {
            return nil
        }
        return Machine.StoreReading(tokens: tokens, writeCount: writeCount)
    }

    // MARK: - Exclusive access

    /// Makes a token request, and stores its tokens, while no other process with the same store does so.
    ///
    /// - Parameter operation: The token request. It returns whether it writes to the store.
    func renewExclusively(_ operation: () async -> Bool) async throws(OAuthError) {
        do {
            try await store.withExclusiveAccess(within: Self.renewalLimit) { [self] in
                exclusions.withLock { $0 += 1 }
                // The write of a sign-in that ended the request can wait for this access itself.
                if await operation() { await waitForWrites() }
                exclusions.withLock { $0 -= 1 }
            }
        } catch {
            throw error as? OAuthError ?? OAuthError(.storage, underlyingError: error)
        }
    }

    private func waitForWrites() async {
        let waiter = Waiter()
        guard change({ machine, _ in machine.waitForWrites(waiter: waiter) }) != nil else { return }
        _ = await waiter.value()
    }

    /// Revokes the tokens that another process has stored since a sign-out began.
    private func revokeRest(of write: Machine.Write) async {
        guard write.tokens == nil, let revoked = write.revoked, let left = try? await stored(),
            left.refreshToken != revoked.refreshToken
        else { return }
        Task.inScope { [endpoint] in await endpoint.revoke(left) }
    }

    /// Saves tokens while no other process makes a token request.
    func save(_ write: Machine.Write) async throws(OAuthError) {
        do {
            let tokens = try write.tokens?.encoded()
            // A token request of this session has the store already.
            guard exclusions.withLock({ $0 }) == 0 else { return try await store.save(tokens) }
            try await store.withExclusiveAccessIfFree(within: Self.signInLimit) { isExclusive in
                if isExclusive { await revokeRest(of: write) }
                try await store.save(tokens)
            }
        } catch {
            throw error as? OAuthError ?? OAuthError(.storage, underlyingError: error)
        }
    }
}
