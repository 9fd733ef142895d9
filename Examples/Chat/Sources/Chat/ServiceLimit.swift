import Foundation
import Talyn

/// Waits before a call while the service accepts no more requests or tokens, by the services' own header fields.
actor ServiceLimit: CallInterceptor {
    /// The longest wait. A call that would wait longer fails at once.
    static let longestWait = Duration.seconds(30)
    /// The number of tokens for which a call is worth a try.
    private static let fewTokens = 1_000
    /// The longest time in seconds for which the fields of a response count.
    private static let longestLimit = 3_600.0

    /// The time until which calls wait.
    private(set) var end = Date.distantPast

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        let wait = Duration.seconds(max(end.timeIntervalSinceNow, 0))
        guard wait <= Self.longestWait else { throw LimitError(wait: wait) }
        if wait > .zero {
            context.note("waits for the limit of the service", by: self)
            try await context.clock.sleep(for: wait)
        }
        do {
            let response = try await next(endpoint)
            follow(response.headerFields)
            return response
        } catch {
            if let fields = (error as? TalynError)?.response?.headerFields { follow(fields) }
            throw error
        }
    }

    /// Takes the limits of a response. Services count requests and tokens apart.
    private func follow(_ fields: HTTPFields) {
        for (unit, few) in [("requests", 0), ("tokens", Self.fewTokens)] {
            for names in [
                ("x-ratelimit-remaining-\(unit)", "x-ratelimit-reset-\(unit)"),
                ("anthropic-ratelimit-\(unit)-remaining", "anthropic-ratelimit-\(unit)-reset"),
            ] {
                guard let remaining = Self.value(names.0, fields).flatMap({ Int($0) }), remaining <= few,
                    let reset = Self.value(names.1, fields).flatMap({ Self.date($0) })
                else { continue }
                end = max(end, reset)
            }
        }
    }

    private static func value(_ name: String, _ fields: HTTPFields) -> String? {
        HTTPField.Name(name).flatMap { fields[$0] }
    }

    /// The time of a reset: a date as Anthropic writes it, or a duration as OpenAI does, such as `6m0s` and `120ms`.
    ///
    /// - Returns: At most an hour from now, whatever the server says.
    static func date(_ text: String, now: Date = Date()) -> Date? {
        let latest = now + longestLimit
        if text.contains("T") { return (try? Date(text, strategy: .iso8601)).map { min($0, latest) } }
        let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]
        var seconds = 0.0
        for part in text.matches(of: /([0-9.]+)(ms|h|m|s)/) {
            seconds += (Double(part.output.1) ?? 0) * (units[String(part.output.2)] ?? 0)
        }
        return seconds > 0 ? min(now + seconds, latest) : nil
    }
}

/// The failure of a call that would have to wait too long.
struct LimitError: DescribedError {
    let wait: Duration

    var problem: String { "The service accepts no more requests for \(wait.components.seconds + 1) seconds." }
    var recovery: String? { "Try again after that time." }
    var errorReason: TalynError.Reason { .rejected }
}
