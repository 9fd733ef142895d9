import Foundation
import HTTPTypes
import Talyn

extension CachedExchange {
    /// Works with the store. A failure doesn't fail the call: it becomes a note in the metrics.
    @discardableResult
    private func withStore<Value>(_ work: (any CacheStore) async throws -> Value) async -> Value? {
        do {
            return try await work(cache.store)
        } catch {
            Self.note(error, request.context)
            return nil
        }
    }

    private static func note(_ error: any Error, _ context: CallContext?) {
        // A response that the store doesn't want is no failure of it.
        if let error = error as? CacheError, error == .tooLarge || error == .isPrivate { return }
        context?.note("could not use the cache: \(error.localizedDescription)")
    }

    // MARK: - Reading

    /// The stored responses for the request.
    func storedEntries() async -> [CacheEntry] {
        guard cached.mode != .noStore else { return [] }
        return await withStore { try await $0.entries(for: cached.key) } ?? []
    }

    /// The response from the store; nil if the store has lost it.
    func storedResponse(
        _ entry: CacheEntry,
        _ range: Range<Int64>?,
        isStale: Bool,
        isCollapsed: Bool = false
    ) async -> TransportResponse? {
        guard let body = await body(of: entry) else { return nil }
        cache.count {
            $0.hits += 1
            if isStale { $0.staleHits += 1 }
        }
        let head = CachedHead(entry.response, at: cache.date(), isHit: true, isCollapsed: isCollapsed)
        return head.response(body, range, for: cached)
    }

    /// The body of a response. Removes the response if the store has lost it.
    private func body(of entry: CacheEntry) async -> HTTPBody? {
        if let body = await withStore({ try await $0.body(of: entry) }) ?? nil { return body }
        await withStore { try await $0.remove([entry]) }
        return nil
    }

    // MARK: - Writing

    /// The stored response after a 304; nil if the 304 speaks of another one.
    func confirmed(
        _ entry: CacheEntry,
        by response: TransportResponse,
        _ forward: CacheStatus.Forward,
        _ times: StoredResponse.Times
    ) async -> TransportResponse? {
        guard let updated = entry.response.updated(by: response.headerFields, answering: cached, at: times),
            let body = await body(of: entry)
        else { return nil }
        try? await response.body.drain()
        await withStore { try await $0.update(entry, to: updated) }
        cache.count { $0.revalidations += 1 }
        let head = CachedHead(updated, at: times.receivedAt, forward: forward, forwardStatus: 304)
        return head.response(body, nil, for: cached)
    }

    /// The whole response of a stored part and the rest (RFC 9110, section 15.3.7.3); nil if they don't fit.
    func completed(_ entry: CacheEntry, by response: TransportResponse) async -> TransportResponse? {
        guard response.statusCode == 206, let part = StoredResponse.Part(response.headerFields),
            part.offset == entry.response.bodyLength, part.completeLength == entry.response.completeLength,
            response.headerFields[.eTag] == entry.response.strongEntityTag, let start = await body(of: entry)
        else { return nil }
        var fields = response.headerFields
        fields[.contentRange] = nil
        fields[.contentLength] = String(part.completeLength)
        let body = start.followed(by: response.body, length: part.completeLength)
        return TransportResponse(statusCode: 200, headerFields: fields, url: response.url, body: body)
    }

    /// Removes the responses that the request made invalid.
    func invalidate(by response: TransportResponse) async {
        let urls = Invalidation.urls(of: cached, statusCode: response.statusCode, headerFields: response.headerFields)
        for url in urls {
            await withStore { try await $0.remove(try await $0.entries(for: CacheKey(url))) }
        }
    }

    /// Updates the stored responses by the response to a HEAD request, or removes them (RFC 9111, section 4.3.5).
    func update(_ entries: [CacheEntry], byHead response: TransportResponse, _ times: StoredResponse.Times) async {
        guard cached.method == .head, !cached.hasOwnKey, response.statusCode == 200 else { return }
        for entry in chosen(of: entries) where entry.response.statusCode == 200 {
            let updated = entry.response.updated(byHead: response.headerFields, answering: cached, at: times)
            await withStore { store in
                if let updated { try await store.update(entry, to: updated) } else { try await store.remove([entry]) }
            }
        }
    }

    /// The entries that could answer the request (RFC 9111, section 4.1).
    private func chosen(of entries: [CacheEntry]) -> [CacheEntry] {
        entries.filter { $0.response.mayAnswer(cached) && Variant.matches($0.response, cached) }
    }

    /// The response, which is stored while its body is read.
    ///
    /// - Returns: The response, and whether the flight ends with its body.
    func stored(
        _ response: TransportResponse,
        _ entries: [CacheEntry],
        _ forward: CacheStatus.Forward,
        _ times: StoredResponse.Times,
        _ flight: String?
    ) async -> (response: TransportResponse, isEndedByBody: Bool) {
        var response = response
        let writer = await writer(for: response, entries, times)
        let status = CacheStatus(forward: forward, isStored: writer != nil)
        response.headerFields.append(HTTPField(name: .cacheStatus, value: status.fieldValue))
        guard let writer else { return (response, false) }
        if let data = response.body.data {
            await withStore { _ in
                try await writer.write(data)
                try await writer.commit()
            }
            return (response, false)
        }
        if let flight { cache.flights.storeBody(flight) }
        response.body = response.body.stored(by: writer) { [cache, context = request.context] failure in
            if let failure { Self.note(failure, context) }
            if let flight { cache.flights.end(flight) }
        }
        return (response, true)
    }

    /// The writer for the response; nil if it isn't stored.
    private func writer(
        for response: TransportResponse,
        _ entries: [CacheEntry],
        _ times: StoredResponse.Times
    ) async -> (any CacheWriter)? {
        let head = StoredResponse(
            statusCode: response.statusCode,
            headerFields: response.headerFields,
            answering: cached,
            at: times,
            policy: request.options.cache ?? CachePolicy()
        )
        guard let head else { return nil }
        let replaced = chosen(of: entries).map(\.id)
        return await withStore { try await $0.writer(for: head, key: cached.key, replacing: replaced) }
    }
}

extension HTTPBody {
    /// This body, and then another one.
    fileprivate func followed(by rest: HTTPBody, length: Int64) -> HTTPBody {
        HTTPBody(length: length, isReplayable: false) {
            // Only one reader has the iterators.
            nonisolated(unsafe) var first = self.makeAsyncIterator()
            nonisolated(unsafe) var second = rest.makeAsyncIterator()
            var isFirst = true
            return {
                if isFirst {
                    if let chunk = try await first.next() { return chunk }
                    isFirst = false
                }
                return try await second.next()
            }
        }
    }
}
