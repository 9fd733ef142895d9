public import HTTPTypes
public import _TalynFoundation
import _TalynSupport

/// A response in a cache, without its body.
public struct StoredResponse: Sendable, Hashable {
    /// The status code.
    public internal(set) var statusCode: Int

    /// The header fields, without those of a single connection (RFC 9111, section 3.1).
    public internal(set) var headerFields: HTTPFields

    /// The request's values of the fields that `Vary` names (RFC 9111, section 4.1).
    public internal(set) var variant: [String: String]

    /// The time at which the request was sent.
    public internal(set) var requestedAt: Date

    /// The time at which the response arrived, or was last validated.
    public internal(set) var receivedAt: Date

    /// The length of the stored body in bytes. The store sets it when it has the whole body.
    public var bodyLength: Int64

    /// The position of the stored body in the whole representation; nil if it is whole.
    public internal(set) var part: Part?

    /// The version of the app's data.
    public internal(set) var version: Int

    /// The tags by which the app removes responses.
    public internal(set) var tags: Set<String>

    /// The credentials of the request, as a digest; nil without credentials.
    public internal(set) var credentials: String?

    /// A part of a representation (RFC 9110, section 14).
    public struct Part: Sendable, Hashable, Codable {
        /// The position of the first byte.
        public let offset: Int64

        /// The length of the whole representation.
        public let completeLength: Int64
    }

    /// The directives and dates in the header fields.
    var freshness: Freshness

    init(
        statusCode: Int,
        headerFields: HTTPFields,
        variant: [String: String] = [:],
        requestedAt: Date,
        receivedAt: Date,
        bodyLength: Int64 = 0,
        part: Part? = nil,
        version: Int = 0,
        tags: Set<String> = [],
        credentials: String? = nil
    ) {
        self.statusCode = statusCode
        self.headerFields = headerFields
        self.variant = variant
        self.requestedAt = requestedAt
        self.receivedAt = receivedAt
        self.bodyLength = bodyLength
        self.part = part
        self.version = version
        self.tags = tags
        self.credentials = credentials
        freshness = Freshness(statusCode, headerFields, requestedAt: requestedAt, receivedAt: receivedAt)
    }
}

extension StoredResponse {
    /// The age in seconds (RFC 9111, section 4.2.3).
    ///
    /// - Parameter now: The time at which the response has the age.
    public func age(at now: Date) -> Double {
        max(0, freshness.initialAge + now.timeIntervalSince(receivedAt))
    }

    /// The time in seconds until the response is stale by the server's word; negative after that (RFC 9111, section 4.2).
    ///
    /// - Parameters:
    ///   - now: The time from which the seconds count.
    ///   - isShared: Whether `s-maxage` counts, as in a cache for several users (RFC 9111, section 5.2.2.10).
    public func timeLeft(at now: Date, isShared: Bool = false) -> Double {
        freshness.lifetime(isShared: isShared) - age(at: now)
    }

    /// The time in seconds until the response is stale for a request; negative after that.
    ///
    /// The app's own lifetime counts from the arrival of the response: a proxy's `Age` says nothing about it.
    func timeLeft(for request: CachedRequest, at now: Date) -> Double {
        guard let lifetime = ownLifetime(for: request) else {
            return timeLeft(at: now, isShared: request.isForSharedCache)
        }
        return lifetime - max(0, now.timeIntervalSince(receivedAt))
    }

    /// The lifetime that the app gives, which only successful responses have.
    private func ownLifetime(for request: CachedRequest) -> Double? {
        200..<300 ~= statusCode ? request.lifetime : nil
    }

    /// Whether the response has the same variant, credentials and version as another one for its key.
    ///
    /// A store keeps only the newer one of two such responses.
    func answersSameRequests(as other: StoredResponse) -> Bool {
        variant == other.variant && credentials == other.credentials && version == other.version
    }

    /// Whether the server must be asked before each use, even of a fresh response (RFC 9111, section 5.2.2.4).
    func mustBeValidated(for request: CachedRequest) -> Bool {
        ownLifetime(for: request) == nil && freshness.control.contains("no-cache")
    }

    /// Whether it may never be used stale (RFC 9111, section 5.2.2.2).
    func mustNotBeStale(for request: CachedRequest) -> Bool {
        guard ownLifetime(for: request) == nil else { return false }
        let control = freshness.control
        return control.contains("must-revalidate") || control.contains("no-cache")
            // RFC 9111, sections 5.2.2.8 and 5.2.2.10.
            || (request.isForSharedCache && (control.contains("proxy-revalidate") || control.contains("s-maxage")))
    }

    /// Whether the response is for one user, by the word of the server or by the credentials of the request.
    public var isPrivate: Bool { credentials != nil || freshness.control.contains("private") }

    /// Whether the server says that the response doesn't change while it is fresh (RFC 8246).
    func isImmutable(for request: CachedRequest, at now: Date) -> Bool {
        freshness.control.contains("immutable") && !mustBeValidated(for: request)
            && timeLeft(for: request, at: now) > 0
    }

    /// The entity tag; nil without one.
    var entityTag: String? { headerFields[.eTag]?.withoutOuterSpaces }

    /// The strong entity tag; nil without one. Only a strong one allows to combine parts (RFC 9110, section 8.8.3).
    var strongEntityTag: String? { entityTag.flatMap { $0.hasPrefix("\"") ? $0 : nil } }

    /// Whether the server can be asked if the response is still the current one.
    var hasValidator: Bool { entityTag != nil || headerFields[.lastModified] != nil }

    /// The header fields that ask for a response only if it differs from this one (RFC 9111, section 4.3.1).
    var conditions: HTTPFields {
        var fields = HTTPFields()
        if let entityTag { fields[.ifNoneMatch] = entityTag }
        if let date = headerFields[.lastModified] { fields[.ifModifiedSince] = date }
        return fields
    }
}

// A store of an app keeps the head as data.
extension StoredResponse: Codable {
    private enum CodingKeys: String, CodingKey {
        case statusCode, headerFields, variant, requestedAt, receivedAt, bodyLength, part, version, tags
        case credentials
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            statusCode: try values.decode(Int.self, forKey: .statusCode),
            headerFields: try values.decode(HTTPFields.self, forKey: .headerFields),
            variant: try values.decode([String: String].self, forKey: .variant),
            requestedAt: try values.decode(Date.self, forKey: .requestedAt),
            receivedAt: try values.decode(Date.self, forKey: .receivedAt),
            bodyLength: try values.decode(Int64.self, forKey: .bodyLength),
            part: try values.decodeIfPresent(Part.self, forKey: .part),
            version: try values.decode(Int.self, forKey: .version),
            tags: try values.decode(Set<String>.self, forKey: .tags),
            credentials: try values.decodeIfPresent(String.self, forKey: .credentials)
        )
    }
}
