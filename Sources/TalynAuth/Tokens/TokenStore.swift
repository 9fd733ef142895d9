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
/// Several processes can share a store: a session loads the tokens again before it renews them.
public protocol TokenStore: Sendable {
    /// Returns the tokens that were saved last; nil for an empty store.
    func load() async throws -> Data?

    /// Replaces the tokens in one step; nil removes them. They are secret: encrypt them, or restrict who can read them.
    func save(_ tokens: Data?) async throws
}

/// Keeps tokens as long as the process runs.
public final class MemoryTokenStore: TokenStore {
    private let tokens = Locked<Data?>(nil)

    /// Creates an empty store.
    public init() {}

    public func load() async -> Data? { tokens.withLock { $0 } }

    public func save(_ tokens: Data?) async { self.tokens.withLock { $0 = tokens } }
}
