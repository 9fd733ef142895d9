import HTTPTypes
public import TalynCore
import _TalynFoundation
import _TalynSupport

/// The rate limit that a server tells in the header fields of a response.
///
/// ```swift
/// let response = try await github.request(.user("ada"))
/// if let limit = response.rateLimit { print("\(limit.remaining) calls are left for \(limit.reset)") }
/// ```
///
/// ``Response/rateLimit`` reads it, and ``RateLimitPlugin`` follows it.
public struct ServerRateLimit: Sendable, Hashable {
    /// The number of calls that the server allows in a whole period; nil if the response doesn't tell.
    public let limit: Int?

    /// The number of calls that the server still accepts before ``reset``.
    public let remaining: Int

    /// The time from the response until the server accepts new calls. At least a second, if the server tells whole seconds.
    public let reset: Duration
}

extension Response {
    /// The rate limit that the server tells; nil if it tells none.
    ///
    /// The property reads these header fields:
    ///
    /// - `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers), as in `"default";r=50;t=30`, and the form
    ///   `limit=100, remaining=50, reset=5` of earlier drafts;
    /// - `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`;
    /// - the same names with `X-` before them, written `X-Rate-Limit-` or `X-RateLimit-`, and `X-RateLimit-Reset-After`;
    /// - those of language models, for requests and for tokens: `X-RateLimit-Remaining-Tokens` and `X-RateLimit-Reset-Tokens`, as OpenAI
    ///   writes them, and `Anthropic-RateLimit-Tokens-Remaining` and `Anthropic-RateLimit-Tokens-Reset`. A thousand tokens count as a call.
    ///
    /// A reset is a number of seconds, or a time since the start of 1970 in seconds or milliseconds. Its size tells which. It can be a
    /// duration with units, such as `6m0s`, and a date of HTTP (RFC 9110, section 5.6.7) or of RFC 3339, too. A reset in any other form
    /// is ignored. A time is compared with the `Date` of the response. Of several limits, the strictest counts: the one with the fewest
    /// remaining calls, and the latest reset among those. The fields of a response that a cache had stored (RFC 9111, section 5.1) are
    /// ignored.
    public var rateLimit: ServerRateLimit? { ServerLimits(headerFields, status: statusCode, at: { Date() })?.strictest }
}

/// All that a response tells about the calls that the server accepts.
struct ServerLimits {
    /// The strictest rate limit.
    private(set) var strictest: ServerRateLimit?

    /// The wait that a response with status 429 or 503 asks for (RFC 9110, section 10.2.3).
    private(set) var retryAfter: Duration?

    init(_ strictest: ServerRateLimit?, retryAfter: Duration? = nil) {
        self.strictest = strictest
        self.retryAfter = retryAfter
    }

    /// Reads the fields of a response. Nil if they tell nothing.
    ///
    /// - Parameter date: Returns the local time, for a response without a `Date`.
    init?(_ fields: HTTPFields, status: Int, at date: () -> Date) {
        // Few responses have such fields. So this is one pass without the costs of a look-up by name.
        guard let found = RateLimitFields(fields) else { return nil }
        if found.hasRetryAfter, status == 429 || status == 503 { retryAfter = RetryAfter.delay(in: fields, at: date) }
        let now = { fields[.date].flatMap { HTTPDate.date($0, at: date) } ?? date() }
        strictest = found.limits(isRefused: status == 429, at: now).min { left, right in
            (left.remaining, right.reset) < (right.remaining, left.reset)
        }
        if strictest == nil, retryAfter == nil { return nil }
    }
}

/// The values of the header fields about rates.
private struct RateLimitFields {
    // The fields of one server's way to tell its limit, by the ends of their names. Of fields with the same name, the first counts.
    private var current: [Substring: String] = [:]
    private var experimental: [Substring: String] = [:]
    private var anthropic: [Substring: String] = [:]
    /// The fields of the draft.
    private var state: String?
    private var policies: String?
    private(set) var hasRetryAfter = false

    init?(_ fields: HTTPFields) {
        var isEmpty = true
        for field in fields {
            let name = field.name.canonicalName
            guard let first = name.utf8.first, "arx".utf8.contains(first) else { continue }
            if name == "retry-after" || name == "retry-after-ms" {
                hasRetryAfter = true
            } else if name.hasPrefix("ratelimit") {
                let name = name.dropFirst("ratelimit".count)
                switch name {
                case "": Self.append(field.value, to: &state)
                case "-policy": Self.append(field.value, to: &policies)
                default: current[name] = current[name] ?? field.value
                }
            } else if let prefix = ["x-ratelimit", "x-rate-limit"].first(where: { name.hasPrefix($0) }) {
                let name = name.dropFirst(prefix.count)
                experimental[name] = experimental[name] ?? field.value
            } else if name.hasPrefix("anthropic-ratelimit-") {
                // Its names have the unit first, as in `-tokens-remaining`.
                let name = name.dropFirst("anthropic-ratelimit".count)
                guard let end = name.lastIndex(of: "-") else { continue }
                let key = name[end...] + name[..<end]
                anthropic[key] = anthropic[key] ?? field.value
            } else if name == "age", let age = Int(field.value), age > 0 {
                // A shared cache answers with an age of zero, too, when it has just asked the server.
                return nil
            } else {
                continue
            }
            isEmpty = false
        }
        if isEmpty { return nil }
    }

    /// Adds the members of a list, which can be in several fields. Fields beyond 8 KiB are ignored.
    private static func append(_ value: String, to list: inout String?) {
        let earlier = list ?? ""
        guard earlier.utf8.count + value.utf8.count <= 8_192 else { return }
        list = earlier.isEmpty ? value : "\(earlier), \(value)"
    }

    /// The limits that the fields tell.
    ///
    /// - Parameter isRefused: Whether the server refused the call for its rate. Then a reset alone says enough.
    func limits(isRefused: Bool, at now: () -> Date) -> [ServerRateLimit] {
        var limits = state.map { self.limits(ofState: $0) } ?? []
        for fields in [current, experimental, anthropic] where !fields.isEmpty {
            for (unit, size) in Self.units {
                let remaining = fields["-remaining\(unit)"].flatMap { Self.count($0) } ?? (isRefused ? 0 : nil)
                let text = (unit.isEmpty ? fields["-reset-after"] : nil) ?? fields["-reset\(unit)"]
                guard let remaining, let reset = text.flatMap({ Self.reset($0, at: now) }) else { continue }
                let limit = fields["-limit\(unit)"].flatMap { Self.count($0) }
                limits.append(
                    ServerRateLimit(
                        limit: limit.map { max($0 / size, min($0, 1)) },
                        remaining: remaining / size,
                        reset: reset
                    )
                )
            }
        }
        return limits
    }

    /// The units that servers count, by the ends of the fields' names, and the number of them that counts as a call. Those with a name are
    /// the units of language models.
    private static let units = [
        ("", 1), ("-requests", 1), ("-tokens", 1_000), ("-input-tokens", 1_000), ("-output-tokens", 1_000),
    ]

    /// The limits of the field `RateLimit`, in the form of any draft.
    private func limits(ofState state: String) -> [ServerRateLimit] {
        let policies = policies.map { RateLimitPolicy.policies(in: $0) } ?? [:]
        if let members = StructuredField.list(state) {
            return members.compactMap { member in
                guard case .item(let item) = member, let remaining = item.parameters["r"]?.count else { return nil }
                let policy = policies[item.value.word]
                // A policy that counts something else, such as bytes, doesn't limit calls.
                if policy?.countsCalls == false { return nil }
                guard let reset = item.parameters["t"]?.count ?? policy?.window else { return nil }
                return ServerRateLimit(limit: policy?.limit, remaining: remaining, reset: .seconds(max(reset, 1)))
            }
        }
        guard let members = StructuredField.dictionary(state) else { return [] }
        func count(_ name: String) -> Int? {
            if case .item(let item)? = members[name] { item.value.count } else { nil }
        }
        guard let remaining = count("remaining"), let reset = count("reset") else { return [] }
        return [ServerRateLimit(limit: count("limit"), remaining: remaining, reset: .seconds(max(reset, 1)))]
    }

    /// The number at the start of a value such as `100` or `100, 100;w=60`; nil for one that isn't a number, or that is negative.
    private static func count(_ text: String) -> Int? {
        var scanner = FieldValueScanner(text)
        scanner.skipSpace()
        guard let number = scanner.number(), scanner.isAt(".") || endsMember(scanner.next) else { return nil }
        return Int(clamping: number)
    }

    /// Whether a number is over before a byte: at the end of the value, or before a parameter or another member.
    private static func endsMember(_ byte: UInt8?) -> Bool { byte.map { " \t,;".utf8.contains($0) } ?? true }

    /// The time until a reset: a number of seconds, a duration with units, a time, or a date.
    private static func reset(_ text: String, at now: () -> Date) -> Duration? {
        let text = text.withoutOuterSpaces
        guard let first = text.utf8.first else { return nil }
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= first else {
            return HTTPDate.date(text, at: now).map { atLeastASecond($0.timeIntervalSince(now())) }
        }
        // A list has the first number, as a draft has it.
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard endsMember(text.utf8[digits.endIndex...].first) else {
            if let duration = duration(text) { return duration }
            return Date(rfc3339: text).map { atLeastASecond($0.timeIntervalSince(now())) }
        }
        guard let number = Double(digits), number.isFinite else { return nil }
        switch number {
        case 1e11...: return atLeastASecond(number / 1_000 - now().timeIntervalSince1970)
        case 1e9...: return atLeastASecond(number - now().timeIntervalSince1970)
        default: return digits.contains(".") ? .clamping(number) : atLeastASecond(number)
        }
    }

    /// A duration with units, such as `6m0s` or `120ms`, as Go writes it; nil for other text.
    private static func duration(_ text: String) -> Duration? {
        let sizes: [Substring: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3_600]
        var rest = text[...]
        var seconds = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = rest[number.endIndex...].prefix { $0.isLetter }
            guard let number = Double(number), let size = sizes[unit] else { return nil }
            seconds += number * size
            rest = rest[unit.endIndex...]
        }
        return .clamping(seconds)
    }

    /// Servers round times to seconds. So none of them is over at once.
    private static func atLeastASecond(_ seconds: TimeInterval) -> Duration { max(.clamping(seconds), .seconds(1)) }
}

/// A member of `RateLimit-Policy`, such as `"default";q=100;w=60`, or `100;w=60` in earlier drafts.
private struct RateLimitPolicy {
    let limit: Int?
    /// The length of a period in seconds.
    let window: Int?
    let countsCalls: Bool

    /// The policies by their names, which some servers write as tokens in place of strings. Nil is the name of those in earlier drafts.
    /// Of policies with the same name, the first counts.
    static func policies(in text: String) -> [String?: RateLimitPolicy] {
        (StructuredField.list(text) ?? []).reduce(into: [:]) { policies, member in
            guard case .item(let item) = member, policies[item.value.word] == nil else { return }
            let unit = item.parameters["qu"]?.word
            policies[item.value.word] = RateLimitPolicy(
                limit: item.parameters["q"]?.count ?? item.value.count,
                window: item.parameters["w"]?.count,
                countsCalls: unit == nil || unit == "requests"
            )
        }
    }
}

extension StructuredField.Value {
    /// A number of calls or seconds; nil for a negative number and for another type.
    fileprivate var count: Int? {
        switch self {
        case .integer(let number) where number >= 0: Int(clamping: number)
        case .decimal(let number) where number >= 0: Int(clamping: number)
        default: nil
        }
    }
}
