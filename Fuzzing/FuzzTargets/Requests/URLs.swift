#if FUZZING
import Foundation

@testable import TalynCore

extension FuzzTarget {
    /// Joining keeps the origin and the query of the base URL. Credentials are for its origin only.
    ///
    /// The input is the base URL, the path and the query, each on a line.
    static let urlJoining = FuzzTarget("url-joining") { input in
        let base = input.line()
        let path = RequestPath(percentEncoded: input.line())
        let query = input.line()
        guard URLJoining.problem(of: base) == nil, let baseURL = URL(string: base), let origin = Origin(baseURL) else {
            return
        }
        let joined = URLJoining.join(base: base, path: path.percentEncoded)
        require(
            joined.utf8.count <= base.utf8.count + path.percentEncoded.utf8.count + 1,
            "A join adds a slash at most."
        )
        require(URLJoining.problem(of: joined) == nil, "A joined URL is well-formed: \(joined)")
        requireEqual(URL(string: joined).flatMap { Origin($0) }, origin, "A path keeps the origin.")
        require(CredentialOrigins(baseURL: base).contain(joined), "A joined URL has the credentials of its base.")
        if let url = URL(string: joined) {
            requireEqual(origin.host, url.host(percentEncoded: true)?.lowercased(), "Foundation reads the same host.")
            if let port = url.port { requireEqual(origin.port, port, "Foundation reads the same port.") }
        }
        guard URLJoining.isWellFormed(query), !query.contains("#") else { return }
        let whole = URLJoining.append(query: query, to: joined)
        requireEqual(URL(string: whole).flatMap { Origin($0) }, origin, "A query keeps the origin.")
        require(query.isEmpty || whole.hasSuffix(query), "A query is at the end.")
        // The query, read as another URL, has credentials only if it has the same origin.
        if CredentialOrigins(baseURL: base).contain(query), let url = URL(string: query), let other = Origin(url) {
            requireEqual(other, origin, "Only URLs of the same origin have credentials.")
        }
    }

    /// A value is one segment, which a server decodes to the same text.
    static let requestPath = FuzzTarget("request-path") { input in
        let value = input.line()
        let literal = input.line()
        let path: RequestPath = "/users/\(value, name: "name")/repos"
        require((path.problem != nil) == ["", ".", ".."].contains(value), "Only dots and no text are no segment.")
        let segments = path.percentEncoded.split(separator: "/", omittingEmptySubsequences: false)
        requireEqual(segments.count, 4, "A value is one segment.")
        requireEqual(segments[2].removingPercentEncoding, value, "A value is escaped without loss.")
        requireEqual(path.template, "/users/{name}/repos", "A template has no values.")
        let encoded = RequestPath(percentEncoded: literal)
        require(URLJoining.isWellFormed(encoded.percentEncoded), "A path is well-formed.")
        requireEqual(
            RequestPath(percentEncoded: encoded.percentEncoded).percentEncoded,
            encoded.percentEncoded,
            "A path that is escaped stays as it is."
        )
        let leads = encoded.percentEncoded.split(separator: "/").contains {
            [".", ".."].contains($0.removingPercentEncoding)
        }
        require(!leads || encoded.problem != nil, "A path with dot segments is refused.")
    }
}
#endif
