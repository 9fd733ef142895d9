/// By what an entry is found: two hashes by the secret seeds of the process, which nobody can make collide.
struct ReplayKey: Hashable {
    /// Whose requests are meant.
    enum Scope {
        /// Those of a target's case, to any host.
        case target(TargetLabel)
        /// Those to the URL's origin.
        case origin
        /// Any.
        case anywhere
    }

    private let first: Int
    private let second: Int

    /// - Parameter body: Nil if any will do.
    init(_ scope: Scope, method: String, url: URLParts, body: BodyKey?) {
        func hash(_ seed: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(seed)
            switch scope {
            case .target(let label): hasher.combine(label)
            case .origin: hasher.combine(url.origin)
            case .anywhere: break
            }
            hasher.combine(method)
            hasher.combine(url.pathAndQuery)
            hasher.combine(body == nil)
            if let body { body.bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
            return hasher.finalize()
        }
        first = hash(1)
        second = hash(2)
    }
}

/// A URL in its two parts, of which entries of targets have only the second in common.
struct URLParts: Hashable {
    /// Scheme, host and port.
    let origin: String
    let pathAndQuery: String

    init(_ url: String) {
        let url = url.firstIndex(of: "#").map { url[..<$0] } ?? url[...]
        let end = url.range(of: "://")?.upperBound ?? url.startIndex
        let authorityEnd = url[end...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        var origin = url[..<authorityEnd].lowercased()
        if origin.hasPrefix("https://"), origin.hasSuffix(":443") { origin.removeLast(4) }
        if origin.hasPrefix("http://"), origin.hasSuffix(":80") { origin.removeLast(3) }
        self.origin = origin
        let rest = url[authorityEnd...]
        pathAndQuery = rest.first == "/" ? String(rest) : "/" + rest
    }

    var path: Substring { pathAndQuery.prefix { $0 != "?" } }
    var query: Substring { pathAndQuery.dropFirst(path.count).dropFirst() }
}
