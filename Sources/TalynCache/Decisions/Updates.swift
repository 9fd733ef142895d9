import HTTPTypes
import _TalynSupport

extension StoredResponse {
    /// The response after the server confirmed it by a 304 (RFC 9111, sections 3.2 and 4.3.4).
    ///
    /// - Returns: Nil if the 304 speaks of another response.
    func updated(by headerFields: HTTPFields, answering request: CachedRequest, at times: Times) -> StoredResponse? {
        guard let names = Variant.names(in: headerFields.contains(.vary) ? headerFields : self.headerFields) else {
            return nil
        }
        if let tag = headerFields[.eTag]?.withoutOuterSpaces, let entityTag, !tag.isSameEntity(as: entityTag) {
            return nil
        }
        var updated = self
        updated.headerFields = fields(updatedBy: headerFields)
        updated.variant = Variant.values(of: names, in: request)
        updated.requestedAt = times.requestedAt
        updated.receivedAt = times.receivedAt
        updated.freshness = Freshness(
            statusCode,
            updated.headerFields,
            requestedAt: times.requestedAt,
            receivedAt: times.receivedAt
        )
        return updated
    }

    /// The stored header fields, with those of a newer response to the same representation.
    func fields(updatedBy newer: HTTPFields) -> HTTPFields {
        var fields = headerFields
        let update = newer.storable
        for name in Set(update.map(\.name)) where !Self.fieldsOfTheBody.contains(name) {
            fields[values: name] = update[values: name]
        }
        // Servers that compress send a weak tag with the content, and the strong one of their file with a 304.
        if let entityTag, strongEntityTag == nil { fields[.eTag] = entityTag }
        // The age of the stored response is over. Without a date, the time of the receipt counts (RFC 9110, section 6.6.1).
        if !update.contains(.age) { fields[.age] = nil }
        if !update.contains(.date) { fields[.date] = nil }
        return fields
    }

    /// The response after a HEAD request for it had status 200 (RFC 9111, section 4.3.5).
    ///
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

extension StringProtocol {
    /// Whether two entity tags are equal by the weak comparison (RFC 9110, section 8.8.3.2).
    func isSameEntity(as other: String) -> Bool {
        func opaque(_ tag: some StringProtocol) -> Substring {
            tag.hasPrefix("W/") ? Substring(tag.dropFirst(2)) : Substring(tag)
        }
        return opaque(self) == opaque(other)
    }
}
