import Foundation
import Talyn

/// Waits while the service accepts no more requests or tokens, and repeats a request that it refused. The services' own header fields say
/// how long.
///
/// The service didn't process a refused request, so nothing is paid twice.
actor ServiceLimit: CallInterceptor {
    /// The longest time that a call waits in all. A call that would wait longer fails at once.
    static let longestWait = Duration.seconds(30)
    /// Too many requests, and an overloaded service. A gateway sends 503, too: the service may then have processed the request.
    private static let refusals: Set<Int> = [429, 529]
    private static let maximumAttempts = 3
    /// The number of tokens for which a call is worth a try.
    private static let fewTokens = 1_000
    /// The longest time in seconds for which the fields of a response count.
    private static let longestLimit = 3_600.0

    /// The time until which calls wait.
    private(set) var end = Date.distantPast

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        var waited = Duration.zero
        var refusal: Result<Response, any Error>?
        var attempt = 0
        while true {
            attempt += 1
            let wait = Duration.seconds(max(end.timeIntervalSinceNow, 0))
            waited += wait
            guard waited <= Self.longestWait else {
                if let refusal { return try refusal.get() }
                throw LimitError(wait: wait)
            }
            if wait > .zero {
                context.note("waits for the limit of the service", by: self)
                try await context.clock.sleep(for: wait)
            }
            if let response = refusal?.response { context.noteRetry("status \(response.statusCode)", by: self) }
            let result = await Result<Response, any Error> { try await next(endpoint) }
            guard let response = result.response else { return try result.get() }
            follow(response.headerFields)
            guard Self.refusals.contains(response.statusCode) else { return try result.get() }
            end = max(end, Date() + (Self.pause(response.headerFields) ?? Double(attempt)))
            guard attempt < Self.maximumAttempts else { return try result.get() }
            refusal = result
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

    /// The seconds after which the service accepts a refused request; nil if it doesn't say a number.
    static func pause(_ fields: HTTPFields) -> Double? {
        for (name, unit) in [("retry-after-ms", 0.001), ("retry-after", 1)] {
            guard let number = value(name, fields).flatMap({ Double($0) }), number >= 0 else { continue }
            return min(number * unit, longestLimit)
        }
        return nil
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

extension Result where Success == Response, Failure == any Error {
    fileprivate init(_ body: () async throws -> Response) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }

    /// The response, also that of a failure.
    fileprivate var response: Response? {
        switch self {
        case .success(let response): response
        case .failure(let error): (error as? TalynError)?.response
        }
    }
}
