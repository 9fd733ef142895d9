import _TalynSupport

/// The origins that may see the credentials of a call (RFC 6454, section 4).
struct CredentialOrigins: Sendable {
    /// A URL with the origin that the app chose: the base URL of the call.
    let baseURL: String

    /// Other origins that the app trusts.
    var trusted: Set<Origin> = []

    /// Whether a request to the URL may have credentials.
    func contain(_ url: String) -> Bool {
        let url = URLText(url)
        return contain(url.scheme, url.authority)
    }

    /// Whether a request may have credentials.
    func contain(_ request: OutgoingRequest) -> Bool {
        contain(request.head.scheme, request.head.authority)
    }

    private func contain(_ scheme: String?, _ authority: String?) -> Bool {
        if hasAuthority(scheme ?? "", authority ?? "") { return true }
        guard let origin = Origin(scheme: scheme, authority: authority) else { return false }
        return trusted.contains(origin) || Origin(baseURL) == origin
    }

    /// Whether the base URL has the same text up to the end of its authority. No URL is parsed for it.
    private func hasAuthority(_ scheme: String, _ authority: String) -> Bool {
        baseURL.utf8.withContiguousStorageIfAvailable { url in
            var rest = url[...]
            func skip(_ part: String) -> Bool {
                guard rest.starts(with: part.utf8) else { return false }
                rest = rest.dropFirst(part.utf8.count)
                return true
            }
            guard skip(scheme), skip("://"), skip(authority) else { return false }
            return rest.first.map { ASCIISet.authorityEnd.contains($0) } ?? true
        } == true
    }
}
