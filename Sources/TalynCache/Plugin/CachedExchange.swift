import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// One request with a cache. Read the file from top to bottom.
///
/// stored responses → decision → server, if it must be asked → storage → response
struct CachedExchange: Sendable {
    let cache: HTTPCache
    /// Sends a request to the server.
    let send: ExchangeInterceptor.NextExchange
    let request: OutgoingRequest
    let cached: CachedRequest

    func response() async throws -> TransportResponse {
        var entries = await storedEntries()
        var collapsed: CacheStatus.Forward?
        // How often the body that another call receives didn't come.
        var failedWaitCount = 0
        while true {
            let decision = CacheDecision(for: cached, stored: entries.map(\.response), at: cache.date())
            switch try await answer(decision, entries, collapsed: collapsed) {
            case .response(let response):
                return response
            case .lost(let index):
                entries.remove(at: index)
            case .server:
                guard cached.isShareable, collapsed == nil else {
                    return try await serverResponse(decision, entries, turn: await lonelyTurn())
                }
                switch cache.flights.begin(cached.flightKey, canWait: failedWaitCount < 2) {
                case .alone: return try await serverResponse(decision, entries, turn: await lonelyTurn())
                case .first(let flight):
                    switch await turn() {
                    case .own(let turn):
                        return try await serverResponse(decision, entries, flight: flight, turn: turn)
                    case .answered(let stored):
                        cache.flights.end(flight, .ended)
                        (collapsed, entries) = (decision.forward, stored)
                    }
                case .underWay(let waiter, let ticket):
                    switch try await cache.flights.wait(waiter, ticket) {
                    case .ended: collapsed = decision.forward
                    case .cancelled: break
                    case .held: failedWaitCount += 1
                    }
                    entries = await storedEntries()
                }
            }
        }
    }

    // MARK: - Without the server

    private enum Answer {
        case response(TransportResponse)
        /// The store has lost the body of the entry.
        case lost(Int)
        /// The server must answer.
        case server
    }

    /// The answer by a decision.
    ///
    /// - Parameter collapsed: The reason for which an identical request, for which this one waited, went to the server.
    private func answer(
        _ decision: CacheDecision,
        _ entries: [CacheEntry],
        collapsed: CacheStatus.Forward?
    ) async throws -> Answer {
        let status = CacheStatus(isHit: collapsed == nil, forward: collapsed, isCollapsed: collapsed != nil)
        switch decision {
        case .use(let index, let isStale, let range):
            let response = await storedResponse(entries[index], range, status, isStale: isStale)
            return response.map { .response($0) } ?? .lost(index)
        case .useAndRevalidate(let index, let range):
            let response = await storedResponse(entries[index], range, status, isStale: true)
            if response != nil { unconditional.revalidate(entries) }
            return response.map { .response($0) } ?? .lost(index)
        case .notModified(let index):
            cache.count { $0.hits += 1 }
            let head = CachedHead(entries[index].response, for: cached, at: cache.date(), status)
            return .response(head.notModified)
        case .fail:
            guard cached.mode != .onlyIfCached else { throw TransportError(.notCached, of: request) }
            // RFC 9111, section 5.2.1.7.
            return .response(TransportResponse(statusCode: 504, body: HTTPBody(Data())))
        case .validate, .complete, .fetch:
            return .server
        }
    }

    /// The exchange for the whole resource: an answer to the caller's condition, or to a range, confirms no stored response.
    private var unconditional: CachedExchange {
        guard cached.isConditional || cached.range != nil else { return self }
        var request = request
        for name in [HTTPField.Name.ifNoneMatch, .ifModifiedSince, .range] { request.headerFields[name] = nil }
        let whole = CachedRequest(request, salt: cached.salt, isForSharedCache: cached.isForSharedCache)
        return whole.map { CachedExchange(cache: cache, send: send, request: request, cached: $0) } ?? self
    }

    /// Asks the server for a newer response, unless that happens already, or too many others are asked for.
    private func revalidate(_ entries: [CacheEntry]) {
        guard cache.revalidations.begin() else { return }
        guard case .first(let flight) = cache.flights.begin(cached.flightKey, canWait: false) else {
            return cache.revalidations.end()
        }
        cache.revalidations.run {
            let decision = CacheDecision(
                for: cached,
                stored: entries.map(\.response),
                at: cache.date(),
                allowsStale: false
            )
            // Another process may be asking already, or the store couldn't take the response.
            guard case .some(.some(let turn)) = await firstTurn() else { return cache.flights.end(flight, .ended) }
            guard let response = try? await serverResponse(decision, entries, flight: flight, turn: turn) else {
                return
            }
            // The body is stored while it is read.
            let isStored = response.headerFields.cacheStatus?.isStored == true
            if isStored {
                try? await response.body.readToEnd()
            } else {
                await response.body.drain(by: cache.time.clock)
            }
        }
    }

    // MARK: - With the server

    /// - Parameters:
    ///   - flight: The flight in which other requests wait for the response.
    ///   - turn: The turn for which other processes wait; nil if the store failed.
    private func serverResponse(
        _ decision: CacheDecision,
        _ entries: [CacheEntry],
        flight: Int? = nil,
        turn: CacheTurn?
    ) async throws -> TransportResponse {
        var isEndedByBody = false
        defer { if let flight, !isEndedByBody { cache.flights.end(flight, Task.isCancelled ? .cancelled : .ended) } }
        let plan = ForwardedRequest(request, cached, decision, entries)
        var removalCount = cache.removals.count
        let sentAt = cache.date()
        let response: TransportResponse
        do {
            response = try await send(plan.request)
        } catch {
            guard let error = error as? TransportError, error.isDisconnection,
                let replacement = await staleResponse(plan, after: nil)
            else { throw error }
            return replacement
        }
        let times = StoredResponse.Times(requestedAt: sentAt, receivedAt: cache.date())
        if HTTPStatus.allowsStaleResponse(response.statusCode),
            let replacement = await staleResponse(plan, after: response.statusCode)
        {
            await response.body.drain(by: cache.time.clock)
            return replacement
        }
        if response.statusCode == 304, let validated = plan.validated {
            if let confirmed = await confirmed(validated, by: response, plan.forward, times) {
                if cached.isShareable { cache.flights.note(cached.flightKey, isStored: true) }
                return confirmed
            }
            return try await again(after: response, entries, turn)
        }
        var whole = response
        if let part = plan.completed, [206, 416].contains(response.statusCode) {
            guard let completed = await completed(part, by: response) else {
                return try await again(after: response, entries, turn)
            }
            whole = completed
        }
        let isRemoved = cache.removals.affect(cached.key, since: removalCount)
        if await invalidate(by: whole), !isRemoved { removalCount = cache.removals.count }
        await update(entries, byHead: whole, times)
        cache.count { $0.misses += 1 }
        let storage = Storage(entries: entries, times: times, removalCount: removalCount, flight: flight, turn: turn)
        let stored = await stored(whole, plan.forward, storage)
        isEndedByBody = stored.isEndedByBody
        return stored.response
    }

    /// The server's answer spoke of another response than the stored one.
    private func again(
        after response: TransportResponse,
        _ entries: [CacheEntry],
        _ turn: CacheTurn?
    ) async throws -> TransportResponse {
        await response.body.drain(by: cache.time.clock)
        return try await serverResponse(.fetch(.stale, stale: nil), entries, turn: turn)
    }

    /// The stale response that replaces a failure; nil if none may.
    ///
    /// - Parameter statusCode: The status of the failure; nil if no server could be reached.
    private func staleResponse(_ plan: ForwardedRequest, after statusCode: Int?) async -> TransportResponse? {
        guard let entry = plan.stale, !cached.insistsOnServer else { return nil }
        let stored = entry.response
        guard
            stored.mayReplaceFailure(of: cached, at: cache.date())
                || (statusCode == nil && mayAnswerWhenDisconnected(stored))
        else { return nil }
        let wanted = cached.range(of: stored)
        let range = wanted.flatMap { stored.range(for: $0) }
        // A part answers only a request for a range in it.
        guard range != nil || (wanted == nil && stored.part == nil) else { return nil }
        let status = CacheStatus(forward: plan.forward, forwardStatus: statusCode)
        return await storedResponse(entry, range, status, isStale: true)
    }

    /// Whether a stale response may answer when no server can be reached.
    private func mayAnswerWhenDisconnected(_ stored: StoredResponse) -> Bool {
        guard let maximumAge = cache.maximumAgeWhenDisconnected else { return false }
        return stored.age(at: cache.date()) <= maximumAge && !stored.mustNotBeStale(for: cached)
    }
}

extension TransportError {
    /// Whether the server couldn't be reached.
    fileprivate var isDisconnection: Bool {
        switch kind {
        case .notConnected, .cannotConnect, .connectionLost, .timedOut: true
        default: false
        }
    }
}
