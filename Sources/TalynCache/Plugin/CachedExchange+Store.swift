import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

extension CachedExchange {
    /// Works with the store. A failure doesn't fail the call: it becomes a note in the metrics.
    @discardableResult
    func withStore<Value>(_ work: (any CacheStore) async throws -> Value) async -> Value? {
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
        context?.note("could not use the cache: \(Redaction.default.text(of: error))")
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
        _ status: CacheStatus,
        isStale: Bool
    ) async -> TransportResponse? {
        guard let body = await body(of: entry) else { return nil }
        cache.count {
            $0.hits += 1
            if isStale { $0.staleHits += 1 }
        }
        return CachedHead(entry.response, for: cached, at: cache.date(), status).response(body, range)
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
        await response.body.drain(by: cache.time.clock)
        await replace(entry, by: updated)
        cache.count { $0.revalidations += 1 }
        let status = CacheStatus(forward: forward, forwardStatus: 304)
        var confirmed = CachedHead(updated, for: cached, at: times.receivedAt, status).response(body, nil)
        confirmed.serverHeaderFields = response.headerFields
        confirmed.currentMetrics = response.currentMetrics
        return confirmed
    }

    /// The whole response of a stored part and the rest (RFC 9110, section 15.3.7.3); nil if they don't fit.
    func completed(_ entry: CacheEntry, by response: TransportResponse) async -> TransportResponse? {
        let stored = entry.response
        guard response.statusCode == 206, let part = response.headerFields.part,
            part.range.lowerBound == stored.bodyLength, part.range.upperBound == part.completeLength,
            part.completeLength == stored.completeLength,
            response.headerFields[.eTag] == stored.strongEntityTag, let start = await body(of: entry)
        else { return nil }
        var whole = response
        whole.statusCode = 200
        // A server leaves out the fields that the caller has already (RFC 9110, section 15.3.7).
        whole.headerFields = stored.fields(updatedBy: response.headerFields)
        whole.headerFields[.contentRange] = nil
        whole.headerFields[.contentLength] = String(part.completeLength)
        whole.serverHeaderFields = response.headerFields
        whole.body = start.followed(by: response.body, length: part.completeLength)
        return whole
    }

    /// Removes the responses that the request made invalid.
    ///
    /// - Returns: Whether the request makes responses invalid.
    func invalidate(by response: TransportResponse) async -> Bool {
        let urls = cached.invalidatedURLs(statusCode: response.statusCode, headerFields: response.headerFields)
        for url in urls {
            await withStore { _ in try await cache.remove(url) }
        }
        return !urls.isEmpty
    }

    /// Updates the stored responses by the response to a HEAD request, or removes them (RFC 9111, section 4.3.5).
    func update(_ entries: [CacheEntry], byHead response: TransportResponse, _ times: StoredResponse.Times) async {
        guard cached.method == .head, !cached.hasOwnKey, response.statusCode == 200 else { return }
        for entry in chosen(of: entries) where entry.response.statusCode == 200 {
            let updated = entry.response.updated(byHead: response.headerFields, answering: cached, at: times)
            await replace(entry, by: updated)
        }
    }

    /// Replaces the head of a stored response. Removes the response without a new head, or with one that may not be stored or shared.
    private func replace(_ entry: CacheEntry, by updated: StoredResponse?) async {
        // Nothing of the answer to such a request is stored (RFC 9111, section 5.2.1.5).
        guard !cached.control.contains("no-store") else { return }
        await withStore { store in
            if let updated, !updated.mustNotBeStored, !cached.isForSharedCache || updated.mayBeShared {
                try await store.update(entry, to: updated)
            } else {
                try await store.remove([entry])
            }
        }
    }

    /// The entries that could answer the request (RFC 9111, section 4.1).
    private func chosen(of entries: [CacheEntry]) -> [CacheEntry] {
        entries.filter { $0.response.mayAnswer(cached) && Variant.matches($0.response, cached) }
    }

    /// The facts on which the storage of a response depends.
    struct Storage {
        /// The entries for the key of the request.
        let entries: [CacheEntry]
        let times: StoredResponse.Times
        /// The number of removals from the cache before the request.
        let removalCount: Int
        /// The flight in which other requests wait for the response.
        let flight: Int?
        /// The turn for which other processes wait; nil if the store failed.
        let turn: CacheTurn?
    }

    /// The response, which is stored while its body is read.
    ///
    /// - Returns: The response, and whether the flight ends with its body.
    func stored(
        _ response: TransportResponse,
        _ forward: CacheStatus.Forward,
        _ storage: Storage
    ) async -> (response: TransportResponse, isEndedByBody: Bool) {
        var response = response
        let flight = storage.flight
        let writer = await writer(for: response, storage)
        // A failure says nothing about the next response.
        let isFailure = HTTPStatus.allowsStaleResponse(response.statusCode)
        if cached.isShareable, writer != nil || !isFailure {
            cache.flights.note(cached.flightKey, isStored: writer != nil)
            if writer == nil { storage.turn?.noteUnstorable() }
        }
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
        if let flight { cache.flights.noteBody(of: flight, isReading: false) }
        response.body = response.body.stored(by: writer) { [cache] isReading in
            if let flight { cache.flights.noteBody(of: flight, isReading: isReading) }
        } end: { [cache, context = request.context] failure in
            if let failure { Self.note(failure, context) }
            if let flight { cache.flights.end(flight, Task.isCancelled ? .cancelled : .ended) }
        }
        return (response, true)
    }

    /// The writer for the response; nil if it isn't stored.
    private func writer(for response: TransportResponse, _ storage: Storage) async -> (any CacheWriter)? {
        let head = StoredResponse(
            statusCode: response.statusCode,
            headerFields: response.headerFields,
            answering: cached,
            at: storage.times,
            tags: request.options.cache?.tags ?? []
        )
        let replaced = chosen(of: storage.entries)
        guard let head, isOfRequest(response) else {
            // The server has replaced the stored response by one that must not be stored.
            let mayStore = cached.mode != .noStore && !cached.control.contains("no-store")
            if mayStore, cached.method == .get, response.statusCode == 200 {
                await withStore { try await $0.remove(replaced) }
            }
            return nil
        }
        // A part says nothing that its whole doesn't.
        if let tag = head.strongEntityTag, head.part != nil,
            replaced.contains(where: { $0.response.part == nil && $0.response.strongEntityTag == tag })
        {
            return nil
        }
        // Without a turn, nobody knows whether the responses for the key were removed since.
        guard let turn = storage.turn else { return nil }
        let writer = await withStore {
            try await $0.writer(for: head, key: cached.key, replacing: replaced.map(\.id), turn: turn)
        }
        guard let writer else { return nil }
        let (cache, key, count) = (cache, cached.key, storage.removalCount)
        return RevocableWriter(writer: writer) {
            cache.removals.affect(key, since: count)
        } remove: {
            try await cache.store.remove(try await cache.store.entries(for: key))
        }
    }

    /// Whether the response is for the URL of the request. A transport of an app may have followed a redirect.
    private func isOfRequest(_ response: TransportResponse) -> Bool {
        guard let url = response.url, url.absoluteString != cached.urlText, let own = cached.url else { return true }
        return Origin(url) == Origin(own) && url.encodedPath == own.encodedPath
            && url.query(percentEncoded: true) == own.query(percentEncoded: true)
    }
}

extension HTTPFields {
    /// The range of a response with status 206, and the length of the whole; nil without one of them.
    var part: (range: Range<Int64>, completeLength: Int64)? {
        guard let field = self[.contentRange].flatMap({ ContentRange($0) }), let range = field.range,
            let completeLength = field.completeLength
        else { return nil }
        return (range, completeLength)
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
