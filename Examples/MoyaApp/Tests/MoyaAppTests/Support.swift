import Foundation
import Moya
import MoyaAppCore
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

final class SpyPresenter: Presenter {
    var events: [String] = []

    func showLoading() { events.append("show") }
    func hideLoading() { events.append("hide") }
    func showToast(_ text: String) { events.append(text) }
}

final class SpyPlugin: PluginType {
    var events: [String] = []
    var request: URLRequest?
    var result: Result<Response, MoyaError>?

    func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
        events.append("prepare")
        return request
    }

    func willSend(_ request: RequestType, target: TargetType) {
        events.append("willSend")
        self.request = request.request
    }

    func didReceive(_ result: Result<Response, MoyaError>, target: TargetType) {
        events.append("didReceive")
        self.result = result
    }

    func process(_ result: Result<Response, MoyaError>, target: TargetType) -> Result<Response, MoyaError> {
        events.append("process")
        return result
    }
}

extension Endpoint {
    static func failing<Target: TargetType>(_ error: NSError) -> (Target) -> Endpoint {
        return { target in
            Endpoint(
                url: URL(target: target).absoluteString,
                sampleResponseClosure: { .networkError(error) },
                method: target.method,
                task: target.task,
                httpHeaderFields: target.headers
            )
        }
    }

    static func answering<Target: TargetType>(_ status: Int, _ body: String = "") -> (Target) -> Endpoint {
        return { target in
            Endpoint(
                url: target.baseURL.appendingPathComponent(target.path).absoluteString,
                sampleResponseClosure: { .networkResponse(status, Data(body.utf8)) },
                method: target.method,
                task: target.task,
                httpHeaderFields: nil
            )
        }
    }
}

extension URLRequest {
    var bodyText: String? { return httpBody.flatMap { String(data: $0, encoding: .utf8) } }
}
