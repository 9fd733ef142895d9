import _TalynSupport

/// The key of an entry: two hashes with the secret seeds of the process, so that files can't force collisions.
struct ReplayKey: Hashable {
    /// The requests and entries with the key.
    enum Scope: Hashable {
        /// Those of a target's case, at the origin of the URL.
        case target(TargetLabel)
        /// Those of a target's case by the last part of its type's name, at the origin of the URL.
        case shortTarget(TargetLabel)
        /// Entries without a target, at the origin of the URL.
        case other
        /// Requests without a target, such as those to a server, and all entries, at any origin.
        case anyone
    }

    private let first: Int
    private let second: Int

    /// - Parameters:
    ///   - body: The body; nil for any body.
    ///   - ignoresOrigin: Whether the scheme, the host and the port don't count.
    ///   - isWebSocket: Whether the request opens a WebSocket connection.
    init(
        _ scope: Scope,
        method: String,
        isWebSocket: Bool,
        url: URLParts,
        body: BodyKey?,
        ignoresOrigin: Bool
    ) {
        func hash(_ seed: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(seed)
            hasher.combine(scope)
            if !ignoresOrigin, scope != .anyone { hasher.combine(url.origin) }
            hasher.combine(method)
            hasher.combine(isWebSocket)
            hasher.combine(url.canonicalPath)
            hasher.combine(url.canonicalQuery)
            hasher.combine(body == nil)
            if let body { body.bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
            return hasher.finalize()
        }
        first = hash(1)
        second = hash(2)
    }
}

/// The parts of a URL.
struct URLParts: Hashable {
    /// The scheme, the host and the port. The schemes of WebSockets count as those of HTTP.
    let origin: String
    let pathAndQuery: String

    init(_ url: String) {
        // Bytes take a tenth of the time of characters.
        let url = url.utf8.firstIndex(of: UInt8(ascii: "#")).map { url[..<$0] } ?? url[...]
        let bytes = url.utf8
        var start = bytes.startIndex
        if let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) {
            start = bytes.index(colon, offsetBy: 3)
        }
        let authorityEnd =
            bytes[start...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? bytes.endIndex
        let origin = url[..<authorityEnd].lowercased().withHTTPScheme
        self.origin = origin.normalizedAuthority(of: origin.hasPrefix("http://") ? "http" : "https")
        let rest = url[authorityEnd...]
        pathAndQuery = rest.utf8.first == UInt8(ascii: "/") ? String(rest) : "/" + rest
    }

    /// The same text for queries with the same parameters; nil without a query.
    var canonicalQuery: String? { pathAndQuery.utf8.contains(UInt8(ascii: "?")) ? CanonicalQuery.text(query) : nil }

    /// The same text for paths with the same segments, whatever escapes their clients wrote (RFC 3986, section 6.2.2).
    var canonicalPath: String {
        guard !path.utf8.allSatisfy({ $0 == UInt8(ascii: "/") || ASCIISet.unreserved.contains($0) }) else {
            return String(path)
        }
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { ($0.percentDecoded ?? String($0)).percentEncoded(allowed: .unreserved) }.joined(separator: "/")
    }

    var path: Substring { pathAndQuery[..<pathEnd] }
    var query: Substring { pathAndQuery[pathEnd...].dropFirst() }

    private var pathEnd: String.Index {
        pathAndQuery.utf8.firstIndex(of: UInt8(ascii: "?")) ?? pathAndQuery.endIndex
    }
}
