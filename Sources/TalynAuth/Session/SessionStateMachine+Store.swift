#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension SessionStateMachine {
    // MARK: - Sign-in and sign-out

    /// Takes the tokens of a sign-in. They are in use when they are stored, which the waiter waits for.
    mutating func signIn(_ tokens: SessionTokens, effects: inout Effects, waiter: Waiter) -> Int {
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
        let place = makeID()
        writeWaiters[place] = (revision, waiter)
        effects.write = beginWrite()
        return place
    }

    /// Removes all tokens. The waiter waits until they are removed from the store.
    ///
    /// - Parameter reading: The content of the store, which another process can have renewed; nil if it can't be read.
    /// - Returns: The place of the waiter, and the tokens to revoke.
    mutating func signOut(
        reading: StoreReading? = nil,
        effects: inout Effects,
        waiter: Waiter
    ) -> (place: Int, revoked: SessionTokens?) {
        let stored = reading.flatMap { !isWriting && $0.writeCount == writeCount ? $0.tokens : nil }
        revoked = hasUnsavedTokens ? desired ?? current : stored ?? desired ?? current
        removeTokens(.failure(OAuthError(.signedOut)), &effects)
        effects.changes.append(.signedOut(nil))
        let place = makeID()
        writeWaiters[place] = (revision, waiter)
        return (place, revoked)
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
        let waiters = states.values.flatMap(\.waiters)
        effects.resumed += waiters.sorted { $0.key < $1.key }.map { ($0.value, result) }
        effects.resumed += loadWaiters.sorted { $0.key < $1.key }.map { ($0.value, .success(())) }
        loadWaiters = [:]
        states = [:]
        queue = []
        failures = [:]
        pauses = [:]
    }

    // MARK: - Store

    /// Waits for the content of the store. Returns the place of the waiter; nil if the content is there.
    mutating func load(effects: inout Effects, waiter: Waiter) -> Int? {
        guard !isLoaded else { return nil }
        let place = makeID()
        loadWaiters[place] = waiter
        if !isLoading { effects.startsLoading = true }
        isLoading = true
        return place
    }

    /// Takes the content of the store.
    mutating func loaded(_ result: Result<SessionTokens?, OAuthError>, effects: inout Effects) {
        isLoading = false
        guard !isLoaded else { return }
        if case .success(let tokens) = result {
            isLoaded = true
            current = tokens
            desired = tokens
        }
        let outcome = result.map { _ in }
        effects.resumed += loadWaiters.sorted { $0.key < $1.key }.map { ($0.value, outcome) }
        loadWaiters = [:]
    }

    /// Waits until the store has all tokens. Returns the place of the waiter; nil if it has them.
    mutating func waitForWrites(waiter: Waiter) -> Int? {
        guard isWriting else { return nil }
        let place = makeID()
        writeWaiters[place] = (revision, waiter)
        return place
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
            if let pending = pendingSignIn, revision == write.revision { undo(pending, write.tokens, &effects) }
        }
        for (place, entry) in writeWaiters.sorted(by: { $0.key < $1.key }) where entry.revision <= write.revision {
            writeWaiters[place] = nil
            effects.resumed.append((entry.waiter, result))
        }
        var ended = states.filter { state in
            if case .storing(let revision) = state.value.phase { revision <= write.revision } else { false }
        }.map(\.key)
        if case .failure = result, !canObtain {
            // The refresh token that they would use isn't stored.
            ended += queue
            queue = []
        }
        for resource in ended.sorted() {
            if case .success = result { effects.changes.append(.renewed) }
            finish(resource, result, &effects)
        }
        // A failed write is repeated at once only if there is something newer to write.
        var isWorthWriting = revision > write.revision
        if case .success = result { isWorthWriting = true }
        if isWorthWriting, let next = beginWrite() { effects.write = next }
    }

    /// Makes the session as it was before a sign-in whose tokens the store didn't take.
    private mutating func undo(_ signIn: PendingSignIn, _ tokens: SessionTokens?, _ effects: inout Effects) {
        pendingSignIn = nil
        if let tokens { effects.revocations.append(tokens) }
        guard !signIn.endsRequest else {
            // The request that the sign-in ended has used the refresh token.
            let detail = "A sign-in failed while a token request was under way."
            return endSession(with: OAuthError(.signedOut, detail: detail), &effects)
        }
        desired = signIn.formerTokens
        if signIn.areFormerTokensStored { storedRevision = revision }
        isLoaded = signIn.wasLoaded
    }
}
