package import HTTPTypes
package import TalynCore

extension Endpoint {
    /// An endpoint of parts, as a plugin could make it.
    package static func of(
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
