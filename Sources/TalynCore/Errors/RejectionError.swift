import _TalynFoundation
import _TalynSupport

/// The rejection of a call by a plugin, before anything was sent.
///
/// ``TalynError/rejectionError`` gives it.
public struct RejectionError: Error, Sendable {
    /// The limit that stopped the call.
    public struct Reason: Sendable, Hashable, CustomStringConvertible {
        /// The rate limit of ``RateLimitPlugin`` is exceeded.
        public static let rateLimited = Reason(description: "rateLimited")

        /// Too many calls wait at ``ConcurrencyLimitPlugin``.
        public static let tooManyWaiting = Reason(description: "tooManyWaiting")

        /// The circuit of ``CircuitBreakerPlugin`` is open, since the server fails.
        public static let circuitOpen = Reason(description: "circuitOpen")

        /// There is no network, and the maximum wait of ``ConnectivityPlugin`` is over.
        public static let notConnected = Reason(description: "notConnected")

        /// The name, as in the code.
        public let description: String
    }

    /// The limit that stopped the call.
    public let reason: Reason

    /// The key of the calls that the plugin counts together (see ``CallKey``); nil if the plugin doesn't group calls.
    public let key: String?

    /// The time until a call may pass; nil if that isn't known.
    public let retryAfter: Duration?

    /// Creates an error, for a plugin of your own.
    public init(_ reason: Reason, key: String? = nil, retryAfter: Duration? = nil) {
        self.reason = reason
        self.key = key
        self.retryAfter = retryAfter
    }
}

extension RejectionError: DescribedError {
    public var errorReason: TalynError.Reason { .rejected }

    public var problem: String {
        let place = key.map { $0.isEmpty ? "" : " to \($0)" } ?? ""
        return switch reason {
        case .rateLimited: "The calls\(place) exceed the rate limit."
        case .tooManyWaiting: "Too many calls\(place) wait for others to end."
        case .circuitOpen: "The circuit is open, because calls\(place) have failed too often."
        case .notConnected: "There is no network."
        default: "A plugin rejected the call."
        }
    }

    public var recovery: String? {
        if let retryAfter { return "Try again in \(retryAfter.inWords)." }
        return switch reason {
        case .rateLimited: "Make fewer calls, or let calls wait for the limit."
        case .tooManyWaiting: "Make fewer calls at the same time, or raise the plugin's limits."
        case .circuitOpen: "Try again later."
        case .notConnected: "Try again when there is a network."
        default: nil
        }
    }
}
