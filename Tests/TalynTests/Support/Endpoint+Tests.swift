import Foundation

@testable import TalynCore

extension Endpoint {
    /// An endpoint of parts, as a plugin could make it.
    static func of(
        _ url: String = "https://example.com/a",
        _ method: HTTPRequest.Method = .post,
        headerFields: HTTPFields = [:],
        body: RequestBody = .none
    ) throws -> Endpoint {
        var endpoint = try Endpoint(Zen.zen)
        endpoint.url = url
        endpoint.method = method
        endpoint.headerFields = headerFields
        endpoint.body = body
        return endpoint
    }
}

extension HTTPFields {
    /// Fields with these names and values.
    init(_ fields: [String: String]) {
        self.init(fields.sorted { $0.key < $1.key }.map { HTTPField(name: HTTPField.Name($0.key)!, value: $0.value) })
    }
}
