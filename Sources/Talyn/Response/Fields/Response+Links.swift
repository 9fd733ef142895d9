public import Foundation

extension Response {
    /// Where the first link of a type leads that the `Link` fields have (RFC 8288): `response.link(rel: "last")`.
    ///
    /// Links that are about another resource, by their `anchor`, don't count.
    ///
    /// - Parameter rel: The type of the relation, such as `next`, in upper or lower case.
    /// - Returns: The URL, resolved against that of the response (RFC 3986, section 5); nil if there is no such link.
    public func link(rel: String) -> URL? {
        webLink(rel: rel).flatMap { resolved($0.target) }
    }

    /// The first link of a type that is about the response's own resource.
    func webLink(rel: String) -> WebLink? {
        let rel = rel.lowercased()
        return WebLink.links(in: headerFields).first { $0.relations.contains(rel) && isAbout($0.anchor) }
    }

    /// A reference to a URL, resolved against that of the response.
    func resolved(_ reference: String) -> URL? {
        // An empty one means the resource itself, which Foundation doesn't know.
        if reference.isEmpty { return url }
        return URL(string: reference, relativeTo: url)?.absoluteURL
    }

    private func isAbout(_ anchor: String?) -> Bool {
        guard let anchor, let url else { return anchor == nil }
        return resolved(anchor)?.absoluteString == url.absoluteString
    }
}
