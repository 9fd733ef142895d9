public import HTTPTypes
import TalynCore
import TalynStubs
public import _TalynFoundation
import _TalynSupport

/// A request, as a check needs it.
public struct CheckedRequest: Sendable {
    let method: String
    /// The path as it was sent, with its escapes.
    let path: String
    /// The query as it was sent; nil without one.
    let query: String?
    let headerFields: HTTPFields
    /// The body; nil if it isn't known, or without one.
    let body: Data?

    public init(method: String, path: String, query: String?, headerFields: HTTPFields, body: Data?) {
        self.method = method.uppercased()
        self.path = path.isEmpty ? "/" : path
        self.query = query
        self.headerFields = headerFields
        self.body = body
    }

    /// The decoded names and the texts of the query, as they were sent.
    var pairs: [(name: String, encoded: String)] {
        // In a query, too, a plus sign is a space.
        FormParameter.parameters(in: query ?? "").map { ($0.name, $0.encodedValue) }
    }

    var cookies: [(name: String, text: String)] {
        headerFields[values: .cookie].flatMap { $0.split(separator: ";") }.map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]).withoutOuterSpaces, parts.count > 1 ? String(parts[1]).withoutOuterSpaces : "")
        }
    }
}

/// A response, as a check needs it.
public struct CheckedResponse: Sendable {
    let status: Int
    let headerFields: HTTPFields
    /// The body without its content coding; nil if it isn't known.
    let body: Data?

    public init(status: Int, headerFields: HTTPFields, body: Data?) {
        self.status = status
        self.headerFields = headerFields
        self.body = body
    }

    var withoutBody: CheckedResponse { CheckedResponse(status: status, headerFields: headerFields, body: nil) }
}

extension [Content] {
    /// The content for a media type: the same one, or a range such as `image/*`.
    func first(for mediaType: String) -> Content? {
        let type = MediaType(mediaType)
        return ["\(type.type)/\(type.subtype)", "\(type.type)/*", "*/*"].lazy
            .compactMap { name in first { $0.baseType == name } }.first
    }
}
