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
            data = try await AppLimit(time: time).value { [store] in try await store.load() }
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
                exclusiveAccess.begin()
                // The write of a sign-in that ended the request can wait for this access itself.
                if await operation() { await waitForWrites() }
                await exclusiveAccess.end()
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
            if exclusiveAccess.join() {
                defer { exclusiveAccess.leave() }
                return try await store.save(tokens)
            }
            try await store.withExclusiveAccessIfFree(within: Self.signInLimit) { isExclusive in
                if isExclusive { await revokeRest(of: write) }
                try await store.save(tokens)
            }
        } catch {
            throw error as? OAuthError ?? OAuthError(.storage, underlyingError: error)
        }
    }
}

/// The exclusive access of a session's token requests to the store, which its other writes share.
///
/// A write that shares it must have ended before another process gets the store.
final class ExclusiveAccess: Sendable {
    private struct State {
        /// The number of token requests that have the store.
        var holders = 0
        /// The number of other writes that share it.
        var guests = 0
        var waiters: [Promise<Void>] = []
    }

    private let state = Locked(State())

    func begin() { state.withLock { $0.holders += 1 } }

    /// Waits for the writes that share the access, and ends it.
    func end() async {
        while true {
            let waiter = state.withLock { state -> Promise<Void>? in
                guard state.guests > 0 else {
                    state.holders -= 1
                    return nil
                }
                let waiter = Promise<Void>()
                state.waiters.append(waiter)
                return waiter
            }
            guard let waiter else { return }
            await waiter.finalValue()
        }
    }

    /// Shares the access with a write, until ``leave()``.
    ///
    /// - Returns: Whether a token request has the store.
    func join() -> Bool {
        state.withLock { state in
            if state.holders > 0 { state.guests += 1 }
            return state.holders > 0
        }
    }

    func leave() {
        let waiters = state.withLock { state in
            state.guests -= 1
            guard state.guests == 0 else { return [Promise<Void>]() }
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resolve(()) }
    }
}
