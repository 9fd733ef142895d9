import Foundation
import Talyn

// The code of Metrics.md, compiled. DocumentedExamplesTests compares the two.

enum MetricsExamples {
    static func description() async {
        let github = Provider<GitHub>(transport: SampleTransport())
        do {
            let response = try await github.request(.user("ada"))
            print(response.metrics?.description ?? "")
        } catch {
            print(error.metrics?.description ?? "")
        }
    }

    static func attempts(of response: Response) {
        for attempt in response.metrics?.attempts ?? [] {
            let wait = attempt.transport.waiting ?? .zero
            print(attempt.statusCode ?? 0, attempt.reason ?? "first", wait, attempt.receivedBytes)
        }
    }
}

struct SlowCallsPlugin: CallObserver {
    func didEnd(_ result: Result<Response, TalynError>, context: CallContext) {
        let metrics = context.metrics
        if metrics.duration > .seconds(2) {
            print(context.endpoint.pathTemplate, metrics.duration, metrics.attempts.count)
        }
    }
}

struct SecondOpinionPlugin: CallInterceptor {
    func intercept(_ endpoint: Endpoint, context: CallContext, next: @escaping Next) async throws -> Response {
        let response = try await next(endpoint)
        guard response.data.isEmpty else { return response }
        context.noteRetry("the body was empty", by: self)
        return try await next(endpoint)
    }
}
