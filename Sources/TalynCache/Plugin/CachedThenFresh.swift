public import TalynCore
public import _TalynFoundation

/// A value from a cache or from a server; see `Provider.cachedThenFresh(_:as:)`.
public struct CachedValue<Value: Sendable>: Sendable {
    /// The origin of a value.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Source: Sendable, Hashable {
        /// The cache. The server's value follows.
        case cache
        /// The cache. The server has confirmed that the value is the current one, or has said that it doesn't change.
        case confirmed
        /// The server.
        case server
    }

    /// The value.
    public let value: Value

    /// The origin of the value.
    public let source: Source

    /// The response.
    public let response: Response

    /// Whether the value is from a stored response after the end of its lifetime, and the server hasn't confirmed it.
    public var isStale: Bool { response.cacheStatus?.isStale ?? false }
}

extension Provider {
    /// Calls a target, and gives the stored value at once and the server's value after it.
    ///
    /// ```swift
    /// for try await products in shop.cachedThenFresh(.products, as: [Product].self) {
    ///     show(products.value, isUpdating: products.source == .cache)
    /// }
    /// ```
    ///
    /// Without a stored value, the server's value is the only one. If the server fails or can't be reached, the sequence throws after
    /// the stored value.
    /// With ``/Talyn/CachePolicy/Mode/noStore``, the server's value is the only one, too.
    ///
    /// - Parameters:
    ///   - target: The target.
    ///   - type: The type to decode.
    ///   - keyPath: The place of the value in the JSON.
    ///   - decoder: The decoder. By default the one of the target's coding options.
    ///   - options: Options that replace those of the target. Each step has a mode of its own.
    ///   - fileID: The file of the call, for a test to fail there.
    ///   - line: The line of the call.
    public func cachedThenFresh<Value: Decodable & Sendable>(
        _ target: Target,
        as type: Value.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder? = nil,
        options: RequestOptions = RequestOptions(),
        fileID: StaticString = #fileID,
        line: Int = #line
    ) -> CachedThenFresh<Value> {
        let policy = self.options(of: target, options).cache ?? CachePolicy()
        return CachedThenFresh(usesCache: policy.mode != .noStore) { [self] (mode) async throws(TalynError) in
            var (policy, options) = (policy, options)
            if policy.mode != .noStore { policy.mode = mode }
            options.cache = policy
            let response = try await request(target, options: options, fileID: fileID, line: line)
            let value = try response.decode(type, for: target, atKeyPath: keyPath, using: decoder)
            return (value, response)
        }
    }
}

/// The stored value of a call and the server's; see `Provider.cachedThenFresh(_:as:)`.
public struct CachedThenFresh<Value: Sendable>: AsyncSequence, Sendable {
    typealias Call = @Sendable (CachePolicy.Mode) async throws(TalynError) -> (Value, Response)

    private let usesCache: Bool
    private let call: Call

    /// - Parameter call: Makes the call with a mode of the cache.
    init(usesCache: Bool, call: @escaping Call) {
        self.usesCache = usesCache
        self.call = call
    }

    /// Starts the call.
    public func makeAsyncIterator() -> Iterator {
        Iterator(usesCache: usesCache, call: call)
    }

    /// The state of an iteration.
    public struct Iterator: AsyncIteratorProtocol {
        private let call: Call
        /// Whether the next value can be the stored one.
        private var usesCache: Bool
        private var isAtEnd = false

        init(usesCache: Bool, call: @escaping Call) {
            self.usesCache = usesCache
            self.call = call
        }

        /// The next value.
        public mutating func next() async throws(TalynError) -> CachedValue<Value>? {
            if usesCache {
                usesCache = false
                if let stored = try await stored() { return stored }
            }
            if isAtEnd { return nil }
            isAtEnd = true
            let (value, response) = try await call(.noCache)
            // An immutable response needs no confirmation.
            let status = response.cacheStatus
            let isConfirmed = status?.forwardStatus == 304 || status?.isHit == true
            return CachedValue(value: value, source: isConfirmed ? .confirmed : .server, response: response)
        }

        /// The stored value; nil without one, and for one that can't be decoded any longer.
        private func stored() async throws(TalynError) -> CachedValue<Value>? {
            do throws(TalynError) {
                let (value, response) = try await call(.onlyIfCached)
                return CachedValue(value: value, source: .cache, response: response)
            } catch {
                if error.isCancelled { throw error }
                return nil
            }
        }
    }
}
