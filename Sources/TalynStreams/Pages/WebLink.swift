import HTTPTypes
public import TalynCore
public import _TalynFoundation
import _TalynSupport

/// A link of a `Link` field (RFC 8288).
struct WebLink: Hashable, Sendable {
    /// The target as the field has it: a URL, or a reference relative to the URL of the response.
    let target: String

    /// The relation types in lower case, such as `next` or `last`.
    let relations: Set<String>

    /// The resource that the link starts from, if it is not the response's own.
    let anchor: String?

    /// The links of a response.
    ///
    /// Follows the algorithm of RFC 8288 (appendix B.2): a mistake in a field ends the parsing of that field.
    static func links(in fields: HTTPFields) -> [WebLink] {
        HTTPField.Name("Link").map { fields[values: $0].flatMap { links(in: $0) } } ?? []
    }

    /// The links in the value of one field.
    static func links(in value: String) -> [WebLink] {
        var scanner = FieldValueScanner(value)
        var links: [WebLink] = []
        while true {
            scanner.skipListSeparators()
            guard scanner.take("<") else { return links }
            let target = scanner.text { $0 == UInt8(ascii: ">") }
            guard scanner.take(">") else { return links }
            links.append(WebLink(target: target, parameters: parameters(&scanner)))
        }
    }

    private init(target: String, parameters: [String: String]) {
        self.target = target
        let types = (parameters["rel"] ?? "").split { $0 == " " || $0 == "\t" }
        relations = Set(types.map { $0.lowercased() })
        anchor = parameters["anchor"]
    }

    /// The parameters of a link (appendix B.3). Of parameters with the same name, the first counts.
    private static func parameters(_ scanner: inout FieldValueScanner) -> [String: String] {
        var parameters: [String: String] = [:]
        while true {
            scanner.skipSpace()
            guard scanner.take(";") else { return parameters }
            let (name, value) = scanner.parameter { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
            if parameters[name] == nil { parameters[name] = value ?? "" }
        }
    }
}

extension Response {
    /// The URL of the first link with a relation type in the `Link` fields (RFC 8288), such as `response.link(rel: "last")`.
    ///
    /// Links whose `anchor` is another resource don't count.
    ///
    /// - Parameter rel: The relation type, such as `next`. Case doesn't matter.
    /// - Returns: The URL, resolved against the URL of the response (RFC 3986, section 5); nil if there is no such link.
    public func link(rel: String) -> URL? {
        webLink(rel: rel).flatMap { resolved($0.target) }
    }

    /// The first link with a relation type that starts from the response's own resource.
    func webLink(rel: String) -> WebLink? {
        let rel = rel.lowercased()
        return WebLink.links(in: headerFields).first { $0.relations.contains(rel) && isAbout($0.anchor) }
    }

    /// Resolves a URL reference against the URL of the response.
    func resolved(_ reference: String) -> URL? {
        // Foundation doesn't know that an empty reference means the resource itself.
        if reference.isEmpty { return url }
        return URL(reference: reference, relativeTo: url)
    }

    private func isAbout(_ anchor: String?) -> Bool {
        guard let anchor, let url else { return anchor == nil }
        return resolved(anchor)?.absoluteString == url.absoluteString
    }
}
