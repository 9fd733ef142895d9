import Foundation
import HTTPTypes
import Talyn

/// One request with a cache. Read the file from top to bottom.
///
/// stored responses → decision → server, if it must be asked → storage → response
struct CachedExchange: Sendable {
    let cache: HTTPCache
    let transport: any Transport
    let request: TransportRequest
    let cached: CachedRequest

    func response() async throws -> TransportResponse {
        var hasWaited = false
        while true {
            let entries = await storedEntries()
            let decision = CacheDecision(for: cached, stored: entries.map(\.response), at: cache.date())
            if let response = try await storedResponse(decision, entries, isCollapsed: hasWaited) { return response }
            guard cached.isShareable, !hasWaited else { return try await serverResponse(decision, entries) }
            let flight = cached.flightKey
            if cache.flights.begin(flight) { return try await serverResponse(decision, entries, flight: flight) }
            try await cache.flights.wait(for: flight)
            hasWaited = true
        }
    }

    // MARK: - Without the server

    /// The response by a decision that doesn't need the server; nil if it needs the server.
    private func storedResponse(
        _ decision: CacheDecision,
        _ entries: [CacheEntry],
        isCollapsed: Bool
    ) async throws -> TransportResponse? {
        switch decision {
        case .use(let index, let isStale, let range):
            return await storedResponse(entries[index], range, isStale: isStale, isCollapsed: isCollapsed)
        case .useAndRevalidate(let index, let range):
            let response = await storedResponse(entries[index], range, isStale: true, isCollapsed: isCollapsed)
            if response != nil { revalidate(entries) }
            return response
        case .notModified(let index):
            cache.count { $0.hits += 1 }
            let head = CachedHead(entries[index].response, at: cache.date(), isHit: true)
            return TransportResponse(statusCode: 304, headerFields: head.fields, body: HTTPBody(Data()))
        case .fail:
            guard cached.mode != .onlyIfCached else { throw TransportError(.notCached, url: cached.url) }
            // RFC 9111, section 5.2.1.7.
            return TransportResponse(statusCode: 504, body: HTTPBody(Data()))
        case .validate, .complete, .fetch:
            return nil
        }
    }

    /// Asks the server for a newer response, unless that happens already.
    private func revalidate(_ entries: [CacheEntry]) {
        let flight = cached.flightKey
        guard cache.flights.begin(flight) else { return }
        _ = Task.inScope {
            let decision = CacheDecision(
                for: cached,
                stored: entries.map(\.response),
                at: cache.date(),
                allowsStale: false
            )
            let response = try? await serverResponse(decision, entries, flight: flight)
            // A confirmed response comes from the store: nothing is left to be stored.
            guard let response, response.headerFields.cacheStatus?.forwardStatus != 304 else { return }
            try? await response.body.readToEnd()
        }
    }

    // MARK: - With the server

    /// - Parameter flight: The key by which other requests wait for the response.
    private func serverResponse(
        _ decision: CacheDecision,
        _ entries: [CacheEntry],
        flight: String? = nil
    ) async throws -> TransportResponse {
        var isEndedByBody = false
        defer { if let flight, !isEndedByBody { cache.flights.end(flight) } }
        let plan = ForwardedRequest(request, cached, decision, entries)
        let sentAt = cache.date()
        let response: TransportResponse
        do {
            response = try await transport.send(plan.request)
        } catch {
            guard let stale = plan.stale, mayReplace(error, stale.response),
                let replacement = await storedResponse(stale, nil, isStale: true)
            else { throw error }
            return replacement
        }
        let times = StoredResponse.Times(requestedAt: sentAt, receivedAt: cache.date())
        if HTTPStatus.isServerFailure(response.statusCode), let stale = plan.stale,
            stale.response.mayReplaceFailure(of: cached, at: times.receivedAt),
            let replacement = await storedResponse(stale, nil, isStale: true)
        {
            try? await response.body.drain()
            return replacement
        }
        if response.statusCode == 304, let validated = plan.validated {
            if let confirmed = await confirmed(validated, by: response, plan.forward, times) { return confirmed }
            return try await again(after: response, entries)
        }
        var whole = response
        if let part = plan.completed, [206, 416].contains(response.statusCode) {
            guard let completed = await completed(part, by: response) else {
                return try await again(after: response, entries)
            }
            whole = completed
        }
        await invalidate(by: whole)
        await update(entries, byHead: whole, times)
        cache.count { $0.misses += 1 }
        let stored = await stored(whole, entries, plan.forward, times, flight)
        isEndedByBody = stored.isEndedByBody
        return stored.response
    }

    /// The server's answer spoke of another response than the stored one.
    private func again(after response: TransportResponse, _ entries: [CacheEntry]) async throws -> TransportResponse {
        try? await response.body.drain()
        return try await serverResponse(.fetch(.stale, stale: nil), entries)
    }

    /// Whether a stale response may answer in place of a failure.
    private func mayReplace(_ error: any Error, _ stale: StoredResponse) -> Bool {
        guard let error = error as? TransportError, error.isDisconnection else { return false }
        if stale.mayReplaceFailure(of: cached, at: cache.date()) { return true }
        return cache.servesStaleWhenDisconnected && !stale.mustNotBeStale && !cached.asksForValidation
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
