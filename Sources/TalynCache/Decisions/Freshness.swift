import HTTPTypes
import _TalynSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// How long a response may be used, by its header fields (RFC 9111, section 4.2).
struct Freshness: Sendable, Hashable {
    private struct Ages: Sendable, Hashable {
        let initial: Double
        let lifetime: Double
        let sharedLifetime: Double
    }

    let control: CacheControl

    /// Whether the server gave the lifetime. If not, it was estimated.
    private let isExplicit: Bool

    // Dates take long to read, and many stored responses are never used.
    private let ages: Deferred<Ages>

    /// The age in seconds at the time of its arrival (RFC 9111, section 4.2.3).
    var initialAge: Double { ages.value.initial }

    /// The lifetime in seconds in a cache for one user (RFC 9111, section 4.2.1).
    var lifetime: Double { ages.value.lifetime }

    /// The lifetime in seconds (RFC 9111, sections 4.2.1 and 5.2.2.10).
    func lifetime(isShared: Bool) -> Double { isShared ? ages.value.sharedLifetime : lifetime }

    /// Whether the server gave the lifetime.
    func isExplicit(isShared: Bool) -> Bool { isExplicit || (isShared && control.contains("s-maxage")) }

    init(_ statusCode: Int, _ headerFields: HTTPFields, requestedAt: Date, receivedAt: Date) {
        let control = CacheControl(headerFields)
        self.control = control
        isExplicit = control.contains("max-age") || headerFields.contains(.expires)
        ages = Deferred {
            let date = headerFields.date(.date, at: receivedAt)
            let delay = max(0, receivedAt.timeIntervalSince(requestedAt))
            // Dates have whole seconds.
            let apparentAge = date.map { max(0, receivedAt.timeIntervalSince($0).rounded(.down)) } ?? 0
            let lifetime = Self.lifetime(statusCode, headerFields, control, date ?? receivedAt, receivedAt)
            return Ages(
                initial: max(apparentAge, headerFields.age + delay),
                lifetime: lifetime,
                sharedLifetime: control.seconds("s-maxage") ?? lifetime
            )
        }
    }

    private static func lifetime(
        _ statusCode: Int,
        _ headerFields: HTTPFields,
        _ control: CacheControl,
        _ date: Date,
        _ receivedAt: Date
    ) -> Double {
        if let maxAge = control.seconds("max-age") { return maxAge }
        if headerFields.contains(.expires) {
            // An invalid date means a time in the past (RFC 9111, section 5.3).
            return headerFields.date(.expires, at: receivedAt).map { max(0, $0.timeIntervalSince(date)) } ?? 0
        }
        // A tenth of the time since the last change (RFC 9111, section 4.2.2).
        guard HTTPStatus.allowsEstimate(statusCode) || control.contains("public"),
            let changed = headerFields.date(.lastModified, at: date)
        else { return 0 }
        return min(max(0, date.timeIntervalSince(changed) / 10), longestEstimate)
    }

    /// The largest lifetime in seconds without the server's word: a week.
    private static let longestEstimate: Double = 604_800
}

/// The status codes that caches know.
enum HTTPStatus {
    /// Whether a lifetime may be estimated (RFC 9110, section 15.1).
    static func allowsEstimate(_ statusCode: Int) -> Bool { withEstimate.contains(statusCode) }

    private static let withEstimate: Set = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// Whether the cache understands the status (RFC 9111, section 5.2.2.3).
    static func isUnderstood(_ statusCode: Int) -> Bool {
        withEstimate.contains(statusCode) || [302, 303, 307].contains(statusCode)
    }

    /// Whether a stale response may stand in for a response with this status (RFC 5861, section 4).
    static func allowsStaleResponse(_ statusCode: Int) -> Bool { [500, 502, 503, 504].contains(statusCode) }
}

extension HTTPFields {
    /// The date in a field; nil if the field is missing, malformed or repeated.
    ///
    /// - Parameter now: The local time. A year of two digits means one at most 50 years in the future.
    func date(_ name: HTTPField.Name, at now: Date) -> Date? {
        let values = self[values: name]
        guard values.count == 1, let value = values.first else { return nil }
        return HTTPDate.date(value, at: { now })
    }
}

/// A value that is made on its first use. Copies share it.
private final class Deferred<Value: Sendable>: Sendable {
    private let make: @Sendable () -> Value
    private let made = Lock<Value?>(nil)

    init(_ make: @escaping @Sendable () -> Value) {
        self.make = make
    }

    var value: Value {
        made.withLock { made in
            let value = made ?? make()
            made = value
            return value
        }
    }
}

extension Deferred: Equatable where Value: Equatable {
    static func == (left: Deferred, right: Deferred) -> Bool { left.value == right.value }
}

extension Deferred: Hashable where Value: Hashable {
    func hash(into hasher: inout Hasher) {
        hasher.combine(value)
    }
}
