package import Foundation
package import HTTPTypes
package import TalynCore
import _TalynSupport

/// A call of which everything is given. Any status is a success.
package struct Probe: TargetType {
    package var baseURL: URL
    package var path: RequestPath
    package var method: HTTPRequest.Method
    package var query: RequestParameters = [:]
    package var headerFields: HTTPFields
    package var body: RequestBody
    package var validation = StatusValidation.any
    /// The idle timeout: by default longer than a busy machine makes it. Without it, that of the transport counts.
    package var timeout: TimeInterval?

    package var requestOptions: RequestOptions {
        RequestOptions { if let timeout { $0.idleTimeout = .clamping(timeout) } }
    }

    package init(
        _ baseURL: URL,
        _ path: RequestPath = "",
        _ method: HTTPRequest.Method = .get,
        query: RequestParameters = [:],
        headers: [String: String]? = nil,
        body: RequestBody = .none,
        timeout: TimeInterval? = 3_600
    ) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.query = query
        self.headerFields = HTTPFields(headers ?? [:])
        self.body = body
        self.timeout = timeout
    }

    package init(
        _ baseURL: URL,
        _ path: RequestPath = "",
        _ method: HTTPRequest.Method = .get,
        headers: [String: String]? = nil,
        body: Data?,
        timeout: TimeInterval? = 3_600
    ) {
        self.init(baseURL, path, method, headers: headers, body: body.map { .data($0) } ?? .none, timeout: timeout)
    }
}
