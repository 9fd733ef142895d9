#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
    init(_ scope: Scope, method: String, url: URLParts, body: BodyKey?, ignoresOrigin: Bool) {
        func hash(_ seed: Int) -> Int {
            var hasher = Hasher()
            hasher.combine(seed)
            hasher.combine(scope)
            if !ignoresOrigin, scope != .anyone { hasher.combine(url.origin) }
            hasher.combine(method)
            hasher.combine(url.path)
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
    /// The scheme, the host and the port.
    let origin: String
    let pathAndQuery: String

    init(_ url: String) {
        let url = url.firstIndex(of: "#").map { url[..<$0] } ?? url[...]
        let end = url.firstRange(of: "://")?.upperBound ?? url.startIndex
        let authorityEnd = url[end...].firstIndex { $0 == "/" || $0 == "?" } ?? url.endIndex
        var origin = url[..<authorityEnd].lowercased()
        if origin.hasPrefix("https://"), origin.hasSuffix(":443") { origin.removeLast(4) }
        if origin.hasPrefix("http://"), origin.hasSuffix(":80") { origin.removeLast(3) }
        self.origin = origin
        let rest = url[authorityEnd...]
        pathAndQuery = rest.first == "/" ? String(rest) : "/" + rest
    }

    /// The same text for queries with the same parameters; nil without a query.
    var canonicalQuery: String? { pathAndQuery.contains("?") ? CanonicalQuery.text(query) : nil }

    var path: Substring { pathAndQuery.prefix { $0 != "?" } }
    var query: Substring { pathAndQuery.dropFirst(path.count).dropFirst() }
}
