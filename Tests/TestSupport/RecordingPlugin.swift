import HTTPTypes
package import TalynCore

/// Remembers which of its hooks were called.
package struct RecordingPlugin: CallInterceptor, RequestAdapter, CallObserver {
    private let name: String
    private let recorder: Recorder<String>

    package init(name: String, recorder: Recorder<String>) {
        self.name = name
        self.recorder = recorder
    }

    package func adapt(_ request: inout OutgoingRequest, context: CallContext) {
        recorder.record("\(name) prepare")
        request.headerFields.append(HTTPField(name: HTTPField.Name("X-Plugin")!, value: name))
    }

    package func willSend(_ request: OutgoingRequest, context: CallContext) {
        recorder.record("\(name) willSend")
    }

    package func didReceive(_ result: Result<Response, TalynError>, context: CallContext) {
        recorder.record("\(name) didReceive \(result.text)")
    }

    package func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        recorder.record("\(name) didEnd \(result.text)")
    }

    package func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        recorder.record("\(name) enter")
        defer { recorder.record("\(name) leave") }
        return try await next(endpoint)
    }
}
