import HTTPTypes
import TalynCore
import _TalynFoundation
import _TalynSupport

/// The tokens that an API accepts, by its own words (RFC 9728).
struct ProtectedResource: Sendable {
    /// The largest number of authorization servers to try.
    static let maximumServers = 5

    /// The identifier of the API, for the parameter `resource` of requests for tokens (RFC 8707).
    let identifier: String

    /// The servers whose tokens the API accepts; none if it doesn't say them.
    var authorizationServers: [URL] = []

    /// The scopes that the API uses.
    var scopes: Set<String> = []
}

extension ProtectedResource {
    /// Reads the metadata of an API.
    init(metadata: Data, api: URL) throws(DocumentFault) {
        guard let document = ServerDocument(metadata) else { throw .noObject }
        guard let identifier = document.text("resource") else { throw DocumentFault(text: "no resource") }
        // Section 3.3: otherwise, an API could get tokens for another one.
        guard api.isPart(of: identifier) else {
            throw DocumentFault(text: "the metadata of another resource", isForeign: true)
        }
        let named = document.words("authorization_servers") ?? []
        let servers = named.compactMap { URL(string: $0) }.filter { $0.isSecureForOAuth(namedBy: api) }
        guard named.isEmpty || !servers.isEmpty else { throw DocumentFault(text: "no secure authorization server") }
        self.init(
            identifier: identifier,
            authorizationServers: Array(servers.prefix(Self.maximumServers)),
            scopes: Set(document.words("scopes_supported") ?? [])
        )
    }

    /// The places of an API's metadata: that of the challenge, and those of RFC 9728 (section 3.1), with the path and without it.
    static func places(of api: URL, challenge: ResourceChallenge?) -> [DocumentPlace] {
        var places = challenge?.metadata.map { [DocumentPlace(url: $0, name: "the place that the API names")] } ?? []
        let wellKnown = "/.well-known/oauth-protected-resource"
        let path = api.encodedPath.withoutFinalSlashes
        // The path of an API can have a secret, so that no text shows it.
        if !path.isEmpty, let url = api.with(path: wellKnown + path, query: api.query()) {
            places.append(DocumentPlace(url: url, name: "\(wellKnown)/…"))
        }
        if let url = api.with(path: wellKnown, query: path.isEmpty ? api.query() : nil) {
            places.append(DocumentPlace(url: url, name: wellKnown))
        }
        var seen: Set<URL> = []
        return places.filter { seen.insert($0.url).inserted }
    }

    /// The resource that an API without metadata is: its URL.
    static func standard(of api: URL) -> ProtectedResource {
        let url = api.with(path: api.encodedPath.withoutFinalSlashes, query: nil) ?? api
        return ProtectedResource(identifier: url.absoluteString)
    }
}

/// The tokens that an API accepts, by its challenge (RFC 6750, section 3; RFC 9728, section 5.1).
struct ResourceChallenge: Sendable, Equatable {
    /// The place of the metadata: at the origin of the API, or secure.
    var metadata: URL?
    var scopes: Set<String> = []

    /// - Parameter response: A response of the API. That of another origin says nothing about the API.
    init(_ response: Response, of api: URL) {
        guard response.isFrom(Origin(api)) else { return }
        let challenges = response.headerFields.challenges
        for challenge in challenges where metadata == nil {
            guard let url = challenge.parameters["resource_metadata"].flatMap({ URL(string: $0) }),
                Origin(url) == Origin(api) || url.isSecureForOAuth(namedBy: api)
            else { continue }
            metadata = url
        }
        scopes = Set(challenges.first { $0.isForTokens && $0.parameters["scope"] != nil }?.words("scope") ?? [])
    }
}

extension URL {
    /// Whether the URL is that of a resource, or below it (RFC 9728, section 3.3, as MCP applies it).
    fileprivate func isPart(of identifier: String) -> Bool {
        guard let resource = URL(reference: identifier), let url = URL(reference: absoluteString),
            let origin = Origin(url), Origin(resource) == origin, resource.fragment() == nil,
            resource.query() == nil || resource.query() == url.query()
        else { return false }
        let path = resource.encodedPath.withoutFinalSlashes
        return url.encodedPath.withoutFinalSlashes == path || url.encodedPath.hasPrefix(path + "/")
    }

    /// The URL with another path and query, without user information and fragment, and with scheme and host in lower case.
    ///
    /// - Parameters:
    ///   - path: The path, with its escapes.
    ///   - query: The query, with its escapes.
    func with(path: String, query: String?) -> URL? {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
        (parts.user, parts.password, parts.fragment) = (nil, nil, nil)
        parts.percentEncodedPath = path
        parts.percentEncodedQuery = query
        parts.scheme = parts.scheme?.lowercased()
        if let host = parts.host, host != host.lowercased() { parts.host = host.lowercased() }
        return parts.url
    }
}

extension String {
    var withoutFinalSlashes: String {
        var text = self[...]
        while text.hasSuffix("/") { text.removeLast() }
        return String(text)
    }
}
