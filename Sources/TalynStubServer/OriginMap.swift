#if Tools
import _TalynFoundation
import _TalynSupport

/// The mapping between the URLs of a server and those of the servers that it stands for.
struct OriginMap: Sendable {
    /// The host and the port of the server, as the client knows them.
    let authority: String

    /// The base URLs of the servers that it stands for. Requests get the first one.
    let baseURLs: [URL]

    /// The URL of a request with this request target; nil if it is invalid.
    func url(for target: String) -> URL? {
        let base = baseURLs.first.map { Self.prefix($0) } ?? "http://\(authority)"
        // `*`, as in `OPTIONS *`, means the whole server. The target is resolved first, so that it stays below the base.
        guard let own = URL(reference: "http://localhost" + (target.hasPrefix("/") ? target : "/")) else { return nil }
        let query = own.query(percentEncoded: true).map { "?\($0)" } ?? ""
        return URL(string: base + own.encodedPath + query)
    }

    /// The `Location` for the client: URLs of the servers that this one stands for lead here.
    ///
    /// - Parameters:
    ///   - location: The value of the field.
    ///   - url: The URL of the response.
    func location(_ location: String, from url: URL?) -> String {
        guard let target = URL(reference: location, relativeTo: url), let origin = Origin(target) else {
            return location
        }
        let given = URL(string: location)
        let isRelative = given?.scheme == nil && given?.host() == nil
        for base in baseURLs where Origin(base) == origin {
            let prefix = Self.path(base)
            if isRelative, prefix.isEmpty { return location }
            guard let components = URLComponents(url: target, resolvingAgainstBaseURL: true) else { continue }
            let path = components.percentEncodedPath
            guard path.hasPrefix(prefix + "/") || path == prefix else { continue }
            var here = URLComponents()
            here.percentEncodedPath = String(path.dropFirst(prefix.count))
            here.percentEncodedQuery = components.percentEncodedQuery
            here.percentEncodedFragment = components.percentEncodedFragment
            return "http://\(authority)\(here.string ?? "/")"
        }
        return location
    }

    /// The base URL without a slash at its end, query and fragment.
    private static func prefix(_ base: URL) -> String {
        var components = URLComponents(url: base, resolvingAgainstBaseURL: true) ?? URLComponents()
        components.percentEncodedPath = path(base)
        components.query = nil
        components.fragment = nil
        return components.string ?? base.absoluteString
    }

    private static func path(_ base: URL) -> String {
        let path = base.path(percentEncoded: true)
        return path.hasSuffix("/") ? String(path.dropLast()) : path
    }
}
#endif
