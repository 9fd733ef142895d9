public import Foundation

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// A request that reached a stub.
public struct ReceivedRequest: Sendable {
    /// What was called, without the `MultiTarget` around it; nil if nobody knows, as behind a server.
    public let target: (any TargetType)?

    /// The request as the plugins have prepared it.
    public let urlRequest: URLRequest

    /// The body; empty if there was none. Of one that is larger than 64 MiB, the beginning.
    public let body: Data

    /// What the placeholders of the stub's path stand for, with escapes undone.
    public internal(set) var parameters: [String: String] = [:]

    /// The request, with the body that it was sent with.
    package init(target: (any TargetType)?, urlRequest: URLRequest, body: Data) {
        self.target = target
        self.urlRequest = urlRequest
        self.body = body
    }
}

extension ReceivedRequest {
    /// The request method.
    public var method: HTTPRequest.Method { urlRequest.httpMethod.flatMap { HTTPRequest.Method($0) } ?? .get }

    /// The URL.
    public var url: URL { urlRequest.url ?? Self.nowhere }

    /// The header fields, in the order of their names.
    public var headerFields: HTTPFields { TransportRequest(urlRequest).headerFields }

    /// The query parameters, in order, with escapes undone.
    public var query: [URLQueryItem] {
        URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    }

    /// The fields of the form, in order, with escapes undone; none if the body is no form.
    public var form: [URLQueryItem] {
        let type = urlRequest.value(forHTTPHeaderField: "Content-Type")?.lowercased()
        guard type?.hasPrefix("application/x-www-form-urlencoded") ?? true,
            let text = String(data: body, encoding: .utf8), text.contains("=")
        else { return [] }
        return FormParameter.parameters(in: text).map { URLQueryItem(name: $0.name, value: $0.value) }
    }

    /// The body as text; nil if it isn't UTF-8.
    public var text: String? { String(data: body, encoding: .utf8) }

    /// The JSON of the body, decoded to a type.
    ///
    /// - Throws: What the decoder throws.
    public func decode<Value: Decodable>(
        _ type: Value.Type,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws -> Value {
        try decoder.decode(type, from: body)
    }

    private static let nowhere = URL(fileURLWithPath: "/")
}

extension ReceivedRequest: CustomStringConvertible {
    /// Method and URL, with secrets masked.
    public var description: String { SecretFreeText.line(self) }
}
