import Foundation
import Talyn

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Remembers what happened, in order.
final class Recorder<Event: Sendable>: Sendable {
    private let recorded = Locked<[Event]>([])

    var events: [Event] { recorded.withLock { $0 } }

    func record(_ event: Event) {
        recorded.withLock { $0.append(event) }
    }
}

/// Remembers which of its hooks were called.
struct RecordingPlugin: Plugin {
    let name: String
    let recorder: Recorder<String>

    func prepare(_ request: URLRequest, context: CallContext) -> URLRequest {
        recorder.record("\(name) prepare")
        var request = request
        request.addValue(name, forHTTPHeaderField: "X-Plugin")
        return request
    }

    func willSend(_ request: PreparedRequest, context: CallContext) {
        recorder.record("\(name) willSend")
    }

    func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        recorder.record("\(name) didReceive \(result.text)")
    }

    func process(_ result: Result<Response, TalynError>, context: CallContext) -> Result<Response, TalynError> {
        recorder.record("\(name) process \(result.text)")
        return result
    }

    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        recorder.record("\(name) enter")
        defer { recorder.record("\(name) leave") }
        return try await next(endpoint)
    }
}

extension Result<Response, TalynError> {
    /// The status, or what kind of failure it is.
    var text: String {
        switch self {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error) where error.isCancelled: "cancelled"
        case .failure(let error): error.statusCode.map { "refused \($0)" } ?? "failed"
        }
    }
}
