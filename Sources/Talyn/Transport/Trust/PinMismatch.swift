public import Foundation

/// Why a connection is not used: none of the server's certificates is pinned.
public struct PinMismatch: Error, Sendable, Hashable, LocalizedError {
    public var errorDescription: String? { "None of the server's certificates is pinned." }

    public var recoverySuggestion: String? {
        "If the server has got a new key, pin that as well; if not, somebody may stand between."
    }
}
