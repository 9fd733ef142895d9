import Foundation

/// The key of an entry: two hashes by the secret seeds of the process, which nobody can make collide.
struct ReplayKey: Hashable {
    /// Which requests and entries have the key.
    enum Scope: Hashable {
        /// Those of a target's case, to the URL's origin.
        case target(TargetLabel)
        /// Those of a target's case whose type is known by the last part of its name only, to the URL's origin.
        case shortTarget(TargetLabel)
        /// Entries of no target, with the URL's origin.
        case other
        /// Requests of no target, such as those to a server, and all entries. The origin doesn't count.
        case anyone
    }

    private let first: Int
    private let second: Int

    /// - Parameters:
    ///   - body: Nil if any body is the same.
    ///   - ignoresOrigin: Whether scheme, host and port don't count.
    init(_ scope: Scope, method: String, url: URLParts, body: BodyKey?, ignoresOrigin: Bool) {
        func hash(_ seed: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(seed)
            hasher.combine(scope)
            if !ignoresOrigin, scope != .anyone { hasher.combine(url.origin) }
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

/// A URL in its two parts.
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
