import HTTPTypes
import TalynCore

/// The request that goes to the server, and the stored response that it is about.
struct ForwardedRequest {
    let request: OutgoingRequest
    let forward: CacheStatus.Forward
    /// The response that a 304 confirms.
    private(set) var validated: CacheEntry?
    /// The stored part that the response completes.
    private(set) var completed: CacheEntry?
    /// The response that may replace a failure.
    private(set) var stale: CacheEntry?

    init(_ original: OutgoingRequest, _ cached: CachedRequest, _ decision: CacheDecision, _ entries: [CacheEntry]) {
        var request = original
        // The cache has applied the policy.
        request.allowsTransportCache = false
        forward = decision.forward
        switch decision {
        case .validate(let index, _):
            validated = entries[index]
            stale = entries[index]
            for field in entries[index].response.conditions {
                request.headerFields[field.name] = field.value
            }
        case .complete(let index):
            completed = entries[index]
            let stored = entries[index].response
            request.headerFields[.range] = "bytes=\(stored.bodyLength)-"
            request.headerFields[.ifRange] = stored.strongEntityTag
            // A part of compressed content wouldn't fit.
            if !request.headerFields.contains(.acceptEncoding) { request.headerFields[.acceptEncoding] = "identity" }
        case .fetch(_, let index):
            stale = index.map { entries[$0] }
        case .use, .useAndRevalidate, .notModified, .fail:
            break
        }
        switch cached.mode {
        // A cache on the way must not answer (RFC 9111, section 5.2.1.4).
        case .reload: request.addDirective("no-cache")
        case .noStore: request.addDirective("no-cache, no-store")
        case .noCache: request.addDirective("max-age=0")
        default: break
        }
        self.request = request
    }
}

extension OutgoingRequest {
    /// Sets `Cache-Control`, unless the caller has set it.
    fileprivate mutating func addDirective(_ directive: String) {
        if !headerFields.contains(.cacheControl) { headerFields[.cacheControl] = directive }
    }
}
