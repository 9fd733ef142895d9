public import Foundation
public import Talyn

/// A cache in memory for responses that a server calls fresh by `Cache-Control: max-age` (RFC 9111, section 5.2.2.1).
///
/// It keeps up to 100 responses of up to 1 MB each, one for each URL and each credential. Longer ones, and those that don't tell their
/// length, go on as they arrive.
public final class FreshCache: ExchangeInterceptor {
    private struct Key: Hashable, Sendable {
        let url: String
        let credentials: [HTTPField]

        init?(_ request: OutgoingRequest) {
            guard request.method == .get, request.headerFields[.range] == nil else { return nil }
            url = request.urlText
            let redaction = Redaction.default.masking(request.secretNames)
            credentials = request.headerFields.filter { field in
                [.authorization, .cookie].contains(field.name) || redaction.masks(field.name.rawName)
            }
        }
    }

    private struct Entry: Sendable {
        let statusCode: Int
        let headerFields: HTTPFields
        let data: Data
        let expiry: Date
    }

    private static let maximumCount = 100
    private static let maximumSize = 1_000_000

    private let now: @Sendable () -> Date
    private let entries = Guarded<[Key: Entry]>([:])

    /// Creates an empty cache.
    ///
    /// - Parameter now: The current time.
    public init(now: @escaping @Sendable () -> Date = { Date() }) {
        self.now = now
    }

    public var answersRequests: Bool { true }

    public func intercept(_ request: OutgoingRequest, next: @escaping NextExchange) async throws -> TransportResponse {
        guard let key = Key(request), request.options.cache?.mode ?? .default == .default else {
            return try await next(request)
        }
        let now = now()
        if let entry = entries.withLock({ $0[key] }), entry.expiry > now {
            var response = TransportResponse(
                statusCode: entry.statusCode,
                headerFields: entry.headerFields + [HTTPField(name: .cacheStatus, value: "Outside; hit")],
                body: HTTPBody(entry.data)
            )
            // A stored Set-Cookie field isn't one of this exchange.
            response.serverHeaderFields = [:]
            request.context?.note("answers with a stored response", by: self)
            return response
        }
        var response = try await next(request)
        guard response.statusCode == 200, let lifetime = Self.lifetime(of: response.headerFields) else {
            return response
        }
        // A body that may be large goes on as it is.
        guard let length = response.body.length ?? response.contentLength, length <= Self.maximumSize else {
            return response
        }
        let data = try await response.body.collect(upTo: Self.maximumSize)
        let entry = Entry(
            statusCode: response.statusCode,
            headerFields: response.headerFields,
            data: data,
            expiry: now + lifetime
        )
        entries.withLock { entries in
            if entries.count >= Self.maximumCount { entries = entries.filter { $0.value.expiry > now } }
            if entries.count < Self.maximumCount { entries[key] = entry }
        }
        response.body = HTTPBody(data)
        return response
    }

    /// The time for which a response is fresh, in seconds; nil if it isn't to be stored.
    private static func lifetime(of headerFields: HTTPFields) -> TimeInterval? {
        guard headerFields[.vary] == nil else { return nil }
        let directives = (headerFields[.cacheControl] ?? "").lowercased().split(separator: ",").map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        guard !directives.contains("no-store"), !directives.contains("no-cache") else { return nil }
        let age = directives.first { $0.hasPrefix("max-age=") }.flatMap { Int($0.dropFirst("max-age=".count)) }
        return age.flatMap { $0 > 0 ? TimeInterval($0) : nil }
    }
}

extension HTTPField.Name {
    /// See RFC 9211.
    fileprivate static let cacheStatus = HTTPField.Name("Cache-Status")!
}
