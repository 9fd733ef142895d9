#if Valkey
public import _TalynFoundation
import NIOCore
public import TalynAuth
import TalynCore
public import TalynPlugins
import Valkey
import _TalynSupport

/// Keeps the tokens of a session in a server that processes share, encrypted.
///
/// One process renews the tokens, and the others wait and load them. An access that ended with its process, or was lost in a pause, can't
/// write any longer: each access has a number, and a write needs the last one.
///
/// Use one store for each session. With another server, or without one, a renewal fails. Valid tokens are used further.
@available(Valkey, *)
public final class ValkeyTokenStore: TokenStore {
    /// The settings of a store.
    public struct Options: Sendable {
        /// The time after the last write at which the server removes the tokens.
        public var lifetime = Duration.seconds(90 * 86_400)

        /// The time after which another process gets the access of a process that was killed. A running process extends it.
        public var lease = Duration.seconds(15)

        /// The behavior while the server is out of reach: by default, a ``ValkeyServerError`` after at most 250 ms.
        ///
        /// With the fallback `failure`, the store repeats commands within the maximum wait. With `localState`, it tries once, and a load
        /// gives the tokens that this process read or wrote last. Accesses and writes fail then: two processes could use the same refresh
        /// token otherwise. Each try also keeps to ``ValkeyServer/Options/timeLimit``. With a maximum wait of zero, the store tries once, within
        /// that limit.
        public var whenUnavailable = StoreOptions(fallback: .failure, maximumWait: .milliseconds(250))

        /// Creates the default settings.
        public init() {}
    }

    private struct State {
        /// The number of the access that a session has.
        var number: String?
        /// The tokens that were read or written last.
        var last: Seen?
    }

    private struct Seen {
        let tokens: Data?
    }

    private static let part = "tokens"

    private let server: ValkeyServer
    private let encryption: EncryptionKeys
    private let options: Options
    private let data: String
    private let lock: String
    private let fence: String
    private let state = Locked(State())

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - name: The name of the session, the same in all processes. Sessions of different users have different names.
    ///   - server: The server.
    ///   - encryption: The keys that encrypt the tokens.
    ///   - options: The settings.
    public init(_ name: String, on server: ValkeyServer, encryption: EncryptionKeys, options: Options = Options()) {
        self.server = server
        self.encryption = encryption
        var options = options
        options.lease = min(max(options.lease, .milliseconds(1)), .longest)
        self.options = options
        data = server.key(Self.part, name)
        lock = server.key(Self.part, name, "lock")
        fence = server.key(Self.part, name, "fence")
    }

    /// - Throws: ``ValkeyServerError``.
    public func load() async throws -> Data? {
        do {
            let tokens = try await stored()
            state.withLock { $0.last = Seen(tokens: tokens) }
            return tokens
        } catch {
            guard error.isOutage, options.whenUnavailable.fallback == .localState,
                let last = state.withLock(\.last)
            else { throw error }
            return last.tokens
        }
    }

    private func stored() async throws(ValkeyServerError) -> Data? {
        let stored: ByteBuffer? = try await run(TokenScripts.load, keys: [data])
        guard let stored else { return nil }
        do throws(EncryptionKeys.Failure) {
            return try encryption.decrypt(Data(stored.readableBytesView), from: data)
        } catch {
            throw ValkeyServerError(.unreadable, in: Self.part, detail: "\(error)", underlyingError: error)
        }
    }

    /// - Throws: ``ValkeyServerError``; `SupersededTokensError` if another process got the access meanwhile.
    public func save(_ tokens: Data?) async throws {
        let number = state.withLock(\.number) ?? ""
        let sealed = try tokens.map { try encryption.encrypt($0, for: data) } ?? Data()
        let isSaved: Int = try await run(
            TokenScripts.save,
            keys: [data, fence],
            [.text(number), .data(sealed), .milliseconds(options.lifetime)]
        )
        guard isSaved == 1 else { throw SupersededTokensError() }
        state.withLock { $0.last = Seen(tokens: tokens) }
    }

    /// Runs a script within the wait of the settings.
    ///
    /// - Parameter limit: A shorter limit for further tries.
    private func run<Value: RESPTokenDecodable & Sendable>(
        _ script: ValkeyScript,
        keys: [String],
        _ arguments: [ScriptArgument] = [],
        within limit: Duration = .longest
    ) async throws(ValkeyServerError) -> Value {
        try await server.run(
            script,
            of: Self.part,
            keys: keys,
            arguments,
            upTo: options.whenUnavailable.maximumWait,
            within: options.whenUnavailable.fallback == .failure ? limit : .zero
        )
    }

    // MARK: - Exclusive access

    /// - Throws: ``ValkeyServerError``; `CancellationError`.
    public func exclusiveAccess(within limit: Duration) async throws -> TokenStoreAccess {
        let name = UUID().uuidString
        let end = server.time.now + limit
        var pause = Duration.milliseconds(10)
        while true {
            let number: String
            do {
                number = try await acquire(name, before: end)
            } catch {
                // The server may have given the access, although its answer didn't arrive.
                Task.inScope { [self] in try? await release(name, upTo: options.lease) }
                throw error
            }
            if !number.isEmpty {
                state.withLock { $0.number = number }
                return access(name, number)
            }
            let rest = end - server.time.now
            guard rest > .zero else { throw SharedTokensBusyError(limit: limit) }
            // Processes that began to wait at the same time don't ask at the same time.
            try await server.time.sleep(for: min(pause * Double.random(in: 0.5...1), rest))
            pause = min(pause * 2, .milliseconds(200))
        }
    }

    private func acquire(_ name: String, before end: Duration) async throws(ValkeyServerError) -> String {
        try await run(
            TokenScripts.acquire,
            keys: [lock, fence],
            [.text(name), .milliseconds(options.lease), .milliseconds(options.lifetime)],
            within: end - server.time.now
        )
    }

    /// Ends an access. A server that is out of reach ends it with its lease.
    private func release(_ name: String, upTo longest: Duration = .zero) async throws(ValkeyServerError) {
        let _: Int = try await server.run(
            TokenScripts.release,
            of: Self.part,
            keys: [lock],
            [.text(name)],
            upTo: longest
        )
    }

    /// An access whose lease is extended until its end.
    private func access(_ name: String, _ number: String) -> TokenStoreAccess {
        let extensions = Task.inScope { [server, lock, lease = options.lease] in
            // A session ends its access within three minutes.
            let end = server.time.now + .seconds(180)
            while server.time.now < end, (try? await server.time.sleep(for: lease / 3)) != nil {
                let isExtended: Int? = try? await server.run(
                    TokenScripts.extend,
                    of: Self.part,
                    keys: [lock],
                    [.text(name), .milliseconds(lease)]
                )
                // Another process has the access now. The number tells the next write.
                if isExtended == 0 { return }
            }
        }
        return TokenStoreAccess { [self] in
            extensions.cancel()
            state.withLock { if $0.number == number { $0.number = nil } }
            try? await release(name)
        }
    }
}

/// Another process has had the access to shared tokens for too long.
struct SharedTokensBusyError: Error, DescribedError {
    let limit: Duration

    var problem: String { "Another process is renewing the tokens. It has held the access for \(limit.inWords)." }

    var recovery: String? { "Try again. If that process hangs, end it." }
}
#endif
