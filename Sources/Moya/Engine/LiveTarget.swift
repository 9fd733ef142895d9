import Foundation
import HTTPTypes
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A Moya call as a target of Talyn's.
struct LiveTarget: Talyn.TargetType, CustomStringConvertible {
    let call: LiveCall
    let baseURL: URL
    let method: HTTPRequest.Method
    let task: HTTPTask

    /// - Throws: ``MoyaError`` for a request that HTTP doesn't allow.
    init(_ call: LiveCall) throws {
        let request = call.request
        guard let url = request.url else { throw MoyaError.requestMapping("") }
        let name = request.httpMethod ?? "GET"
        guard let method = HTTPRequest.Method(name) else {
            throw MoyaError.underlying(RequestError.invalidMethod(name), nil)
        }
        self.call = call
        baseURL = url
        self.method = method
        task = HTTPTask(call.task, body: request.httpBody)
    }

    var path: String { "" }

    var headers: [String: String]? { call.request.allHTTPHeaderFields }

    var validationType: Talyn.ValidationType { Talyn.ValidationType(call.target.validationType) }

    var description: String { "\(call.target)" }
}
