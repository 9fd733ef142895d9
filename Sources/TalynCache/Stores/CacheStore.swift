public import TalynCore
public import _TalynFoundation

/// A place for responses: memory, files, or a database of an app.
///
/// ``HTTPCache`` decides which responses it keeps and uses. A store only keeps and finds them. An error of a store never fails
/// a call: the server answers.
public protocol CacheStore: Sendable {
    /// The text in the digests of credentials, the same for all processes that share the store. Empty by default.
    ///
    /// With a secret text, no table of digests helps to find credentials.
    var credentialSalt: String { get }

    /// The responses for a key, without reading their bodies. They differ in their variants, credentials and versions.
    func entries(for key: CacheKey) async throws -> [CacheEntry]

    /// The body of a response, which is used now; nil if the store doesn't have the response any longer.
    func body(of entry: CacheEntry) async throws -> HTTPBody?

    /// Begins a request to the server, whose response may be stored.
    ///
    /// By default, returns a turn at once. That is right for a store that one process uses.
    ///
    /// - Parameters:
    ///   - key: The key of the request.
    ///   - identity: A text that only identical requests have; nil if no other request can use the response.
    /// - Returns: Nil if another process has the turn for an identical request. The cache then waits for its response.
    func turn(for key: CacheKey, identity: String?) async throws -> CacheTurn?

    /// Starts to store a response, whose body follows. By default, ignores the turn.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - key: The key of the request.
    ///   - replaced: The entries whose place the response takes.
    ///   - turn: The turn of the request. If the responses for the key were removed after it, the response isn't stored.
    func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID],
        turn: CacheTurn?
    ) async throws -> any CacheWriter

    /// Starts to store a response, whose body follows.
    ///
    /// The response takes the place of the entries that `replaced` names when the writer commits. `replaced` doesn't
    /// name the entry of an equal request that ran at the same time. So a store can also remove the entries for the key whose
    /// responses have the same variant, credentials and version.
    func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID]
    ) async throws -> any CacheWriter

    /// Replaces the head of a stored response. The body stays.
    func update(_ entry: CacheEntry, to response: StoredResponse) async throws

    /// Removes responses.
    func remove(_ entries: [CacheEntry]) async throws

    /// Removes the responses for a key, also those to requests that have a ``turn(for:identity:)``. By default, removes
    /// ``entries(for:)``.
    func removeAll(for key: CacheKey) async throws

    /// Removes all responses, and all other data of the store. By default, removes ``allEntries()``.
    func removeAll() async throws

    /// All responses, without their bodies, in any order.
    func allEntries() async throws -> [CacheEntry]
}

extension CacheStore {
    public var credentialSalt: String { "" }

    public func turn(for key: CacheKey, identity: String?) async throws -> CacheTurn? { CacheTurn() }

    public func writer(
        for response: StoredResponse,
        key: CacheKey,
        replacing replaced: [CacheEntry.ID],
        turn: CacheTurn?
    ) async throws -> any CacheWriter {
        try await writer(for: response, key: key, replacing: replaced)
    }

    public func removeAll(for key: CacheKey) async throws {
        try await remove(try await entries(for: key))
    }

    public func removeAll() async throws {
        try await remove(try await allEntries())
    }
}

/// Receives the body of a response for a ``CacheStore``.
///
/// One task uses it. A writer that is released without a commit removes all that it wrote.
public protocol CacheWriter: Sendable {
    /// Adds bytes to the body.
    func write(_ chunk: Data) async throws

    /// Makes the response visible, with a body of all bytes that were written.
    func commit() async throws
}

/// A response in a ``CacheStore``.
///
/// An object, since each use of a response copies it.
public final class CacheEntry: Sendable, Identifiable {
    /// The number or name of the entry in its store.
    public typealias ID = String

    public let id: ID

    /// The key of the request.
    public let key: CacheKey

    /// The head of the response.
    public let response: StoredResponse

    /// The body, if it is short and the store read it with the head.
    public let body: Data?

    /// Creates an entry.
    public init(id: ID, key: CacheKey, response: StoredResponse, body: Data? = nil) {
        self.id = id
        self.key = key
        self.response = response
        self.body = body
    }
}

/// The key of the responses to equal requests.
public struct CacheKey: Sendable, Hashable {
    /// The URL; or the origin and the app's own key.
    public let text: String

    /// The URL; nil for the app's own key.
    public var url: URL? { text.hasPrefix(Self.mark) ? nil : URL(string: text) }

    /// The host of the requests in lower case, such as `api.example.com`; nil for a text that no request has.
    public var host: String? {
        let origin = text.hasPrefix(Self.mark) ? String(text.dropFirst(Self.mark.count).prefix { $0 != " " }) : text
        return URL(string: origin)?.host()?.lowercased()
    }

    private static let mark = "key:"

    /// Creates the key of the requests to a URL, which have no fragment and at least a slash as their path.
    init(_ url: URL) {
        text = OutgoingRequest(url: url).urlText
    }

    /// Creates a key of the ``text`` of another one, which a store has kept.
    public init(text: String) {
        self.text = text
    }

    /// Creates a key of an app for an origin. It never equals the key of a URL.
    init(own key: String, for origin: Origin?) {
        text = "\(Self.mark)\(origin?.description ?? "") \(key)"
    }
}
