import _TalynFoundation
import _TalynSupport

extension SessionStateMachine {
    // MARK: - Sign-in and sign-out

    /// Takes the tokens of a sign-in. They are in use when they are stored, which the waiter waits for.
    mutating func signIn(_ tokens: SessionTokens, effects: inout Effects, waiter: Waiter) -> FlightTicket {
        var pending =
            pendingSignIn
            ?? PendingSignIn(formerTokens: desired, areFormerTokensStored: !hasUnsavedTokens, wasLoaded: isLoaded)
        revision += 1
        pending.revisions.append(revision)
        if !canObtain, states.values.contains(where: { $0.phase == .running }) { pending.endsRequest = true }
        pendingSignIn = pending
        endRequests(.success(()), &effects)
        isLoaded = true
        var tokens = tokens
        tokens.signIn = desired?.signIn ?? UUID().uuidString
        desired = tokens
        let (ticket, _) = waits.join(.writing(revision), as: waiter, startingWith: ())
        effects.write = beginWrite()
        return ticket
    }

    /// Removes all tokens. The waiter waits until they are removed from the store.
    ///
    /// - Parameter reading: The content of the store, which another process can have renewed; nil if it can't be read.
    /// - Returns: The ticket of the waiter, and the tokens to revoke.
    mutating func signOut(
        reading: StoreReading? = nil,
        effects: inout Effects,
        waiter: Waiter
    ) -> (ticket: FlightTicket, revoked: SessionTokens?) {
        let stored = reading.map(known).flatMap { !isWriting && $0.writeCount == writeCount ? $0.tokens : nil }
        revoked = hasUnsavedTokens ? desired ?? current : stored ?? desired ?? current
        removeTokens(.failure(OAuthError(.signedOut)), &effects)
        effects.changes.append(.signedOut(nil))
        return (waits.join(.writing(revision), as: waiter, startingWith: ()).ticket, revoked)
    }

    mutating func endSession(with error: OAuthError, stored: Bool = false, _ effects: inout Effects) {
        removeTokens(.failure(error), &effects, isStored: stored)
        effects.changes.append(.signedOut(error))
    }

    private mutating func removeTokens(
        _ result: Result<Void, OAuthError>,
        _ effects: inout Effects,
        isStored: Bool = false
    ) {
        endRequests(result, &effects)
        isLoaded = true
        pendingSignIn = nil
        signOuts += 1
        current = nil
        desired = nil
        guard !isStored else { return }
        revision += 1
        effects.write = beginWrite()
    }

    private mutating func endRequests(_ result: Result<Void, OAuthError>, _ effects: inout Effects) {
        effects.resume(waits.finishAll { if case .tokens = $0 { true } else { false } }, result)
        effects.resume(waits.finishAll { $0 == .loading }, .success(()))
        states = [:]
        queue = []
        failures = [:]
        pauses = [:]
    }

    // MARK: - Store

    /// Waits for the content of the store. Returns the ticket of the waiter; nil if the content is there.
    mutating func load(effects: inout Effects, waiter: Waiter) -> FlightTicket? {
        guard !isLoaded else { return nil }
        if !isLoading { effects.startsLoading = true }
        isLoading = true
        return waits.join(.loading, as: waiter, startingWith: ()).ticket
    }

    /// Takes the content of the store.
    mutating func loaded(_ result: Result<SessionTokens?, OAuthError>, effects: inout Effects) {
        isLoading = false
        guard !isLoaded else { return }
        if case .success(let content) = result {
            isLoaded = true
            let tokens = known(StoreReading(tokens: content, writeCount: writeCount)).tokens
            let superseded = superseded.take()
            if let superseded, tokens == nil, !canObtain {
                // The user signed out in the other process.
                effects.revocations.append(superseded)
                endSession(with: OAuthError(.signedOut), stored: true, &effects)
            }
            countSignIn(of: tokens)
            current = tokens
            desired = tokens
        }
        effects.resume(waits.finishAll { $0 == .loading }, result.map { _ in })
    }

    /// Waits until the store has all tokens. Returns the ticket of the waiter; nil if it has them.
    mutating func waitForWrites(waiter: Waiter) -> FlightTicket? {
        isWriting ? waits.join(.writing(revision), as: waiter, startingWith: ()).ticket : nil
    }

    mutating func beginWrite() -> Write? {
        guard !isWriting, hasUnsavedTokens else { return nil }
        isWriting = true
        writeCount += 1
        return Write(revision: revision, tokens: desired, signOuts: signOuts, revoked: desired == nil ? revoked : nil)
    }

    /// Takes the result of a write. A failed one is repeated when a call needs a new token.
    mutating func stored(_ write: Write, _ result: Result<Void, OAuthError>, effects: inout Effects) {
        isWriting = false
        writeCount += 1
        var isSuperseded = false
        switch result {
        case .success:
            storedRevision = write.revision
            if write.signOuts == signOuts { current = write.tokens }
            if let pending = pendingSignIn {
                let remaining = pending.revisions.filter { $0 > write.revision }
                if remaining.count < pending.revisions.count { effects.changes.append(.signedIn) }
                // A sign-out after the write leaves nothing to go back to.
                let isCurrent = write.signOuts == signOuts
                let next = PendingSignIn(
                    formerTokens: isCurrent ? write.tokens : nil,
                    areFormerTokensStored: isCurrent,
                    revisions: remaining
                )
                pendingSignIn = remaining.isEmpty ? nil : next
            }
        case .failure(let error):
            effects.changes.append(.storeFailed(error))
            if let pending = pendingSignIn, revision == write.revision {
                undo(pending, write.tokens, &effects)
            } else if let tokens = write.tokens, revision == write.revision,
                error.underlyingError is SupersededTokensError
            {
                isSuperseded = true
                supersede(tokens)
            }
        }
        let waiters = waits.finishAll { wait in
            if case .writing(let revision) = wait { revision <= write.revision } else { false }
        }
        effects.resume(waiters, result)
        var ended = states.filter { state in
            if case .storing(let revision) = state.value.phase { revision <= write.revision } else { false }
        }.map(\.key)
        let isStored = (try? result.get()) != nil
        if !isStored, !canObtain {
            // The refresh token that they would use isn't stored.
            ended += queue
            queue = []
        }
        for resource in ended.sorted() {
            if isStored { effects.changes.append(.renewed) }
            // Calls load the tokens of the other process.
            finish(resource, isSuperseded ? .success(()) : result, &effects)
        }
        // A failed write is repeated at once only if there is something newer to write.
        if isStored || revision > write.revision, let next = beginWrite() { effects.write = next }
    }

    /// Drops tokens that the store refused, since another process has taken over.
    private mutating func supersede(_ tokens: SessionTokens) {
        superseded = tokens
        storedRevision = revision
        desired = current
        isLoaded = false
    }

    /// Makes the session as it was before a sign-in whose tokens the store didn't take.
    private mutating func undo(_ signIn: PendingSignIn, _ tokens: SessionTokens?, _ effects: inout Effects) {
        pendingSignIn = nil
        if let tokens {
            effects.revocations.append(tokens)
            undone = tokens
        }
        guard !signIn.endsRequest else {
            // The request that the sign-in ended has used the refresh token.
            let detail = "A sign-in failed while a token request was under way."
            return endSession(with: OAuthError(.signedOut, detail), &effects)
        }
        desired = signIn.formerTokens
        if signIn.areFormerTokensStored { storedRevision = revision }
        isLoaded = signIn.wasLoaded
    }
}
