import HTTPTypes
import TalynCore
import _TalynFoundation

/// The use of stored responses for a request (RFC 9111, section 4).
///
/// The decision is a pure function of the request, the stored responses and the time.
enum CacheDecision: Sendable, Hashable {
    /// The stored response answers. The index is its place among the stored responses.
    case use(Int, isStale: Bool, range: Range<Int64>?)

    /// The stored response answers, and the server is asked for a newer one in the background (RFC 5861, section 3).
    case useAndRevalidate(Int, range: Range<Int64>?)

    /// The caller's version is still the current one: a 304 answers.
    case notModified(Int)

    /// The server is asked whether the stored response is still the current one.
    case validate(Int, CacheStatus.Forward)

    /// The server is asked for the rest of a stored part, which starts at the first byte.
    case complete(Int)

    /// The server answers. A stale response may replace a failure.
    case fetch(CacheStatus.Forward, stale: Int?)

    /// No stored response may answer, and the server must not be asked (RFC 9111, section 5.2.1.7).
    case fail
}

extension CacheDecision {
    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - stored: The responses for the key of the request, with all their variants.
    ///   - allowsStale: Whether a response may answer while the server is asked for a newer one.
    init(for request: CachedRequest, stored: [StoredResponse], at now: Date, allowsStale: Bool = true) {
        let mayAskServer = request.mode != .onlyIfCached && !request.control.contains("only-if-cached")
        let decision: CacheDecision
        if request.mode == .noStore || !request.mayUseStored || request.isForServerOnly {
            decision = .fetch(request.mayUseStored ? .bypass : .method, stale: nil)
        } else if let index = Self.selected(for: request, among: stored) {
            decision = Self.decision(on: stored[index], at: index, for: request, at: now, allowsStale)
        } else {
            decision = .fetch(stored.isEmpty ? .uriMiss : .varyMiss, stale: nil)
        }
        switch decision {
        case _ where mayAskServer: self = decision
        case .use, .notModified, .fail: self = decision
        case .useAndRevalidate(let index, let range): self = .use(index, isStale: true, range: range)
        case .validate, .complete, .fetch: self = .fail
        }
    }

    /// The newest stored response that matches the request's variant, credentials and version.
    private static func selected(for request: CachedRequest, among stored: [StoredResponse]) -> Int? {
        stored.indices
            .filter { stored[$0].mayAnswer(request) && Variant.matches(stored[$0], request) }
            .max { stored[$0].receivedAt < stored[$1].receivedAt }
    }

    private static func decision(
        on stored: StoredResponse,
        at index: Int,
        for request: CachedRequest,
        at now: Date,
        _ allowsStale: Bool
    ) -> CacheDecision {
        var range: Range<Int64>?
        if let wanted = request.range(of: stored) {
            guard let found = stored.range(for: wanted) else { return .fetch(.partial, stale: nil) }
            range = found
        } else if let part = stored.part {
            let isUsable = part.offset == 0 && stored.strongEntityTag != nil && request.method == .get
            return isUsable && request.mode != .reload && !request.isConditional
                ? .complete(index) : .fetch(.partial, stale: nil)
        }
        func validation(_ reason: CacheStatus.Forward, stale: Int?) -> CacheDecision {
            stored.canBeValidated(for: request, range) ? .validate(index, reason) : .fetch(reason, stale: stale)
        }
        let timeLeft = stored.timeLeft(for: request, at: now)
        switch request.mode {
        case .reload: return .fetch(.request, stale: nil)
        case .noCache where !stored.isImmutable(for: request, at: now) || request.asksForValidation:
            return validation(.request, stale: nil)
        case .forceCache, .onlyIfCached: return .use(index, isStale: timeLeft <= 0, range: range)
        default: break
        }
        if request.asksForValidation { return validation(.request, stale: index) }
        if stored.mustBeValidated(for: request) { return validation(.stale, stale: index) }
        // Without a word of the request about stale responses, none is wanted.
        if let maxAge = request.control.seconds("max-age"), stored.age(at: now) > maxAge || maxAge == 0,
            !stored.mayBeStale(for: max(-timeLeft, stored.age(at: now) - maxAge), in: request)
        {
            return validation(.request, stale: index)
        }
        if let minFresh = request.control.seconds("min-fresh"), timeLeft < minFresh {
            return validation(.request, stale: index)
        }
        if timeLeft > 0 {
            return request.isConditional && isCurrent(stored, for: request, at: now)
                ? .notModified(index) : .use(index, isStale: false, range: range)
        }
        if stored.mayBeStale(for: -timeLeft, in: request) { return .use(index, isStale: true, range: range) }
        let window = stored.freshness.control.seconds("stale-while-revalidate")
        if allowsStale, let window, request.mayBeSentInBackground, !stored.mustNotBeStale(for: request),
            -timeLeft <= window
        {
            return .useAndRevalidate(index, range: range)
        }
        return validation(.stale, stale: index)
    }

    /// Whether the caller's version is the stored one (RFC 9111, section 4.3.2).
    private static func isCurrent(_ stored: StoredResponse, for request: CachedRequest, at now: Date) -> Bool {
        guard stored.statusCode == 200 else { return false }
        if request.headerFields.contains(.ifNoneMatch) {
            let tags = request.headerFields.elements(of: .ifNoneMatch)
            return tags.contains("*")
                || stored.entityTag.map { tag in tags.contains { $0.isSameEntity(as: tag) } } ?? false
        }
        guard let since = request.headerFields.date(.ifModifiedSince, at: now) else { return false }
        let changed = stored.headerFields.date(.lastModified, at: now) ?? stored.headerFields.date(.date, at: now)
        return (changed ?? stored.receivedAt) <= since
    }
}

extension CacheDecision {
    /// The reason for which the request goes to the server.
    var forward: CacheStatus.Forward {
        switch self {
        case .validate(_, let reason), .fetch(let reason, _): reason
        case .complete: .partial
        case .use, .useAndRevalidate, .notModified, .fail: .stale
        }
    }
}

extension StoredResponse {
    /// Whether the server can be asked if the response is still the current one.
    ///
    /// The caller's own condition has precedence. A range needs the bytes of the server's version. A 304 about another version
    /// means a second request with the same body.
    fileprivate func canBeValidated(for request: CachedRequest, _ range: Range<Int64>?) -> Bool {
        hasValidator && !request.isConditional && range == nil && request.isReplayable
    }

    /// Whether the request takes the response, which is stale since a number of seconds (RFC 9111, section 5.2.1.2).
    fileprivate func mayBeStale(for seconds: Double, in request: CachedRequest) -> Bool {
        guard !mustNotBeStale(for: request) else { return false }
        return request.control.seconds("max-stale", orWithoutArgument: .infinity).map { seconds <= $0 } ?? false
    }

    /// Whether the response may answer a request with other credentials, or with another version of the app.
    func mayAnswer(_ request: CachedRequest) -> Bool {
        guard version == request.version else { return false }
        let control = freshness.control
        return credentials == request.credentials || control.contains("public")
            || (request.isForSharedCache && control.contains("s-maxage"))
    }

    /// Whether the response may replace a failure of the server (RFC 5861, section 4).
    func mayReplaceFailure(of request: CachedRequest, at now: Date) -> Bool {
        guard !mustNotBeStale(for: request), !request.insistsOnServer else { return false }
        let staleness = -timeLeft(for: request, at: now)
        let windows = [freshness.control, request.control].compactMap { $0.seconds("stale-if-error") }
        return windows.contains { staleness <= $0 }
    }
}
