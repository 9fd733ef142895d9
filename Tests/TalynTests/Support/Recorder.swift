import Foundation
import Talyn

/// Remembers what happened, in order.
final class Recorder<Event: Sendable>: Sendable {
    private let recorded = Locked<[Event]>([])

    var events: [Event] { recorded.withLock { $0 } }

    func record(_ event: Event) {
        recorded.withLock { $0.append(event) }
    }
}

/// Remembers which of its hooks were called.
struct RecordingPlugin: CallInterceptor, RequestAdapter, CallObserver {
    let name: String
    let recorder: Recorder<String>

    func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        recorder.record("\(name) prepare")
        request.headerFields.append(HTTPField(name: HTTPField.Name("X-Plugin")!, value: name))
    }

    func willSend(_ request: OutgoingRequest, context: CallContext) {
        recorder.record("\(name) willSend")
    }

    func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        recorder.record("\(name) didReceive \(result.text)")
    }

    func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        recorder.record("\(name) didEnd \(result.text)")
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
