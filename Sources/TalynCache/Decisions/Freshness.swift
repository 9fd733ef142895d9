import Foundation
import HTTPTypes
import Talyn

/// How long a response may be used, by its header fields (RFC 9111, section 4.2).
struct Freshness: Sendable, Hashable {
    let control: CacheControl

    /// The age in seconds at the time of its arrival (RFC 9111, section 4.2.3).
    let initialAge: Double

    /// The lifetime in seconds (RFC 9111, section 4.2.1).
    let lifetime: Double

    /// Whether the server gave the lifetime. If not, it was estimated.
    let isExplicit: Bool

    init(control: CacheControl, initialAge: Double, lifetime: Double, isExplicit: Bool) {
        self.control = control
        self.initialAge = initialAge
        self.lifetime = lifetime
        self.isExplicit = isExplicit
    }

    init(statusCode: Int, headerFields: HTTPFields, requestedAt: Date, receivedAt: Date) {
        control = CacheControl(headerFields)
        let date = headerFields.date(.date, at: receivedAt)
        let delay = max(0, receivedAt.timeIntervalSince(requestedAt))
        // Dates have whole seconds.
        let apparentAge = date.map { max(0, receivedAt.timeIntervalSince($0).rounded(.down)) } ?? 0
        initialAge = max(apparentAge, headerFields.age + delay)

        if let maxAge = control.seconds("max-age") {
            lifetime = maxAge
            isExplicit = true
        } else if headerFields.contains(.expires) {
            // An invalid date means a time in the past (RFC 9111, section 5.3).
            let expires = headerFields.date(.expires, at: receivedAt)
            lifetime = expires.map { max(0, $0.timeIntervalSince(date ?? receivedAt)) } ?? 0
            isExplicit = true
        } else {
            lifetime = Self.estimate(statusCode, headerFields, control, date ?? receivedAt)
            isExplicit = false
        }
    }

    /// The largest lifetime in seconds without the server's word: a week.
    private static let longestEstimate: Double = 604_800

    /// A tenth of the time since the last change (RFC 9111, section 4.2.2).
    private static func estimate(
        _ statusCode: Int,
        _ headerFields: HTTPFields,
        _ control: CacheControl,
        _ date: Date
    ) -> Double {
        guard HTTPStatus.allowsEstimate(statusCode) || control.contains("public"),
            let changed = headerFields.date(.lastModified, at: date)
        else { return 0 }
        return min(max(0, date.timeIntervalSince(changed) / 10), longestEstimate)
    }
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
    static func isServerFailure(_ statusCode: Int) -> Bool { [500, 502, 503, 504].contains(statusCode) }
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
