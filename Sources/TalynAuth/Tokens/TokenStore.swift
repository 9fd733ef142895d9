import TalynCore

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A place that keeps the tokens of one ``OAuthSession``, such as the keychain or a file.
///
/// ```swift
/// struct Vault: TokenStore {
///     func load() async throws -> Data? { try await vault.read("shop") }
///
///     func save(_ tokens: Data?) async throws { try await vault.write(tokens, "shop") }
/// }
/// ```
///
/// Loads can overlap each other and a save. The session uses new tokens only after ``save(_:)`` has returned, so that a crash loses none.
/// Several processes can share a store: a session loads the tokens again before it renews them. If the server replaces refresh tokens,
/// such a store needs ``withExclusiveAccess(within:_:)``.
public protocol TokenStore: Sendable {
    /// Returns the tokens that were saved last; nil for an empty store.
    func load() async throws -> Data?

    /// Replaces the tokens in one step; nil removes them. They are secret: encrypt them, or restrict who can read them.
    func save(_ tokens: Data?) async throws

    /// Runs an operation while no other session with this store runs one, in this process or another.
    ///
    /// A session makes its token requests in it. So one process renews the tokens, and the others load them after that. The operation
    /// loads and saves itself. It ends within three minutes. The store must give the access to others if the process ends.
    ///
    /// By default, the operation runs at once. That is right for a store that one session uses alone.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait for the others. The wait must not block a thread.
    ///   - operation: The operation.
    /// - Throws: An error if the others took longer, without having run the operation; and the error of the operation.
    func withExclusiveAccess<Value: Sendable>(
        within limit: Duration,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value
}

extension TokenStore {
    public func withExclusiveAccess<Value: Sendable>(
        within limit: Duration,
        _ operation: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await operation()
    }
}

/// Keeps tokens as long as the process runs.
public final class MemoryTokenStore: TokenStore {
    private let tokens = Locked<Data?>(nil)

    /// Creates an empty store.
    public init() {}

    public func load() async -> Data? { tokens.withLock { $0 } }

    public func save(_ tokens: Data?) async { self.tokens.withLock { $0 = tokens } }
}
