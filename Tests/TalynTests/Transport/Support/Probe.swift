import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A call of which everything is given.
struct Probe: TargetType {
    var baseURL: URL
    var path: String
    var method: HTTPRequest.Method
    var headers: [String: String]?
    var task: HTTPTask
    /// How long the server may be silent: by default longer than a busy machine makes it. Without it the transport's timeout
    /// counts.
    var timeout: TimeInterval?

    init(
        _ baseURL: URL,
        _ path: String = "",
        _ method: HTTPRequest.Method = .get,
        headers: [String: String]? = nil,
        body: Data? = nil,
        timeout: TimeInterval? = 3_600
    ) {
        self.baseURL = baseURL
        self.path = path
        self.method = method
        self.headers = headers
        self.task = body.map { .requestData($0) } ?? .requestPlain
        self.timeout = timeout
    }
}

/// Gives requests the timeout that their probe has.
struct ProbeTimeout: Plugin {
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        guard let timeout = (target as? Probe)?.timeout else { return request }
        var request = request
        request.timeoutInterval = timeout
        return request
    }
}
