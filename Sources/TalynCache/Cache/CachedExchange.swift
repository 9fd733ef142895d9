import Foundation
import HTTPTypes
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

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
            guard cached.isShareable, !hasWaited else {
                return try await serverResponse(decision, entries, flight: nil)
            }
            let flight = cached.flightKey
            if cache.flights.begin(flight) {
                return try await serverResponse(decision, entries, flight: flight)
            }
            try await cache.flights.wait(for: flight)
            hasWaited = true
        }
    }

    /// The stored responses for the request. After a failure of the store, the server answers.
    private func storedEntries() async -> [CacheEntry] {
        guard cached.mode != .noStore else { return [] }
        return (try? await cache.store.entries(for: cached.key)) ?? []
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
            return await stored(entries[index], range, isStale: isStale, isCollapsed: isCollapsed)
        case .useAndRevalidate(let index, let range):
            guard let response = await stored(entries[index], range, isStale: true, isCollapsed: isCollapsed) else {
                return nil
            }
            revalidate(entries)
            return response
        case .notModified(let index):
            cache.count { $0.hits += 1 }
            let head = CachedHead(entries[index].response, at: cache.date(), isHit: true)
            return TransportResponse(statusCode: 304, headerFields: head.fields, body: HTTPBody(Data()))
        case .fail:
            guard cached.mode != .onlyIfCached else { throw TransportError(.notCached, url: cached.url) }
            // RFC 9111, section 5.2.1.7.
            return TransportResponse(statusCode: 504, body: HTTPBody(Data()))
        case .validate, .fetch:
            return nil
        }
    }

    /// The response from the store; nil if the store has lost it.
    private func stored(
        _ entry: CacheEntry,
        _ range: Range<Int64>?,
        isStale: Bool,
        isCollapsed: Bool
    ) async -> TransportResponse? {
        guard let body = try? await cache.store.body(of: entry) else {
            try? await cache.store.remove([entry])
            return nil
        }
        cache.count {
            $0.hits += 1
            if isStale { $0.staleHits += 1 }
        }
        let head = CachedHead(entry.response, at: cache.date(), isHit: true, isCollapsed: isCollapsed)
        return head.response(body, range, for: cached)
    }

    /// Asks the server for a newer response, unless that happens already.
    private func revalidate(_ entries: [CacheEntry]) {
        let flight = cached.flightKey
        guard cache.flights.begin(flight) else { return }
        let (cache, cached) = (cache, cached)
        _ = Task.inScope {
            let decision = CacheDecision(
                for: cached,
                stored: entries.map(\.response),
                at: cache.date(),
                allowsStale: false
            )
            let response = try? await self.serverResponse(decision, entries, flight: flight)
            // A confirmed response comes from the store: nothing is left to be stored.
            guard let response, response.headerFields.cacheStatus?.forwardStatus != 304 else { return }
            try? await response.body.readToEnd()
        }
    }

    // MARK: - With the server

    private func serverResponse(
        _ decision: CacheDecision,
        _ entries: [CacheEntry],
        flight: String?
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
                let replacement = await stored(stale, nil, isStale: true, isCollapsed: false)
            else { throw error }
            return replacement
        }
        let times = StoredResponse.Times(requestedAt: sentAt, receivedAt: cache.date())
        if HTTPStatus.isServerFailure(response.statusCode), let stale = plan.stale,
            stale.response.mayReplaceFailure(of: cached, at: times.receivedAt),
            let replacement = await stored(stale, nil, isStale: true, isCollapsed: false)
        {
            try? await response.body.drain()
            return replacement
        }
        if response.statusCode == 304, let validated = plan.validated {
            if let confirmed = await confirmed(validated, by: response, plan.forward, times) { return confirmed }
            try? await response.body.drain()
            return try await serverResponse(.fetch(.stale, stale: nil), entries, flight: nil)
        }
        await invalidate(by: response)
        let (stored, isStoring) = await storing(response, entries, plan, times, flight)
        isEndedByBody = isStoring
        cache.count { $0.misses += 1 }
        return stored
    }

    /// Whether a stale response may answer in place of a failure.
    private func mayReplace(_ error: any Error, _ stale: StoredResponse) -> Bool {
        guard let error = error as? TransportError, error.isDisconnection else { return false }
        if stale.mayReplaceFailure(of: cached, at: cache.date()) { return true }
        return cache.servesStaleWhenDisconnected && !stale.mustNotBeStale && !cached.asksForValidation
    }

    /// The stored response after a 304; nil if the 304 speaks of another one.
    private func confirmed(
        _ entry: CacheEntry,
        by response: TransportResponse,
        _ forward: CacheStatus.Forward,
        _ times: StoredResponse.Times
    ) async -> TransportResponse? {
        guard let updated = entry.response.updated(by: response.headerFields, answering: cached, at: times),
            let body = try? await cache.store.body(of: entry)
        else { return nil }
        try? await response.body.drain()
        try? await cache.store.update(entry, to: updated)
        cache.count { $0.revalidations += 1 }
        let head = CachedHead(updated, at: times.receivedAt, forward: forward, forwardStatus: 304)
        return head.response(body, nil, for: cached)
    }

    /// Removes the responses that the request made invalid.
    private func invalidate(by response: TransportResponse) async {
        let urls = Invalidation.urls(of: cached, statusCode: response.statusCode, headerFields: response.headerFields)
        for url in urls {
            guard let entries = try? await cache.store.entries(for: CacheKey(url)), !entries.isEmpty else { continue }
            try? await cache.store.remove(entries)
        }
    }

    /// The response, which is stored while its body is read.
    private func storing(
        _ response: TransportResponse,
        _ entries: [CacheEntry],
        _ plan: ForwardedRequest,
        _ times: StoredResponse.Times,
        _ flight: String?
    ) async -> (TransportResponse, isStoring: Bool) {
        var response = response
        let head = StoredResponse(
            statusCode: response.statusCode,
            headerFields: response.headerFields,
            answering: cached,
            at: times,
            policy: request.options.cache ?? CachePolicy()
        )
        let replaced = entries.filter {
            $0.response.mayAnswer(cached) && Variant.matches($0.response, cached.headerFields)
        }
        let writer =
            if let head {
                try? await cache.store.writer(for: head, key: cached.key, replacing: replaced.map(\.id))
            } else {
                nil as (any CacheWriter)?
            }
        let status = CacheStatus(forward: plan.forward, isStored: writer != nil)
        response.headerFields.append(HTTPField(name: .cacheStatus, value: status.fieldValue))
        guard let writer else { return (response, false) }
        if let data = response.body.data {
            try? await writer.write(data)
            try? await writer.commit()
            return (response, false)
        }
        if let flight { cache.flights.storeBody(flight) }
        response.body = response.body.stored(by: writer) { [cache] _ in
            if let flight { cache.flights.end(flight) }
        }
        return (response, true)
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
