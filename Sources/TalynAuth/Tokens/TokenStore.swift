public import TalynCore
public import _TalynFoundation
import _TalynSupport

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
/// Loads can overlap each other and a save. A load fails after a minute; a save must end by itself. The session uses new tokens only
/// after ``save(_:)`` has returned, so that a crash loses none. Several processes can share a store: a session loads the tokens again
/// before it renews them. If the server replaces refresh tokens, such a store needs ``exclusiveAccess(within:)``.
public protocol TokenStore: Sendable {
    /// Returns the tokens that were saved last; nil for an empty store.
    func load() async throws -> Data?

    /// Replaces the tokens in one step; nil removes them. They are secret: encrypt them, or restrict who can read them.
    ///
    /// - Throws: ``SupersededTokensError`` if the session lost its exclusive access, and another one got it.
    func save(_ tokens: Data?) async throws

    /// Waits until no other session with this store has access to it, in this process or another. No other session gets access before
    /// ``TokenStoreAccess/end()``.
    ///
    /// A session makes its token requests with this access. So one process renews the tokens, and the others load them after that. The
    /// session loads and saves meanwhile. It ends the access within three minutes. The store must also end it if the process ends.
    ///
    /// By default, the access is there at once. That is right for a store that one session uses alone.
    ///
    /// - Parameter limit: The longest time to wait for the others. The wait must not block a thread.
    /// - Throws: An error if the others took longer.
    func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess
}

extension TokenStore {
    public func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess { TokenStoreAccess {} }

    /// Runs an operation with the store for this session alone; see ``exclusiveAccess(within:)``.
    ///
    /// - Throws: An error if the others took longer, without having run the operation; and the error of the operation.
    public func withExclusiveAccess<Value: Sendable>(
        within limit: Duration,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let access = try await exclusiveAccess(within: limit)
        let result = await Result { try await operation() }
        await access.end()
        return try result.get()
    }

    /// Runs an operation that can't wait for a process that hangs: with the store for this session alone, or else without that.
    ///
    /// - Parameter operation: The operation. It hears whether it has the store alone.
    func withExclusiveAccessIfFree<Value: Sendable>(
        within limit: Duration,
        _ operation: (_ isExclusive: Bool) async throws -> Value
    ) async throws -> Value {
        let access = try? await exclusiveAccess(within: limit)
        let result = await Result { try await operation(access != nil) }
        await access?.end()
        return try result.get()
    }
}

/// The access to a ``TokenStore`` that one session has alone.
public struct TokenStoreAccess: Sendable {
    private let onEnd: @Sendable () async -> Void

    /// Creates an access.
    ///
    /// - Parameter onEnd: Ends the access. It is called once.
    public init(onEnd: @escaping @Sendable () async -> Void) {
        self.onEnd = onEnd
    }

    /// Ends the access. Call it once.
    public func end() async {
        await onEnd()
    }
}

/// Tokens that a ``TokenStore`` refused, since their session lost its exclusive access to another one.
///
/// The session drops them, and loads those of the other one.
public struct SupersededTokensError: Error, DescribedError {
    /// Creates an error.
    public init() {}

    public var problem: String { "Another process has taken over the shared tokens." }

    public var recovery: String? { "Load the tokens again." }
}

/// Keeps tokens as long as the process runs.
public final class MemoryTokenStore: TokenStore {
    private let tokens = Locked<Data?>(nil)

    /// Creates an empty store.
    public init() {}

    public func load() async -> Data? { tokens.withLock { $0 } }

    public func save(_ tokens: Data?) async { self.tokens.withLock { $0 = tokens } }
}
