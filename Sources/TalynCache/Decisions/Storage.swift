import Foundation
import HTTPTypes
import Talyn

extension StoredResponse {
    /// The times at which a request was sent and the head of its response arrived.
    struct Times: Sendable, Hashable {
        let requestedAt: Date
        let receivedAt: Date
    }

    /// Creates the stored form of a response; nil if it must not be stored (RFC 9111, section 3).
    ///
    /// - Parameters:
    ///   - statusCode: The status code.
    ///   - headerFields: The header fields.
    ///   - request: The request.
    ///   - times: The times of the exchange.
    ///   - policy: The lifetime, the version and the tags of the app.
    init?(
        statusCode: Int,
        headerFields: HTTPFields,
        answering request: CachedRequest,
        at times: Times,
        policy: CachePolicy
    ) {
        guard request.mode != .noStore, !request.control.contains("no-store"),
            let names = Variant.names(in: headerFields)
        else { return nil }
        self.init(
            statusCode: statusCode,
            headerFields: headerFields.storable,
            variant: Variant.values(of: names, in: request),
            requestedAt: times.requestedAt,
            receivedAt: times.receivedAt,
            ownLifetime: policy.lifetime.map(\.seconds),
            version: policy.version,
            tags: policy.tags,
            credentials: request.credentials
        )
        guard mayBeStored(for: request) else { return nil }
        if statusCode == 206 {
            guard request.range != nil, let part = Part(headerFields) else { return nil }
            self.part = part
        }
    }

    private func mayBeStored(for request: CachedRequest) -> Bool {
        let control = freshness.control
        if control.contains("must-understand"), HTTPStatus.isUnderstood(statusCode) {
            // The directive takes the place of no-store (RFC 9111, section 5.2.2.3).
        } else if control.contains("no-store") || control.contains("must-understand") {
            return false
        }
        switch statusCode {
        // Informational responses, an answer to a condition, and challenges, whose answers differ each time.
        case ..<200, 304, 401, 407: return false
        case 206 where request.method != .get: return false
        default: break
        }
        if ownLifetime != nil || request.hasOwnKey, 200..<300 ~= statusCode { return request.method != .head }
        guard
            freshness.isExplicit || control.contains("public") || control.contains("private")
                || HTTPStatus.allowsEstimate(statusCode)
        else { return false }
        switch request.method {
        case .get: return true
        // Only with a lifetime, and for a response that says which resource it represents (RFC 9110, section 9.3.3).
        case _ where request.hasOwnKey: return true
        case .post: return freshness.isExplicit && freshness.lifetime > 0 && represents(request.url)
        default: return false
        }
    }

    /// Whether the response says that it represents a URL (RFC 9110, section 8.7).
    private func represents(_ url: URL) -> Bool {
        guard 200..<300 ~= statusCode, let location = headerFields[.contentLocation],
            let represented = URL(string: location, relativeTo: url)
        else { return false }
        return represented.absoluteString == url.absoluteString
    }
}

extension StoredResponse.Part {
    /// Reads the part from the header fields of a response with status 206; nil without the length of the whole.
    init?(_ headerFields: HTTPFields) {
        guard let range = headerFields[.contentRange].flatMap({ ContentRange($0) }), let bytes = range.range,
            let completeLength = range.completeLength
        else { return nil }
        self.init(offset: bytes.lowerBound, completeLength: completeLength)
    }
}

extension StoredResponse {
    /// The response after the server confirmed it by a 304 (RFC 9111, sections 3.2 and 4.3.4).
    ///
    /// - Parameters:
    ///   - headerFields: The header fields of the 304.
    ///   - request: The request.
    ///   - times: The times of its exchange.
    /// - Returns: Nil if the 304 speaks of another response.
    func updated(by headerFields: HTTPFields, answering request: CachedRequest, at times: Times) -> StoredResponse? {
        guard let names = Variant.names(in: headerFields.contains(.vary) ? headerFields : self.headerFields) else {
            return nil
        }
        if let tag = headerFields[.eTag]?.trimmingSpace, let entityTag {
            let isStrong = tag.hasPrefix("\"")
            guard
                tag == entityTag
                    || (!isStrong && tag.dropFirst(2) == entityTag.dropFirst(entityTag.hasPrefix("W/") ? 2 : 0))
            else { return nil }
        }
        var fields = self.headerFields
        let update = headerFields.storable
        for name in Set(update.map(\.name)) where !Self.fieldsOfTheBody.contains(name) {
            fields[values: name] = update[values: name]
        }
        // The age of the stored response is over.
        if !update.contains(.age) { fields[.age] = nil }
        return StoredResponse(
            statusCode: statusCode,
            headerFields: fields,
            variant: Variant.values(of: names, in: request),
            requestedAt: times.requestedAt,
            receivedAt: times.receivedAt,
            bodyLength: bodyLength,
            part: part,
            ownLifetime: ownLifetime,
            version: version,
            tags: tags,
            credentials: credentials
        )
    }

    /// The response after a HEAD request for it had status 200 (RFC 9111, section 4.3.5).
    ///
    /// - Parameters:
    ///   - headerFields: The header fields of the response to the HEAD request.
    ///   - request: The HEAD request.
    ///   - times: The times of its exchange.
    /// - Returns: Nil if the server has another representation now.
    func updated(byHead headerFields: HTTPFields, answering request: CachedRequest, at times: Times) -> StoredResponse?
    {
        for name in [HTTPField.Name.eTag, .lastModified] {
            if let value = headerFields[name], value != self.headerFields[name] { return nil }
        }
        // A transport unpacks the body, which then has another length.
        if let length = headerFields[.contentLength], !headerFields.contains(.contentEncoding),
            !self.headerFields.contains(.contentEncoding), Int64(length) != completeLength
        {
            return nil
        }
        return updated(by: headerFields, answering: request, at: times)
    }

    /// The fields that describe the stored body, which a 304 doesn't have.
    private static let fieldsOfTheBody: Set<HTTPField.Name> = [
        .contentEncoding, .contentLength, .contentRange, .contentType,
    ]
}

extension HTTPFields {
    /// The fields that a cache stores: those of a single connection stay out (RFC 9111, section 3.1).
    var storable: HTTPFields {
        let named = elements(of: .connection).compactMap { HTTPField.Name($0) }
        return HTTPFields(lazy.filter { !Self.namesOfConnections.contains($0.name) && !named.contains($0.name) })
    }

    private static let namesOfConnections: Set<HTTPField.Name> = [
        .connection, .proxyAuthenticate, .proxyAuthenticationInfo, .proxyAuthorization, .te, .transferEncoding,
        .upgrade,
        HTTPField.Name("Keep-Alive")!, HTTPField.Name("Proxy-Connection")!,
    ]
}

/// The URLs whose stored responses a successful unsafe request makes invalid (RFC 9111, section 4.4).
enum Invalidation {
    static func urls(of request: CachedRequest, statusCode: Int, headerFields: HTTPFields) -> [URL] {
        guard request.isUnsafe, 200..<400 ~= statusCode else { return [] }
        let named = [HTTPField.Name.location, .contentLocation].compactMap { name in
            headerFields[name].flatMap { URL(string: $0, relativeTo: request.url)?.absoluteURL }
        }
        // Another origin's responses are not this server's to remove.
        return [request.url] + named.filter { Origin($0) == Origin(request.url) && $0 != request.url }
    }
}
