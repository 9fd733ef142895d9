import HTTPTypes

/// A link of a `Link` field: that some resource has a relation to the one that was asked for (RFC 8288).
struct WebLink: Hashable, Sendable {
    /// Where it leads, as the field says: a URL, or a reference that is relative to the response's.
    let target: String

    /// The types of the relation, in lower case: `next`, `last`, or a URL.
    let relations: Set<String>

    /// From where it leads, if that is not the resource itself.
    let anchor: String?

    /// The links in the values of the fields of a response.
    ///
    /// The algorithm of RFC 8288 (appendix B.2): what comes after the first mistake in a value is left out.
    static func links(in fields: HTTPFields) -> [WebLink] {
        HTTPField.Name("Link").map { fields[values: $0].flatMap { links(in: $0) } } ?? []
    }

    /// The links in the value of one field.
    static func links(in value: String) -> [WebLink] {
        var scanner = FieldScanner(value)
        var links: [WebLink] = []
        while true {
            scanner.skip { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
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

    /// The parameters of a link by their names in lower case (appendix B.3); of repeated ones the first counts.
    private static func parameters(_ scanner: inout FieldScanner) -> [String: String] {
        var parameters: [String: String] = [:]
        while true {
            scanner.skipSpace()
            guard scanner.take(";") else { return parameters }
            scanner.skipSpace()
            let name = scanner.text { " \t=;,".utf8.contains($0) }.lowercased()
            scanner.skipSpace()
            var value = ""
            if scanner.take("=") {
                scanner.skipSpace()
                value = scanner.quotedString() ?? scanner.text { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
            }
            if parameters[name] == nil { parameters[name] = value }
        }
    }
}
