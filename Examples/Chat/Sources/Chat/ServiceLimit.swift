import Foundation
import Talyn

/// Waits before a call while the service accepts no more requests or tokens, by the services' own header fields.
actor ServiceLimit: CallInterceptor {
    /// The number of tokens for which a call is worth a try.
    private static let fewTokens = 1_000

    /// The time until which calls wait.
    private(set) var end = Date.distantPast

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        let wait = end.timeIntervalSinceNow
        if wait > 0 {
            context.note("waits for the limit of the service", by: self)
            try await context.clock.sleep(for: .seconds(wait))
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
    static func date(_ text: String, now: Date = Date()) -> Date? {
        if text.contains("T") { return try? Date(text, strategy: .iso8601) }
        let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]
        var seconds = 0.0
        for part in text.matches(of: /([0-9.]+)(ms|h|m|s)/) {
            seconds += (Double(part.output.1) ?? 0) * (units[String(part.output.2)] ?? 0)
        }
        return seconds > 0 ? now + seconds : nil
    }
}
