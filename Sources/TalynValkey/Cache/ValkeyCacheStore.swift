#if Valkey
public import _TalynFoundation
import NIOCore
public import TalynCache
public import TalynCore
import Valkey
import _TalynSupport

/// Keeps responses in a server that processes share.
///
/// ```swift
/// let cache = HTTPCache(ValkeyCacheStore(on: server), isShared: true)
/// ```
///
/// One process asks an API for a response, and the others wait for it. An unsafe request of one process removes the responses for all.
/// While the server is out of reach, each call goes to the API, and no response is stored. Bodies of a kilobyte or more are compressed by
/// gzip, if that makes them smaller.
@available(Valkey, *)
public final class ValkeyCacheStore: CacheStore {
    /// The settings of a store.
    public struct Options: Sendable {
        /// The largest body in bytes that is stored. It counts before the compression.
        public var maximumBodySize = 1 << 20

        /// The largest number of responses for a key. They differ in their variants, credentials and versions.
        public var maximumVariants = 8

        /// The time for which a response is kept after it became stale, so that the API can confirm it.
        public var retention = Duration.seconds(86_400)

        /// Whether it stores responses to requests with credentials, and those that the API marks as `private`.
        public var storesPrivateResponses = false

        /// The keys that encrypt responses; nil for plain text.
        public var encryption: EncryptionKeys?

        /// A secret text that goes into the digests of credentials, the same in all processes.
        public var credentialSalt = ""

        /// Creates the default settings.
        public init() {}
    }

    static let part = "cache"

    /// The largest body in bytes that is stored with its head.
    static let maximumInlineBody = 16_384

    /// The time after which another process asks for a response. A cache waits no longer.
    static let lease = Duration.seconds(5)

    /// The time for which nobody waits for requests whose responses aren't stored.
    private static let unstorableLifetime = Duration.seconds(60)

    /// The longest time between a request and the storage of its response.
    private static let revisionLifetime = Duration.seconds(3_600)

    /// The longest time for which a response is kept.
    private static let maximumLifetime = Duration.seconds(30 * 86_400)

    let server: ValkeyServer
    let options: Options
    private let date: @Sendable () -> Date
    private let missed = MissedRemovals()

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - options: The settings.
    ///   - date: The clock of lifetimes, the one of the cache.
    public init(
        on server: ValkeyServer,
        options: Options = Options(),
        date: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.server = server
        self.options = options
        self.date = date
    }

    public var credentialSalt: String { options.credentialSalt }

    // MARK: - Reading

    /// - Throws: ``ValkeyServerError``.
    public func entries(for key: CacheKey) async throws -> [CacheEntry] {
        // One of the removals that are left can be for this key.
        let isUnknown = missed.overflow != nil
        try await makeUpForRemovals(of: key)
        if isUnknown { return [] }
        return try await entries(in: SharedDigest.text(key.text)).filter { $0.key == key }
    }

    private func entries(in name: String) async throws(ValkeyServerError) -> [CacheEntry] {
        let heads: [ByteBuffer] = try await server.run(CacheScripts.heads, of: Self.part, keys: [key(name)])
        return heads.compactMap {
            CacheRecord(Data($0.readableBytesView), options.encryption, upTo: options.maximumBodySize)?.entry
        }
    }

    /// - Throws: ``ValkeyServerError``.
    public func body(of entry: CacheEntry) async throws -> HTTPBody? {
        if let body = entry.body { return HTTPBody(body) }
        guard let record = entry.record else { return nil }
        let stored: ByteBuffer? = try await server.run(
            CacheScripts.body,
            of: Self.part,
            keys: [key(entry.key, bodyOf: record.variant)]
        )
        // The body of a newer response for the variant has another identifier.
        guard let stored, let content = content(of: Data(stored.readableBytesView), record.identifier) else {
            return nil
        }
        return StoredBody.body(in: content, length: entry.response.bodyLength, upTo: options.maximumBodySize)
            .map { HTTPBody($0) }
    }

    private func content(of data: Data, _ identifier: String) -> Data? {
        guard data.starts(with: Data(identifier.utf8)) else { return nil }
        let sealed = Data(data.dropFirst(identifier.utf8.count))
        guard let encryption = options.encryption else { return sealed }
        return try? encryption.decrypt(sealed, from: identifier)
    }

    /// - Throws: ``ValkeyServerError``.
    public func allEntries() async throws -> [CacheEntry] {
        var entries: [CacheEntry] = []
        for name in try await names() { entries += try await self.entries(in: name) }
        return entries
    }

    /// The names of all keys.
    func names() async throws(ValkeyServerError) -> Set<String> {
        var names: Set<String> = []
        var cursor = "0"
        repeat {
            let part: [String] = try await server.run(
                CacheScripts.listed,
                of: Self.part,
                keys: [index],
                [.text(cursor)]
            )
            cursor = part.first ?? "0"
            names.formUnion(part.dropFirst())
        } while cursor != "0"
        return names
    }

    // MARK: - Writing

    /// - Throws: ``ValkeyServerError``.
    public func turn(for key: CacheKey, identity: String?) async throws -> CacheTurn? {
        try await makeUpForRemovals(of: key)
        let name = identity == nil ? "" : UUID().uuidString
        let turn = self.key(key, "turn:\(SharedDigest.text(credentialSalt + (identity ?? "")))")
        let revision: String = try await server.run(
            CacheScripts.turn,
            of: Self.part,
            keys: [self.key(key, "revision"), turn],
            [.text(name), .milliseconds(Self.lease)]
        )
        guard !revision.isEmpty else { return nil }
        return CacheTurn(revision: revision) { [server] isStorable in
            guard !name.isEmpty else { return }
            let pause = isStorable ? ScriptArgument.number(0) : .milliseconds(Self.unstorableLifetime)
            Task.inScope {
                // Without the server, the turn ends with its lease.
                _ = try? await server.run(
                    CacheScripts.endTurn,
                    of: Self.part,
                    keys: [turn],
                    [.text(name), pause],
                    as: Int.self
                )
            }
        }
    }

    public func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter {
        try await writer(for: response, key: key, replacing: replaced, turn: nil)
    }

    /// - Throws: ``/TalynCache/CacheError``.
    public func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID],
        turn: CacheTurn?
    ) async throws -> any CacheWriter {
        guard options.storesPrivateResponses || !response.isPrivate else { throw CacheError.isPrivate }
        return ValkeyCacheWriter(store: self, response: response, key: key, replaced: replaced, turn: turn)
    }

    /// Stores a response with its body.
    func store(
        _ response: StoredResponse,
        _ body: Data,
        for key: CacheKey,
        replacing replaced: [CacheEntry.ID],
        turn: CacheTurn?
    ) async throws {
        let isInline = body.count <= Self.maximumInlineBody
        let record = CacheRecord(
            identifier: CacheRecord.identifier(at: date()),
            key: key,
            response: response,
            body: isInline ? body : nil
        )
        let head = try record.data(options.encryption)
        guard head.count <= options.maximumBodySize else { throw CacheError.tooLarge }
        var long = Data()
        if !isInline {
            let content = StoredBody.data(of: body, isCoded: response.isCoded)
            let sealed = try options.encryption?.encrypt(content, for: record.identifier) ?? content
            long = Data(record.identifier.utf8) + sealed
        }
        let lifetime = lifetime(of: response)
        let name = SharedDigest.text(key.text)
        // First, so that no response is missing in the list of all.
        let _: Int = try await server.run(
            CacheScripts.list,
            of: Self.part,
            keys: [index],
            [.text(name), .milliseconds(lifetime)]
        )
        let others = replaced.compactMap { CacheEntry.record($0) }.filter { $0.variant != record.variant }
        let _: Int = try await server.run(
            CacheScripts.store,
            of: Self.part,
            keys: [self.key(name), self.key(key, "revision"), self.key(key, bodyOf: record.variant)]
                + others.map { self.key(key, bodyOf: $0.variant) },
            [
                .text(turn?.revision ?? ""), .text(record.variant), .data(head), .data(long), .milliseconds(lifetime),
                .number(options.maximumVariants),
            ] + others.flatMap { [.text($0.variant), .text($0.identifier)] }
        )
    }

    /// - Throws: ``ValkeyServerError``.
    public func update(_ entry: CacheEntry, to response: StoredResponse) async throws {
        guard let (variant, identifier) = entry.record else { return }
        guard options.storesPrivateResponses || !response.isPrivate else { return try await remove([entry]) }
        var response = response
        response.bodyLength = entry.response.bodyLength
        let record = CacheRecord(identifier: identifier, key: entry.key, response: response, body: entry.body)
        let _: Int = try await server.run(
            CacheScripts.update,
            of: Self.part,
            keys: [key(SharedDigest.text(entry.key.text)), key(entry.key, bodyOf: variant)],
            [
                .text(variant), .text(identifier), .data(try record.data(options.encryption)),
                .milliseconds(lifetime(of: response)),
            ]
        )
    }

    /// The time after which the server removes a response.
    private func lifetime(of response: StoredResponse) -> Duration {
        let fresh = Duration.clamping(response.timeLeft(at: date(), isShared: true))
        return min(fresh + options.retention, Self.maximumLifetime)
    }

    // MARK: - Removing

    /// - Throws: ``ValkeyServerError``.
    public func remove(_ entries: [CacheEntry]) async throws {
        for (key, entries) in Dictionary(grouping: entries, by: \.key) {
            let records = entries.compactMap(\.record)
            let _: Int = try await server.run(
                CacheScripts.remove,
                of: Self.part,
                keys: [self.key(SharedDigest.text(key.text))] + records.map { self.key(key, bodyOf: $0.variant) },
                records.flatMap { [.text($0.variant), .text($0.identifier)] }
            )
        }
    }

    /// Removes the responses for a key. If that fails, the store does it before it reads or stores the next response.
    ///
    /// - Throws: ``ValkeyServerError``.
    public func removeAll(for key: CacheKey) async throws {
        let name = SharedDigest.text(key.text)
        do {
            try await removeAll(in: name)
        } catch {
            missed.add(name)
            throw error
        }
    }

    /// Removes all responses. Those that another process is about to store stay out of it.
    ///
    /// - Throws: ``ValkeyServerError``.
    public func removeAll() async throws {
        for name in try await names() { try await removeAll(in: name) }
    }

    private func removeAll(in name: String) async throws(ValkeyServerError) {
        let _: Int = try await server.run(
            CacheScripts.removeAll,
            of: Self.part,
            keys: [key(name), key(name, "revision")],
            [.milliseconds(Self.revisionLifetime)]
        )
    }

    /// Makes the removal for a key that failed. No response for it is used before that. A task makes the others.
    private func makeUpForRemovals(of key: CacheKey) async throws {
        let name = SharedDigest.text(key.text)
        if let number = missed.number(of: name) {
            try await removeAll(in: name)
            missed.end(name, number)
        }
        guard missed.begin() else { return }
        Task.inScope { [self] in
            defer { missed.pause() }
            while let (name, number) = missed.first {
                guard (try? await removeAll(in: name)) != nil else { return }
                missed.end(name, number)
            }
            guard let number = missed.overflow, (try? await removeAll()) != nil else { return }
            missed.endOverflow(number)
        }
    }

    // MARK: - Keys

    private var index: String { server.key(Self.part, "index") }

    private func key(_ name: String, _ value: String = "") -> String { server.key(Self.part, name, value) }

    private func key(_ key: CacheKey, _ value: String) -> String { self.key(SharedDigest.text(key.text), value) }

    private func key(_ key: CacheKey, bodyOf variant: String) -> String { self.key(key, "body:\(variant)") }
}

@available(Valkey, *)
extension ValkeyCacheStore: CustomReflectable {
    /// The prefix of the keys.
    public var customMirror: Mirror { Mirror(self, children: ["prefix": server.options.prefix]) }
}
#endif
