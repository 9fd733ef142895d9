/// The use of the cache by a response: the `Cache-Status` of RFC 9211.
public struct CacheStatus: Sendable, Hashable {
    /// The reason for which the request went to the server (RFC 9211, section 2.2).
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Forward: String, Sendable, Hashable {
        /// The call doesn't use the cache.
        case bypass
        /// The cache doesn't answer the method.
        case method
        /// No response was stored for the URL.
        case uriMiss = "uri-miss"
        /// The stored responses were for other header fields or credentials.
        case varyMiss = "vary-miss"
        /// The request asked for a response of the server.
        case request
        /// The stored response was stale.
        case stale
        /// The stored response was only a part.
        case partial
    }

    /// Whether a stored response answered without the server.
    public internal(set) var isHit = false

    /// The reason for which the request went to the server; nil if it didn't.
    public internal(set) var forward: Forward?

    /// The status code of the server, if it isn't that of the response (RFC 9211, section 2.3).
    public internal(set) var forwardStatus: Int?

    /// The time until the response is stale in seconds; negative for a stale response (RFC 9211, section 2.4).
    public internal(set) var timeToLive: Int?

    /// Whether the response was stored (RFC 9211, section 2.5).
    public internal(set) var isStored = false

    /// Whether the response came with an identical request at the same time (RFC 9211, section 2.6).
    public internal(set) var isCollapsed = false

    /// Further details (RFC 9211, section 2.8).
    public internal(set) var detail: String?

    /// Whether a stored response answered after the end of its lifetime, and the server hasn't confirmed it.
    ///
    /// This happens without a network, after a failure of the server, and by a policy such as ``/Talyn/CachePolicy/Mode/forceCache``.
    public var isStale: Bool { forwardStatus != 304 && timeToLive.map { $0 <= 0 } ?? false }

    /// The value of the field.
    var fieldValue: String {
        var text = Self.cacheName
        if isHit { text += "; hit" }
        if let forward { text += "; fwd=\(forward.rawValue)" }
        if let forwardStatus { text += "; fwd-status=\(forwardStatus)" }
        if let timeToLive { text += "; ttl=\(timeToLive)" }
        if isStored { text += "; stored" }
        if isCollapsed { text += "; collapsed" }
        if let detail { text += "; detail=\(detail)" }
        return text
    }
}
