public import Foundation

/// Why a plugin didn't let a call go on to the server.
///
/// It reaches the caller inside ``TalynError/underlying(_:_:)``; ``TalynError/refusal`` gives it.
public struct RefusalError: Error, Sendable {
    /// What refused the call.
    public enum Reason: Sendable, Hashable {
        /// More calls in a time than ``RateLimitPlugin`` lets pass.
        case rateLimited
        /// More calls at a time than ``ConcurrencyLimitPlugin`` lets wait.
        case tooManyWaiting
        /// The server has failed so often that ``CircuitBreakerPlugin`` leaves it alone.
        case circuitOpen
        /// There is no network, and ``ConnectivityPlugin`` has waited for one as long as it may.
        case notConnected
    }

    /// What refused the call.
    public let reason: Reason

    /// Which calls the plugin counts together, such as those to one origin (see ``CallKey``); nil if it doesn't tell calls
    /// apart.
    public let key: String?

    /// In what time a call may pass; nil if that isn't known.
    public let retryAfter: Duration?

    var record: CallRecord?

    /// Creates an error, for a plugin of your own.
    public init(_ reason: Reason, key: String? = nil, retryAfter: Duration? = nil) {
        self.reason = reason
        self.key = key
        self.retryAfter = retryAfter
    }
}

extension RefusalError: LocalizedError {
    public var errorDescription: String? {
        let place = key.map { $0.isEmpty ? "" : " to \($0)" } ?? ""
        return switch reason {
        case .rateLimited: "There are more calls\(place) than the rate limit lets pass."
        case .tooManyWaiting: "Too many calls\(place) wait for others to end."
        case .circuitOpen: "Calls\(place) have failed so often that no more are made for now."
        case .notConnected: "There is no network."
        }
    }

    public var recoverySuggestion: String? {
        if let retryAfter { return "Try again in \(retryAfter.inWords)." }
        return switch reason {
        case .rateLimited: "Make fewer calls, or let the plugin make them wait."
        case .tooManyWaiting: "Make fewer calls at a time, or raise the plugin's limits."
        case .circuitOpen: "Try again later."
        case .notConnected: "Try again when there is a network."
        }
    }
}

extension RefusalError: CustomStringConvertible {
    public var description: String { ErrorText.describe(self) }
}
