public import _TalynFoundation
import _TalynSupport

/// A request that reached a stub.
public struct ReceivedRequest: Sendable {
    /// The request, as the plugins prepared it.
    let request: OutgoingRequest

    /// The target; nil if it isn't known, as in a server.
    public let target: (any TargetType)?

    /// The body; empty without one. Only the first 64 MiB of a larger body.
    public let body: Data

    /// The values of the placeholders in the stub's path, decoded: `request.pathParameters["name"]`.
    public internal(set) var pathParameters: [String: String] = [:]

    init(target: (any TargetType)?, _ request: OutgoingRequest, body: Data) {
        self.target = target
        self.request = request.withoutContext
        self.body = body
    }
}

extension ReceivedRequest {
    /// The request method.
    public var method: HTTPRequest.Method { request.method }

    /// The URL.
    public var url: URL { request.url ?? Self.nowhere }

    /// The header fields, in their order.
    public var headerFields: HTTPFields { request.headerFields }

    /// The query parameters, in order and decoded, with a plus sign as a space: `request.query["page"]`.
    public var query: QueryItems {
        QueryItems((request.head.path ?? "").queryParameters.map { URLQueryItem(name: $0.name, value: $0.value) })
    }

    /// The fields of the form, in order and decoded: `request.form["name"]`. Empty if the body isn't a form.
    public var form: QueryItems {
        let type = headerFields[.contentType]?.lowercased()
        guard type?.hasPrefix("application/x-www-form-urlencoded") ?? true,
            let text = String(data: body, encoding: .utf8), text.contains("=")
        else { return [] }
        return QueryItems(FormParameter.parameters(in: text).map { URLQueryItem(name: $0.name, value: $0.value) })
    }

    /// The parts of the multipart body, in order: `request.parts["avatar"]?.fileName`. Empty if the body isn't multipart.
    public var parts: ReceivedParts { ReceivedParts(body, contentType: headerFields[.contentType]) }

    /// The body as text; nil if it isn't UTF-8.
    public var text: String? { String(data: body, encoding: .utf8) }

    /// The JSON of the body, decoded to a type.
    ///
    /// - Throws: The error of the decoder.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        using decoder: JSONDecoder = CodingOptions().jsonDecoder
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    private static let nowhere = URL(fileURLWithPath: "/")
}

extension ReceivedRequest: CustomStringConvertible {
    /// Method and URL, with secrets masked.
    public var description: String { SecretFreeText.line(self) }
}
