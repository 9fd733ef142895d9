import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

extension StoredResponse {
    /// The times at which a request was sent and the head of its response arrived.
    struct Times: Sendable, Hashable {
        let requestedAt: Date
        let receivedAt: Date
    }

    /// Creates the stored form of a response; nil if it must not be stored (RFC 9111, section 3).
    init?(
        statusCode: Int,
        headerFields: HTTPFields,
        answering request: CachedRequest,
        at times: Times,
        tags: Set<String> = []
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
            version: request.version,
            tags: tags,
            credentials: request.credentials
        )
        guard mayBeStored(for: request) else { return nil }
        if statusCode == 206 {
            guard request.range != nil, !headerFields.areOfEncodedContent, let part = headerFields.part else {
                return nil
            }
            self.part = Part(offset: part.range.lowerBound, completeLength: part.completeLength)
        }
    }

    private func mayBeStored(for request: CachedRequest) -> Bool {
        guard !mustNotBeStored else { return false }
        let control = freshness.control
        switch statusCode {
        // Informational responses, answers to a condition or a range, and challenges, whose answers differ each time.
        case ..<200, 304, 401, 407, 412, 416: return false
        // These must not be stored (RFC 6585, sections 3 to 6).
        case 428, 429, 431, 511: return false
        case 206 where request.method != .get: return false
        default: break
        }
        if request.isForSharedCache, !mayBeShared { return false }
        let isShared = request.isForSharedCache
        let isOfTheApp = request.hasOwnKey || (request.lifetime != nil && request.method == .get)
        if isOfTheApp, 200..<300 ~= statusCode { return request.method != .head }
        // The app gave the key to a resource. Failures and redirects aren't the resource.
        guard !request.hasOwnKey else { return false }
        guard
            freshness.isExplicit(isShared: isShared) || control.contains("public") || control.contains("private")
                || HTTPStatus.allowsEstimate(statusCode)
        else { return false }
        // Otherwise an outage would take the place of a response that is still of use, although it is stale.
        guard !isFailure || freshness.lifetime(isShared: isShared) > 0 else { return false }
        switch request.method {
        case .get: return true
        // Only with a lifetime, and for a response that says which resource it represents (RFC 9110, section 9.3.3).
        case .post:
            return freshness.isExplicit(isShared: isShared) && freshness.lifetime(isShared: isShared) > 0
                && represents(request.url)
        default: return false
        }
    }

    /// Whether a directive of the server forbids to store the response (RFC 9111, section 5.2.2.5).
    var mustNotBeStored: Bool {
        let control = freshness.control
        // The directive takes the place of no-store (RFC 9111, section 5.2.2.3).
        if control.contains("must-understand") { return !HTTPStatus.isUnderstood(statusCode) }
        return control.contains("no-store")
    }

    /// Whether a cache for several users may store the response (RFC 9111, sections 3.5 and 5.2.2.7).
    ///
    /// The rule for `Authorization` holds for all credentials, and for cookies that the response sets.
    var mayBeShared: Bool {
        let control = freshness.control
        guard !control.contains("private") else { return false }
        let isPersonal = credentials != nil || headerFields.contains(.setCookie)
        return !isPersonal || ["public", "s-maxage", "must-revalidate"].contains(where: control.contains)
    }

    /// Whether the response says nothing about the resource, but only that it couldn't be given.
    private var isFailure: Bool {
        statusCode >= 500 || (statusCode >= 400 && !HTTPStatus.allowsEstimate(statusCode))
    }

    /// Whether the response says that it represents a URL (RFC 9110, section 8.7).
    private func represents(_ url: URL?) -> Bool {
        guard 200..<300 ~= statusCode, let url, let location = headerFields[.contentLocation],
            let represented = URL(reference: location, relativeTo: url)
        else { return false }
        return represented.absoluteString == url.absoluteString
    }
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
