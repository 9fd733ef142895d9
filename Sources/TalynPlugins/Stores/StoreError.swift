public import TalynCore
import _TalynFoundation

/// The failure of a call because the store of a plugin didn't answer. Nothing was sent.
///
/// A plugin with the fallback ``StoreOptions/Fallback/failure`` throws it.
public struct StoreError: Error, Sendable {
    /// The key of the calls that the plugin counts together.
    public let key: String

    /// The error of the store; nil if it took too long.
    public let underlyingError: (any Error)?

    init(key: String, underlyingError: (any Error)?) {
        self.key = key
        self.underlyingError = underlyingError
    }
}

extension StoreError: DescribedError {
    public var errorReason: TalynError.Reason { .rejected }

    public var problem: String { "The store of the limits for calls to \(key) doesn't answer." }

    public var cause: String? {
        underlyingError.map { Redaction.default.text(of: $0) } ?? "It took longer than calls may wait."
    }

    public var recovery: String? {
        "Make the store available, or let the plugin use the state of this process: StoreOptions(fallback: .localState)."
    }
}
